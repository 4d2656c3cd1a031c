import Glibc

/// Keeps other programs away from a file, as long as it lives.
///
/// An advisory lock on `<file>.lock`, which holds the process number of its owner. The system drops it when the process
/// ends, however it ends. The lock file stays: to remove it would let two programs hold locks on two files of one name.
package final class FileLock: Sendable {
    package enum Refusal: Error, Equatable, Sendable {
        /// Another program holds it, the one with this process number where that is known.
        case held(by: Int32?)
        case system(FileError)
    }

    private let descriptor: Int32

    /// - Parameters:
    ///   - path: of the file that is kept; its folder exists.
    ///   - waits: until whoever holds it lets go; else that is refused.
    package init(path: String, waits: Bool = false) throws(Refusal) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(.last("open")) }
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            let code = errno
            if code == EINTR { continue }
            // What is thrown here ends this object, which closes the file.
            throw code == EWOULDBLOCK
                ? .held(by: FileLock.owner(descriptor)) : .system(FileError(call: "flock", code: code))
        }
        // The number is for messages alone; on a full disk the lock holds without it.
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
