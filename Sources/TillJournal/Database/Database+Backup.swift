import CSQLite

extension Database {
    /// Copies everything into an empty file, as it stands at one moment, whoever writes meanwhile.
    ///
    /// - Throws: errors about the copy have its path.
    func copy(to path: String) throws(JournalError) {
        guard let handle else { throw .closed(path: self.path) }
        let copy = try Database(path: path, isWriting: true, vfs: nil)
        defer { copy.close() }
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.failure(sqlite3_extended_errcode(copy.handle))
        }
        // In one step: between two steps another program's commit would make SQLite begin anew.
        let code = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw copy.failure(end == SQLITE_OK ? code : end) }
    }
}
