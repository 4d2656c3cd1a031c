import Files
import Glibc

/// A secret as it was read. It never prints itself.
struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    /// Whether the text is the same; it takes as long for one difference as for another.
    func isSame(as other: String) -> Bool {
        let (left, right) = (Array(text.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Small files, secrets among them.
enum SecretFile {
    private static let longest = 65_536

    /// A secret on one line: what stands around it is white space.
    ///
    /// - Parameter name: what the secret is, in a sentence.
    static func secret(_ path: String, name: String) throws(GatewayFailure) -> Secret {
        let text = try text(path, name: name, isSecret: true)
        let whiteSpace: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        let secret = String(
            text.drop { whiteSpace.contains($0) }.reversed().drop { whiteSpace.contains($0) }.reversed())
        guard !secret.isEmpty, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .unavailable("The \(name) in \(path) is not one word. Write it alone into the file.")
        }
        return Secret(text: secret)
    }

    /// - Parameter isSecret: nobody but the owner may read it then.
    static func text(_ path: String, name: String, isSecret: Bool) throws(GatewayFailure) -> String {
        let bytes = try RegularFile.read(
            path, limit: longest + 1,
            check: { (status) throws(GatewayFailure) in
                guard !isSecret || status.isPrivate else {
                    throw .unavailable(
                        "Others can read the \(name) in \(path), so it is not used. Do: chmod 600 \(path)")
                }
            },
            map: { failure in
                switch failure {
                case .missing: unreadable(path, name, FileError(call: "open", code: ENOENT))
                case .noFile: .unavailable("\(path) is no file. Name a file with the \(name).")
                case .system(let error): unreadable(path, name, error)
                }
            })
        guard bytes.count <= longest else {
            throw .unavailable("\(path) is too long. Name a file with the \(name) alone.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unreadable(_ path: String, _ name: String, _ error: FileError) -> GatewayFailure {
        .unavailable("The \(name) in \(path) cannot be read: \(error.reason).")
    }
}
