import CSQLite
import Glibc

/// One connection to SQLite. Not Sendable: it stays on the journal's queue, so SQLite's own locking is left out.
final class Database {
    enum Value {
        case null
        case integer(Int64)
        case text(String)
    }

    /// What a commit waits for.
    enum Durability: String {
        /// The log is on the disk: the commit survives a power cut.
        case full = "FULL"
        /// The log is with the system: the commit survives the program's end, but not the machine's. It reaches the
        /// disk with the next full commit at the latest.
        case normal = "NORMAL"
    }

    /// How long to wait for another program that holds the file, in milliseconds. Writers are kept out by
    /// the lock and readers do not block; this bridges what is left, a checkpoint or a recovery.
    private static let busyTimeout: Int32 = 2000

    // The C macro SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the text before it returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    let path: String
    private(set) var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    private var durability: Durability?

    /// - Parameter vfs: the name of SQLite's file layer; nil for the usual one.
    init(path: String, isWriting: Bool, vfs: String?) throws(JournalError) {
        self.path = path
        let mode = isWriting ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        guard code == SQLITE_OK else {
            let error = failure(code)
            close()
            throw error
        }
        sqlite3_busy_timeout(handle, Self.busyTimeout)
    }

    deinit { close() }

    /// Further calls throw ``JournalError/closed(path:)``.
    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements that take no values and return no rows. They are compiled anew each time, which some pragmas
    /// need: they act when they are compiled.
    func execute(_ sql: String) throws(JournalError) {
        guard let handle else { throw .closed(path: path) }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement without rows.
    func run(_ sql: String, _ values: [Value] = []) throws(JournalError) {
        _ = try rows(sql, values) { _ in }
    }

    /// Runs one statement and reads its rows. `read` may not run the same statement.
    func rows<Element>(
        _ sql: String, _ values: [Value] = [], read: (inout Row) throws(JournalError) -> Element
    ) throws(JournalError) -> [Element] {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        return try rows(of: statement, values, read: read)
    }

    /// As ``rows(_:_:read:)``, for a text that is made up as it is needed: its compiled form is not kept.
    func rowsOnce<Element>(
        _ sql: String, _ values: [Value] = [], read: (inout Row) throws(JournalError) -> Element
    ) throws(JournalError) -> [Element] {
        let statement = try compiled(sql, flags: 0)
        defer { sqlite3_finalize(statement) }
        return try rows(of: statement, values, read: read)
    }

    private func rows<Element>(
        of statement: OpaquePointer, _ values: [Value], read: (inout Row) throws(JournalError) -> Element
    ) throws(JournalError) -> [Element] {
        try bind(values, to: statement)
        var elements: [Element] = []
        while true {
            let code = sqlite3_step(statement)
            switch code {
            case SQLITE_ROW:
                var row = Row(statement: statement, path: path)
                elements.append(try read(&row))
            case SQLITE_DONE:
                return elements
            default:
                throw failure(code)
            }
        }
    }

    /// The first row, nil when there is none.
    func firstRow<Element>(
        _ sql: String, _ values: [Value] = [], read: (inout Row) throws(JournalError) -> Element
    ) throws(JournalError) -> Element? {
        try rows(sql, values, read: read).first
    }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// All of `body`, or nothing of it. When it returns, the commit is as durable as was asked for.
    ///
    /// - Parameter body: may run twice: on a full disk the log is carried over to the file, which frees the room that
    ///   the log has, and the work is tried once more.
    func transaction<Result>(
        _ durability: Durability, _ body: () throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        do {
            return try attempt(durability, body)
        } catch .diskFull {
            // Whether this helps shows when the work is tried again.
            sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
            return try attempt(durability, body)
        }
    }

    /// Reads as the file stands at one moment, whatever another program writes meanwhile. Within a transaction it reads
    /// as that one does.
    func snapshot<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        guard let handle else { throw .closed(path: path) }
        if sqlite3_get_autocommit(handle) == 0 { return try body() }
        try run("BEGIN")
        // Nothing was written, so there is nothing that the end could lose.
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        return try body()
    }

    private func attempt<Result>(
        _ durability: Durability, _ body: () throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try use(durability)
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has ended the transaction itself after some errors.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func use(_ wanted: Durability) throws(JournalError) {
        guard durability != wanted else { return }
        durability = nil
        try execute("PRAGMA synchronous = \(wanted.rawValue)")
        durability = wanted
    }

    private func prepared(_ sql: String) throws(JournalError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        let statement = try compiled(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        statements[sql] = statement
        return statement
    }

    private func compiled(_ sql: String, flags: UInt32) throws(JournalError) -> OpaquePointer {
        guard let handle else { throw .closed(path: path) }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        guard let statement else { preconditionFailure("an SQL text holds a statement") }
        return statement
    }

    private func bind(_ values: [Value], to statement: OpaquePointer) throws(JournalError) {
        precondition(
            values.count == Int(sqlite3_bind_parameter_count(statement)), "a statement is given all of its values")
        for (offset, value) in values.enumerated() {
            let position = Int32(offset + 1)
            var code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(statement, position)
            case .integer(let number): code = sqlite3_bind_int64(statement, position, number)
            case .text(var text):
                // With its length: a text from outside may hold a NUL.
                code = text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { characters in
                        sqlite3_bind_text64(
                            statement, position, characters.baseAddress, UInt64(characters.count), Self.copied,
                            UInt8(SQLITE_UTF8))
                    }
                }
                // An empty text may have no address, and SQLite would take that for NULL.
                if text.isEmpty { code = sqlite3_bind_text(statement, position, "", 0, Self.copied) }
            }
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    func failure(_ code: Int32) -> JournalError {
        let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        // The extended code has the kind in its lowest byte.
        switch code & 0xff {
        case SQLITE_FULL: return .diskFull(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(path: path, detail: detail)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(sqlite3_system_errno(handle)):
            return .diskFull(path: path)
        case SQLITE_CANTOPEN where [EACCES, EPERM, EROFS].contains(sqlite3_system_errno(handle)):
            return .readOnly(path: path)
        default: return .failed(path: path, code: code, detail: detail)
        }
    }
}
