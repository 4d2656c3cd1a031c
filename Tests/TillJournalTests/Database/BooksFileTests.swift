import CSQLite
import Glibc
import Testing

@testable import TillJournal

@Suite("The books' file") struct BooksFileTests {
    let folder = ScratchFolder()

    private func openForReading(_ path: String) throws -> Journal {
        try Journal.open(at: path, access: .reading)
    }

    private func references(_ journal: Journal) throws -> [String] {
        try journal.sync { store throws(JournalError) in
            try store.history(before: nil, limit: 10).map(\.intent.reference)
        }
    }

    @Test("and its folder are for this user alone") func modes() throws {
        let path = folder.path + "/deep/er/journal.sqlite"
        let journal = try openBooks(at: path)
        try journal.record(.sample("A1"))
        #expect(mode(of: folder.path + "/deep") == 0o700)
        #expect(mode(of: folder.path + "/deep/er") == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] {
            #expect(mode(of: path + suffix) == 0o600, "\(suffix)")
        }
        journal.close()
        chmod(path, 0o644)
        _ = try openBooks(at: path)
        #expect(mode(of: path) == 0o600)
    }

    @Test("cannot be made below a file") func folderBelowFile() throws {
        write([1], to: folder.path + "/file")
        for path in ["/file/journal.sqlite", "/file/till/journal.sqlite"] {
            #expect(throws: JournalError.cannotCreateFolder(folder: folder.path + "/file", code: EEXIST)) {
                try openBooks(at: folder.path + path)
            }
        }
    }

    @Test("have one writer at a time, and the second is told which") func secondWriter() throws {
        let first = try openBooks(at: folder.journal)
        #expect(throws: JournalError.locked(path: folder.journal, pid: getpid())) {
            try openBooks(at: folder.journal)
        }
        try first.record(.sample("A1"))
        first.close()
        #expect(contents(of: folder.journal + ".lock") == Array("\(getpid())\n".utf8))
        #expect(try references(openBooks(at: folder.journal)) == ["A1"])
    }

    @Test("are let go when the journal is let go") func released() throws {
        do { try openBooks(at: folder.journal).record(.sample("A1")) }
        #expect(try references(openBooks(at: folder.journal)) == ["A1"])
    }

    @Test("may be read while a till writes, and before and after") func readers() throws {
        #expect(throws: JournalError.missing(path: folder.journal)) { try openForReading(folder.journal) }
        #expect(contents(of: folder.journal) == nil)
        let till = try openBooks(at: folder.journal)
        let one = try openForReading(folder.journal)
        let other = try openForReading(folder.journal)
        try till.record(.sample("A1"))
        #expect(try references(one) == ["A1"])
        try till.record(.sample("A2"))
        #expect(try references(one) == ["A2", "A1"])
        #expect(try references(other) == ["A2", "A1"])
        for journal in [one, other, till] { journal.close() }
        #expect(try references(openForReading(folder.journal)) == ["A2", "A1"])
        #expect(try references(openBooks(at: folder.journal)) == ["A2", "A1"])
    }

    @Test("are not written to by a reader") func readerWrites() throws {
        _ = try openBooks(at: folder.journal)
        let reader = try openForReading(folder.journal)
        let refused = JournalError.readOnly(path: folder.journal)
        #expect(throws: refused) { try reader.record(.sample("A1")) }
        #expect(throws: refused) { try reader.note(.linkLost, of: 1) }
        #expect(throws: refused) { try reader.sync { store throws(JournalError) in try store.mintReference() } }
        #expect(throws: refused) {
            try reader.sync { store throws(JournalError) in try store.recordOutcome(.approved(), of: 1) }
        }
        #expect(throws: refused) {
            try reader.sync { store throws(JournalError) in
                try store.recordUnclaimed(.approved(), from: .counter, customerReference: "")
            }
        }
    }

    @Test("that a killed till left behind can be read without changing them") func readerAfterKill() throws {
        let till = try openBooks(at: folder.journal)
        try till.record(.sample("A1"))
        let copy = try folder.copyOfBooks(at: folder.journal)
        let (before, log) = (contents(of: copy), contents(of: copy + "-wal"))
        let reader = try openForReading(copy)
        #expect(try references(reader) == ["A1"])
        reader.close()
        #expect(contents(of: copy) == before)
        #expect(contents(of: copy + "-wal") == log)
        #expect(try references(openBooks(at: copy)) == ["A1"])
    }

    @Test(
        "that are damaged are refused and left byte for byte",
        arguments: [
            Array("this is no database".utf8), Array(repeating: 0, count: 4096),
            Array("SQLite format 3\0".utf8), Array(repeating: 0xA5, count: 20_000),
        ])
    func garbage(bytes: [UInt8]) throws {
        let path = folder.path + "/journal.sqlite"
        write(bytes, to: path)
        for access in [Journal.Access.writing(writer()), .reading] {
            do {
                _ = try Journal.open(at: path, access: access)
                Issue.record("opened")
            } catch {
                guard case .corrupt(path, _) = error else { throw error }
            }
            #expect(contents(of: path) == bytes)
        }
    }

    @Test("whose first page alone is whole are refused and left byte for byte", arguments: [110, 1000, 5000])
    func damagedBehindHeader(start: Int) throws {
        let till = try openBooks(at: folder.journal)
        for number in 1...40 { try till.record(.sample("A\(number)"), .approved()) }
        till.close()
        var bytes = try #require(contents(of: folder.journal))
        for index in start..<bytes.count { bytes[index] = 0xA5 }
        write(bytes, to: folder.journal)
        do {
            _ = try references(openBooks(at: folder.journal))
            Issue.record("read")
        } catch let error as JournalError {
            guard case .corrupt = error else { throw error }
        }
        #expect(contents(of: folder.journal) == bytes)
    }

    @Test("whose log has lost its file are refused, and the log is kept", arguments: [true, false])
    func orphanedLog(isEmpty: Bool) throws {
        let path = folder.path + "/journal.sqlite"
        if isEmpty { write([], to: path) }
        write(Array(repeating: 7, count: 5000), to: path + "-wal")
        #expect(throws: JournalError.self) { try openBooks(at: path) }
        #expect(contents(of: path + "-wal")?.count == 5000)
        #expect(contents(of: path) == (isEmpty ? [] : nil))
    }

    @Test("of a newer till are refused and left byte for byte") func newer() throws {
        try openBooks(at: folder.journal).close()
        runSQL("PRAGMA user_version = 99", at: folder.journal)
        let bytes = contents(of: folder.journal)
        let refused = JournalError.newerSchema(path: folder.journal, found: 99, known: 5)
        #expect(throws: refused) { try openBooks(at: folder.journal) }
        #expect(throws: refused) { try openForReading(folder.journal) }
        #expect(contents(of: folder.journal) == bytes)
        #expect(contents(of: folder.journal + "-wal") == nil)
    }

    @Test("of another program are refused and left byte for byte", arguments: [0, 77])
    func foreign(applicationID: Int) throws {
        let path = folder.path + "/journal.sqlite"
        runSQL("CREATE TABLE songs (title TEXT); PRAGMA application_id = \(applicationID)", at: path)
        let bytes = contents(of: path)
        #expect(throws: JournalError.foreign(path: path)) { try openBooks(at: path) }
        #expect(throws: JournalError.foreign(path: path)) { try openForReading(path) }
        #expect(contents(of: path) == bytes)
    }

    @Test("keep real and simulated sales apart when they are opened") func wrongBooks() throws {
        try openBooks(at: folder.journal).close()
        #expect(throws: JournalError.wrongBooks(path: folder.journal, heldBooks: .real)) {
            try openBooks(at: folder.journal, as: writer(books: .simulated))
        }
    }

    @Test("that were not yet begun are begun") func unwritten() throws {
        let path = folder.path + "/journal.sqlite"
        write([], to: path)
        #expect(throws: JournalError.missing(path: path)) { try openForReading(path) }
        try openBooks(at: path).record(.sample("A1"))
    }

    @Test("with a word that no till has written are called damaged") func unknownWord() throws {
        let till = try openBooks(at: folder.journal)
        try till.record(.sample("A1"))
        runSQL("UPDATE operation SET kind = 'barter'", at: folder.journal)
        #expect(
            throws: JournalError.corrupt(
                path: folder.journal, detail: "OperationKind is not one of the known words: barter")
        ) {
            try references(till)
        }
    }

    @Test("on a full disk refuse an outcome, keep what they have, and take it once there is space")
    func diskFull() throws {
        let till = try openBooks(at: folder.journal)
        let record = try till.record(.sample("A1"))
        var outcome = OperationOutcome.approved()
        outcome.customerReceipt = String(repeating: "receipt ", count: 12_500)
        let full = outcome
        try till.sync { store throws(JournalError) in try store.database.execute("PRAGMA max_page_count = 1") }
        let refused = JournalError.diskFull(path: folder.journal)
        #expect(throws: refused) {
            try till.sync { store throws(JournalError) in try store.recordOutcome(full, of: record.sequence) }
        }
        #expect(try till.sync { store throws(JournalError) in try store.operation(reference: "A1") } == record)
        try till.sync { store throws(JournalError) in try store.database.execute("PRAGMA max_page_count = 100000") }
        _ = try till.sync { store throws(JournalError) in try store.recordOutcome(full, of: record.sequence) }
        let found = try till.sync { store throws(JournalError) in try store.operation(reference: "A1") }
        #expect(found?.outcome == full)
    }

    @Test("on a full disk go on in the room that their log has") func fullDiskWithLog() throws {
        let till = try Journal(path: folder.journal, access: .writing(writer()), vfs: TestDisk.layer)
        for number in 1...5 { try till.record(.sample("A\(number)"), .approved()) }
        for suffix in ["", "-wal"] {
            let size = try #require(contents(of: folder.journal + suffix)).count
            TestDisk.limit(folder.journal + suffix, to: Int64(size))
        }
        try till.record(.sample("B1"), .approved())
        till.close()
        #expect(try references(openBooks(at: folder.journal)).first == "B1")
    }

    @Test("with no room at all say so, and say so again") func noRoom() throws {
        let till = try Journal(path: folder.journal, access: .writing(writer()), vfs: TestDisk.layer)
        let record = try till.record(.sample("A1"))
        for suffix in ["", "-wal"] { TestDisk.limit(folder.journal + suffix, to: 0) }
        for _ in 1...2 {
            #expect(throws: JournalError.diskFull(path: folder.journal)) { try till.record(.sample("A2")) }
        }
        for suffix in ["", "-wal"] { TestDisk.limit(folder.journal + suffix, to: nil) }
        let next = try till.record(.sample("A2"))
        let found = try till.sync { store throws(JournalError) in try store.history(before: nil, limit: 3) }
        #expect(found == [next, record])
    }
}
