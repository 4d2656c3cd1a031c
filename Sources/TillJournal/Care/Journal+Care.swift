import Files
import Glibc

extension Journal {
    /// Looks for what is wrong in the books; see ``JournalStore/check()``.
    package func check() throws(JournalError) -> [CheckFinding] {
        try sync { store throws(JournalError) in try store.check() }
    }

    /// Makes a copy of the books, for this user alone, as they stand at one moment; a till may write meanwhile. When it
    /// returns, the copy is on the disk. A copy that fails leaves no file.
    ///
    /// - Throws: ``JournalError/alreadyThere(path:)``; what is wrong with the copy's disk has its path.
    package func backup(to path: String) throws(JournalError) {
        try sync { store throws(JournalError) in
            try BooksFile.createAnew(at: path)
            do throws(JournalError) {
                try store.database.copy(to: path)
                try BooksFile.syncFile(path)
            } catch {
                for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
                throw error
            }
        }
    }

    /// Renames damaged books with their log, so that new ones can be begun. Nothing is deleted, and nothing renamed
    /// while a till has them open. Only for when a person has said so.
    ///
    /// - Parameter time: goes into the new name, in local time: `journal.sqlite.aside-2026-11-30-023000`.
    /// - Returns: the new path of the file.
    /// - Throws: ``JournalError/missing(path:)``, ``JournalError/locked(path:pid:)``,
    ///   ``JournalError/alreadyThere(path:)``.
    package static func setAside(at path: String, time: Timestamp) throws(JournalError) -> String {
        let lock = try FileLock.ofBooks(at: path)
        defer { withExtendedLifetime(lock) {} }
        let digits = time.localTime.filter { $0 != ":" }.split(separator: " ").joined(separator: "-")
        let aside = "\(path).aside-\(digits)"
        // The file before its log: a log without its file is noticed, a file without its log would have lost something.
        let suffixes = ["", "-wal", "-shm"]
        guard suffixes.contains(where: { BooksFile.isThere(path + $0) }) else { throw .missing(path: path) }
        for suffix in suffixes where BooksFile.isThere(aside + suffix) {
            throw .alreadyThere(path: aside + suffix)
        }
        for suffix in suffixes where BooksFile.isThere(path + suffix) {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw FileFault.error(path: path + suffix, code: errno)
            }
        }
        try BooksFile.syncFolder(of: path)
        return aside
    }
}
