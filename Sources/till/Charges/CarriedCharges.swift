import ChargeURL
import Files
import FoundationEssentials
import Glibc
import TillCore

/// A charge request that waits while the till begins anew with other books: it goes on waiting there.
struct CarriedCharge: Codable, Equatable {
    var url: String
    /// When it came in, as a ``Timestamp``.
    var since: Int64
    var sinceOffset: Int
    /// The number of the connection to whoever waits; nil for nobody, and for the program itself.
    var connection: Int32?
    var printsAnswer: Bool
}

extension CarriedCharge {
    /// The till with other books could not begin: whoever asked is told that nothing was charged.
    @MainActor func giveUp(_ shop: ShopSettings) {
        let address = ChargeRequest.returnAddress(of: url)
        if let sender = connection.flatMap({ LocalConnection(inherited: $0) }) {
            let answer = printsAnswer ? address.map { ChargeResponse(.error, to: $0).url } : nil
            sender.say(ChargeHandover.Reply.ended(ExitStatus.unavailable.rawValue, answer: answer ?? "").line + "\n")
            sender.close()
            if printsAnswer { return }
        }
        do throws(UsageError) {
            var arguments = try ChargeArguments(["--", url])
            arguments.printsAnswer = printsAnswer
            ChargeTeller(arguments, shop).tell(.error, to: address, appName: nil, nil)
        } catch {
            StandardStreams.error(PlainText.printable(error.message))
        }
    }
}

/// Hands the charge requests that wait to the same program in its place: in a file without a name, whose number stands in
/// the environment. Nothing of a request lies about, whatever happens meanwhile.
enum CarriedCharges {
    private static let variable = "TILL_CARRIED_CHARGES"
    /// More than as many requests as may wait ever need.
    private static let bytesMax = 16 * 1024 * 1024

    /// - Returns: whether they were handed over.
    static func hand(over charges: [CarriedCharge]) -> Bool {
        unsetenv(variable)
        guard !charges.isEmpty else { return true }
        guard let bytes = try? JSONEncoder().encode(charges), let descriptor = namelessFile() else { return false }
        do throws(FileError) {
            try Descriptor.writeAll(bytes, to: descriptor)
        } catch {
            close(descriptor)
            return false
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0, setenv(variable, String(descriptor), 1) == 0 else {
            close(descriptor)
            return false
        }
        return true
    }

    /// What the program before this one has handed over. Another call finds nothing.
    static func take() -> [CarriedCharge] {
        guard let text = getenv(variable) else { return [] }
        let number = Int32(String(cString: text))
        unsetenv(variable)
        var status = stat()
        guard let descriptor = number, descriptor > STDERR_FILENO, fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(), status.st_nlink == 0,
            (1...bytesMax).contains(Int(status.st_size))
        else { return [] }
        defer { close(descriptor) }
        guard let bytes = try? Descriptor.readAll(descriptor, limit: bytesMax) else { return [] }
        return (try? JSONDecoder().decode([CarriedCharge].self, from: Data(bytes))) ?? []
    }

    /// Open also to the program that takes this one's place, and nowhere to be found.
    private static func namelessFile() -> Int32? {
        for name in ["XDG_RUNTIME_DIR", "TMPDIR"] + [""] {
            let folder = name.isEmpty ? "/tmp" : Environment.values(of: [name])[name] ?? ""
            guard folder.hasPrefix("/") else { continue }
            var template = Array((folder + "/till-XXXXXX").utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor > STDERR_FILENO else { continue }
            unlink(template)
            return descriptor
        }
        return nil
    }
}
