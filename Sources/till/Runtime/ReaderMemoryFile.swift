import Dispatch
import Files
import FoundationEssentials
import Glibc
import TillCore

/// The file of the readers that were connected before: a few lines of JSON for this user alone. It is replaced whole, so
/// it is never half of one and half of another. One that is missing or damaged remembers nothing.
final class ReaderMemoryFile: Sendable {
    private struct Document: Codable {
        var version = 1
        var readers: [RememberedReader]
        var lastUsed: String?
    }

    /// More is no file of ours.
    private static let sizeMax = 65_536

    private let path: String
    private let queue = DispatchQueue(label: "till.readers")

    init(path: String) {
        self.path = path
    }

    func load() -> ReaderMemory {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, limit: Self.sizeMax + 1, followsLinks: false)
        } catch {
            return ReaderMemory()
        }
        guard bytes.count <= Self.sizeMax else { return ReaderMemory() }
        do {
            let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
            guard document.version == 1 else { return ReaderMemory() }
            return ReaderMemory(document.readers, lastUsed: document.lastUsed).checked
        } catch {
            StandardStreams.error("The file of the remembered readers cannot be read; it is written anew.")
            return ReaderMemory()
        }
    }

    /// Writes while the screen goes on.
    func save(_ memory: ReaderMemory) {
        queue.async { [path] in
            do throws(FileError) {
                try Self.write(memory, to: path)
            } catch {
                StandardStreams.error("The readers could not be remembered: \(error.reason).")
            }
        }
    }

    /// Waits until all is written.
    func close() {
        queue.sync {}
    }

    private static func write(_ memory: ReaderMemory, to path: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let bytes = try? encoder.encode(Document(readers: memory.readers, lastUsed: memory.lastUsed)) else {
            throw FileError(call: "encode", code: EINVAL)
        }
        try RegularFile.replace(path, with: bytes)
    }
}
