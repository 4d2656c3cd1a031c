import ChargeURL
import Files
import Glibc

/// The answers that no screen has shown yet: a file with one a line, oldest first, for this user alone.
///
/// Whoever is started with an answer writes it down before anything is made of it. Its nonce is used up when a screen shows
/// it, and not before; then it goes. So no answer is lost, whatever ends the program.
struct KeptAnswers: Sendable {
    /// Why an answer is not kept, or none can be read.
    enum Failure: Error, Equatable {
        /// What came is no address.
        case noAddress
        case tooMany
        case system(path: String, FileError)

        /// A sentence for a person.
        var sentence: String {
            switch self {
            case .noAddress: "This is no address of an answer."
            case .tooMany: "\(KeptAnswers.countMax) answers wait to be looked at. Start charge-demo to see them."
            case .system(let path, let error): "The file \(path) cannot be used: \(error.reason)."
            }
        }
    }

    /// As many as there can be requests that wait.
    static let countMax = ChargeNonces.countMax

    private let path: String
    private static let bytesMax = countMax * (ChargeProtocol.answerBytesMax + 1)

    init(path: String) {
        self.path = path
    }

    /// Keeps an answer. One that is kept already is not kept twice.
    func keep(_ url: String) throws(Failure) {
        guard (1...ChargeProtocol.answerBytesMax).contains(url.utf8.count),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .noAddress }
        try whileLocked { () throws(Failure) in
            let kept = try read()
            guard !kept.contains(url) else { return }
            guard kept.count < KeptAnswers.countMax else { throw .tooMany }
            try write(kept + [url])
        }
    }

    var count: Int {
        get throws(Failure) {
            try whileLocked { () throws(Failure) in try read().count }
        }
    }

    /// Shows the oldest one, and forgets it then.
    ///
    /// - Parameter show: is told how many there are besides, and says whether the answer was shown.
    func showOldest(_ show: (String, Int) -> Bool) throws(Failure) {
        try whileLocked { () throws(Failure) in
            let kept = try read()
            guard let oldest = kept.first, show(oldest, kept.count - 1) else { return }
            try write(Array(kept.dropFirst()))
        }
    }

    // MARK: The file

    private func whileLocked<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let lock: FileLock
        do throws(FileLock.Refusal) {
            lock = try FileLock(path: path, waits: true)
        } catch {
            switch error {
            case .held: preconditionFailure("the lock is waited for")
            case .system(let error): throw .system(path: path + ".lock", error)
            }
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private func read() throws(Failure) -> [String] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: KeptAnswers.bytesMax, followsLinks: false)
                .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            switch error {
            case .missing: return []
            case .noFile: throw .system(path: path, FileError(call: "open", code: EISDIR))
            case .system(let error): throw .system(path: path, error)
            }
        }
    }

    private func write(_ kept: [String]) throws(Failure) {
        do throws(FileError) {
            try RegularFile.replace(path, with: kept.map { $0 + "\n" }.joined().utf8)
        } catch {
            throw .system(path: path, error)
        }
    }
}
