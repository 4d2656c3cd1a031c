import Dispatch
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
        // Anything but a file, such as a pipe that nobody writes to, must not hold up the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return ReaderMemory() }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.sizeMax,
            let bytes = SmallFile.readAll(descriptor, limit: Self.sizeMax)
        else { return ReaderMemory() }
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
            guard !Self.write(memory, to: path) else { return }
            StandardStreams.error("The readers could not be remembered: \(String(cString: strerror(errno))).")
        }
    }

    /// Waits until all is written.
    func close() {
        queue.sync {}
    }

    private static func write(_ memory: ReaderMemory, to path: String) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let bytes = try? encoder.encode(Document(readers: memory.readers, lastUsed: memory.lastUsed)) else {
            errno = EINVAL
            return false
        }
        let temporary = path + ".new"
        // What an earlier power cut left behind is of no use.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWhole = rest.isEmpty && fsync(descriptor) == 0
        Glibc.close(descriptor)
        guard isWhole, rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            errno = code
            return false
        }
        return true
    }
}
