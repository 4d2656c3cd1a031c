import CSQLite

/// Why the books cannot be read or written.
struct BooksError: Error, Equatable {
    /// SQLite's extended code.
    var code: Int32
    /// In SQLite's words.
    var detail: String
}

/// One connection to SQLite, for one thread at a time.
final class BooksDatabase {
    enum Value {
        case null
        case integer(Int64)
        case text(String)
    }

    /// One line of an answer, read from left to right.
    struct Row {
        fileprivate let statement: OpaquePointer
        private var column: Int32 = 0

        fileprivate init(_ statement: OpaquePointer) {
            self.statement = statement
        }

        mutating func integer() -> Int64 {
            defer { column += 1 }
            return sqlite3_column_int64(statement, column)
        }

        mutating func integerOrNull() -> Int64? {
            if sqlite3_column_type(statement, column) != SQLITE_NULL { return integer() }
            column += 1
            return nil
        }

        mutating func text() -> String {
            defer { column += 1 }
            guard let bytes = sqlite3_column_text(statement, column) else { return "" }
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }

    /// For another program that holds the file, in milliseconds.
    private static let busyTimeout: Int32 = 5000
    // The C macro SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the text before it returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private var handle: OpaquePointer?

    /// - Parameter path: of a file, which is made where there is none; `:memory:` for books that are forgotten.
    init(path: String) throws(BooksError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK else {
            let error = failure(code)
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
        sqlite3_busy_timeout(handle, BooksDatabase.busyTimeout)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements without values and rows.
    func execute(_ sql: String) throws(BooksError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement without rows.
    func run(_ sql: String, _ values: [Value] = []) throws(BooksError) {
        _ = try rows(sql, values) { _ in }
    }

    /// Runs one statement and reads its rows.
    func rows<Element>(
        _ sql: String, _ values: [Value] = [], read: (inout Row) -> Element
    ) throws(BooksError) -> [Element] {
        var statement: OpaquePointer?
        var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code) }
        defer { sqlite3_finalize(statement) }
        try bind(values, to: statement)
        var elements: [Element] = []
        while true {
            code = sqlite3_step(statement)
            if code == SQLITE_DONE { return elements }
            guard code == SQLITE_ROW else { throw failure(code) }
            var row = Row(statement)
            elements.append(read(&row))
        }
    }

    /// All of `body`, or nothing of it; durable when it returns.
    func transaction<Result>(_ body: () throws(BooksError) -> Result) throws(BooksError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(BooksError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has ended the transaction itself after some errors.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func bind(_ values: [Value], to statement: OpaquePointer) throws(BooksError) {
        precondition(
            values.count == Int(sqlite3_bind_parameter_count(statement)), "a statement is given all its values")
        for (offset, value) in values.enumerated() {
            let position = Int32(offset + 1)
            let code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(statement, position)
            case .integer(let number): code = sqlite3_bind_int64(statement, position, number)
            case .text(let text):
                // With its length: a text from outside may hold a NUL. One more byte, so that it is never without an
                // address, which SQLite would take for NULL.
                let bytes = Array(text.utf8) + [0]
                code = bytes.withUnsafeBytes { buffer in
                    let characters = buffer.bindMemory(to: CChar.self).baseAddress
                    return sqlite3_bind_text64(
                        statement, position, characters, UInt64(bytes.count - 1), BooksDatabase.copied,
                        UInt8(SQLITE_UTF8))
                }
            }
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func failure(_ code: Int32) -> BooksError {
        let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        return BooksError(code: code, detail: detail)
    }
}
