import Files

/// The books as ``Journal`` hands them to work on its queue: the methods are in extensions, by topic.
///
/// Every method throws ``JournalError``: for what is wrong with the file or the disk, and for what its comment names.
/// Texts are kept without full card numbers and up to a length, see ``CardNumberMask``; what a method returns is what
/// the books hold.
package final class JournalStore {
    /// Bytes; what the reader's protocol allows for a customer reference.
    package static let referenceLengthMax = 25
    /// The most operations that ``history(before:limit:)`` returns at once.
    package static let pageLengthMax = 500

    let database: Database
    let writer: JournalWriter?
    private var lock: FileLock?

    init(path: String, access: Journal.Access, vfs: String?) throws(JournalError) {
        switch access {
        case .writing(let writer):
            self.writer = writer
            try BooksFile.createFolder(of: path)
            lock = try FileLock.ofBooks(at: path)
            let state = try BooksFile.inspect(path, knownVersion: Schema.migrations.count)
            if state == .unwritten { try BooksFile.create(at: path) }
            database = try Database(path: path, isWriting: true, vfs: vfs)
            try prepareForWriting(writer)
            try BooksFile.makePrivate(path)
        case .reading:
            writer = nil
            guard try BooksFile.inspect(path, knownVersion: Schema.migrations.count) == .database else {
                throw .missing(path: path)
            }
            database = try Database(path: path, isWriting: false, vfs: vfs)
            try prepareForReading()
        }
    }

    func close() {
        database.close()
        lock = nil
    }

    /// The writer, for methods that write.
    func requireWriter() throws(JournalError) -> JournalWriter {
        guard let writer else { throw .readOnly(path: database.path) }
        return writer
    }

    private func prepareForReading() throws(JournalError) {
        try configure()
        let found = try Schema.version(of: database)
        let known = Schema.migrations.count
        if found == 0 { throw .missing(path: database.path) }
        if found > known { throw .newerSchema(path: database.path, found: found, known: known) }
        if found < known { throw .olderSchema(path: database.path, found: found, known: known) }
    }

    private func prepareForWriting(_ writer: JournalWriter) throws(JournalError) {
        try configure()
        let found = try Schema.version(of: database)
        let known = Schema.migrations.count
        if found > known { throw .newerSchema(path: database.path, found: found, known: known) }
        let mode = try database.firstRow("PRAGMA journal_mode = WAL") { row in row.text() }
        guard mode == "wal" else {
            throw .failed(path: database.path, code: 0, detail: "no write-ahead log: \(mode ?? "")")
        }
        if found < known {
            try Schema.migrate(database)
            // The version then stands in the file itself, where an older till looks before it touches anything.
            _ = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        }
        try database.transaction(.full) { () throws(JournalError) in
            try database.run(
                "INSERT INTO journal (id, books, tag, last_number) VALUES (1, ?, ?, 0) ON CONFLICT DO NOTHING",
                [.text(writer.books.rawValue), .text(writer.tagOfNewBooks)])
        }
        let books: Books? = try database.firstRow("SELECT books FROM journal") { (row) throws(JournalError) in
            try row.word()
        }
        guard let books, books == writer.books else {
            throw .wrongBooks(path: database.path, heldBooks: books ?? .real)
        }
    }

    private func configure() throws(JournalError) {
        // Nothing in the file may run code, and damage inside a page is noticed when the page is read.
        try database.execute(
            """
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            """)
    }
}
