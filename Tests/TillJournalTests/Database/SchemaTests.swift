import Money
import Testing

@testable import TillJournal

@Suite("Schema") struct SchemaTests {
    let folder = ScratchFolder()

    @Test("version 1 is read and written on", arguments: [true, false])
    func versionOne(isReading: Bool) throws {
        let path = folder.path + "/journal.sqlite"
        #expect(runSQL(SchemaVersion1.sql, at: path) == nil)
        let journal =
            if isReading { try Journal.open(at: path, access: .reading) } else { try openBooks(at: path) }
        try journal.sync { store throws(JournalError) in
            let sale = try store.operation(reference: "T1-000417-K7Q2")
            #expect(sale?.sequence == 7)
            #expect(sale?.intent.amount == money(1000))
            #expect(sale?.intent.customerReference == "table 4")
            #expect(sale?.intent.startedAt.iso8601 == "2023-11-14T23:13:20.000+01:00")
            #expect(sale?.outcome?.verdict == .approved)
            #expect(sale?.outcome?.gratuity == money(100))
            #expect(sale?.outcome?.transactionID == OperationOutcome.guid)
            #expect(sale?.outcome?.settledBy == .readerAnswer)
            let inDoubt = try store.operationsInDoubt(readerSerial: "12345")
            #expect(inDoubt.map(\.intent.reference) == ["T1-000418-K7Q2"])
            #expect(inDoubt.map(\.wasRelayedToBank) == [true])
            #expect(
                try store.events(of: 8).map(\.kind) == [
                    .requestSent, .statusReported(code: 34, text: "Waiting for card"), .relayedToBank,
                ])
            #expect(try store.unclaimed().map(\.customerReference) == ["other till"])
        }
        guard !isReading else { return }
        #expect(try journal.sync { store throws(JournalError) in try store.mintReference() } == "T1-000419-K7Q2")
        #expect(try journal.record(.sample("T1-000419-K7Q2")).sequence == 9)
    }

    @Test("of new books is that of version 1") func sameTables() throws {
        let path = folder.path + "/old.sqlite"
        #expect(runSQL(SchemaVersion1.sql, at: path) == nil)
        try openBooks(at: folder.journal).close()
        let tables = try [path, folder.journal].map { path in
            try Database(path: path, isWriting: false, vfs: nil).rows("SELECT sql FROM sqlite_schema ORDER BY name") {
                row in row.text()
            }
        }
        #expect(tables[0] == tables[1])
    }

    @Test("grows by whole migrations or not at all") func migrations() throws {
        try openBooks(at: folder.journal).close()
        let database = try Database(path: folder.journal, isWriting: true, vfs: nil)
        let next = Schema.migrations + ["CREATE TABLE shift (id INTEGER PRIMARY KEY) STRICT"]
        let broken = next + ["CREATE TABLE drawer (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE shift (id INTEGER)"]
        #expect(throws: JournalError.self) { try Schema.migrate(database, with: broken) }
        #expect(try Schema.version(of: database) == 2)
        #expect(try database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'drawer'") { _ in }.isEmpty)
        try Schema.migrate(database, with: next)
        #expect(try Schema.version(of: database) == 2)
        #expect(throws: JournalError.newerSchema(path: folder.journal, found: 2, known: 1)) {
            try Schema.migrate(database)
        }
    }
}
