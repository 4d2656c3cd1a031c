import Glibc

/// Keeps other programs away from a simulated reader's books, as long as it lives: they are written whole, so the one
/// who writes last would undo what the other has written.
///
/// An advisory lock on `<file>.lock`, which holds the process number of its owner. The system drops it when the process
/// ends, however it ends. The file stays: to remove it would let two programs hold locks on two files of one name.
package final class SimulatorBooksLock: Sendable {
    private let descriptor: Int32

    /// - Parameter path: of the books; their folder exists.
    /// - Throws: ``SimulatorBooksError`` when another program holds it, or it cannot be made.
    package init(path: String) throws(SimulatorBooksError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(call: "open", path: path + ".lock", errno: errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            let owner = code == EWOULDBLOCK ? SimulatorBooksLock.owner(descriptor) : nil
            // What is thrown here ends this object, which closes the file.
            throw code == EWOULDBLOCK
                ? .inUse(path: path, by: owner) : .system(call: "flock", path: path + ".lock", errno: code)
        }
        // The number is for the message alone; on a full disk the lock holds without it.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func owner(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
