import Files
import Glibc

extension FileLock {
    /// Keeps other writers away from the books.
    static func ofBooks(at path: String) throws(JournalError) -> FileLock {
        do throws(Refusal) {
            return try FileLock(path: path)
        } catch {
            switch error {
            case .held(let pid): throw .locked(path: path, pid: pid)
            case .system(let error): throw FileFault.error(path: path, code: error.code)
            }
        }
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
