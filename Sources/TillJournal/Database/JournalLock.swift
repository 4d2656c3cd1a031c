import Glibc

/// Keeps other writers away from a file, as long as it lives: an advisory lock on `<file>.lock`, which holds the
/// process number of the writer. The system drops the lock when the process ends, however it ends. The lock file stays:
/// to remove it would let two writers hold locks on two files of one name.
final class JournalLock {
    private let descriptor: Int32

    init(path: String) throws(JournalError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault.error(path: path, code: errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            let holder = code == EWOULDBLOCK ? Self.readPID(descriptor) : nil
            // What is thrown here ends this object, which closes the file.
            throw code == EWOULDBLOCK
                ? .locked(path: path, pid: holder) : FileFault.error(path: path, code: code)
        }
        // The number is for the message alone; on a full disk the lock holds without it.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func readPID(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

/// What a failed system call on the books' file or folder means.
enum FileFault {
    static func error(path: String, code: Int32) -> JournalError {
        switch code {
        case EACCES, EPERM, EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
        default: .failed(path: path, code: 0, detail: String(cString: strerror(code)))
        }
    }
}
