import Money
import Testing

@testable import TillJournal

@Suite("Schema") struct SchemaTests {
    let folder = ScratchFolder()

    private func oldBooks() -> String {
        let path = folder.path + "/journal.sqlite"
        #expect(runSQL(SchemaVersion1.sql, at: path) == nil)
        return path
    }

    @Test("version 1 is brought up to date with everything in it") func versionOne() throws {
        let journal = try openBooks(at: oldBooks())
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
            #expect(try store.mintReference() == "T1-000419-K7Q2")
        }
        #expect(try journal.record(.sample("T1-000419-K7Q2")).sequence == 9)
    }

    @Test("version 1 learns what came later") func completed() throws {
        let query = try HistoryQuery("on:2023-11-14", now: .second(0), currencies: [currency("GBP")])
        let journal = try openBooks(at: oldBooks())
        try journal.sync { store throws(JournalError) in
            #expect(try store.ticket("T1-000417-K7Q2")?.paidByCard == money(1100))
            #expect(try store.operation(sequence: 8)?.originalSequence == 7)
            #expect(try store.operation(sequence: 8)?.numberedTicket == "T1-000418-K7Q2/1")
            // The refund is of another currency, so nothing can be said to be left.
            #expect(try store.balance(of: 7, at: .second(0)).rest == money(0))
            #expect(try store.check() == [])
            #expect(try store.history(matching: query, before: nil, limit: 9).map(\.sequence) == [8, 7])
        }
        // Settled operations are guarded as before.
        for column in ["attempt = 2", "verdict = 'declined'", "sequence = 70", "tip_minor = NULL", "card = ''"] {
            #expect(
                runSQL("UPDATE operation SET \(column) WHERE sequence = 7", at: folder.path + "/journal.sqlite")
                    == "a clear outcome is never replaced")
        }
    }

    @Test("version 1 is not touched by one who only reads") func reading() throws {
        let path = oldBooks()
        let bytes = contents(of: path)
        #expect(throws: JournalError.olderSchema(path: path, found: 1, known: 5)) {
            try Journal.open(at: path, access: .reading)
        }
        #expect(contents(of: path) == bytes)
    }

    @Test("of new books is that of old ones brought up to date") func sameTables() throws {
        let path = oldBooks()
        try openBooks(at: path).close()
        try openBooks(at: folder.journal).close()
        let tables = try [path, folder.journal].map { path in
            try Database(path: path, isWriting: false, vfs: nil).rows("SELECT sql FROM sqlite_schema ORDER BY name") {
                row in row.text()
            }
        }
        #expect(tables[0] == tables[1])
    }

    @Test("version 2 is brought up to date with everything in it") func versionTwo() throws {
        let path = folder.path + "/journal.sqlite"
        #expect(runSQL(SchemaVersion2.sql, at: path) == nil)
        let journal = try openBooks(at: path)
        try journal.sync { store throws(JournalError) in
            #expect(try store.ticket("T1-000419-K7Q2")?.due == money(0))
            let sale = try store.operation(sequence: 9)
            #expect(sale?.outcome?.due == money(500))
            #expect(sale?.outcome?.cardToken == "")
            #expect(sale?.intent.parts == nil)
            #expect(sale?.intent.description == "")
            #expect(try store.operation(sequence: 8)?.originalSequence == 7)
            let close = try store.dayCloses().first?.report.currencies.first
            #expect(close?.lines.netMinor == 1100)
            #expect(close?.keyedTipMinor == nil)
            #expect(try store.parkedTickets() == [])
            #expect(try store.check() == [])
        }
        #expect(try journal.record(.sample("T1-000420-K7Q2")).sequence == 10)
    }

    private static let old = [
        1: SchemaVersion1.sql, 2: SchemaVersion2.sql, 3: SchemaVersion3.sql, 4: SchemaVersion4.sql,
    ]

    /// Up to the newest operation of each version.
    private static let newest: [Int: Int64] = [1: 8, 2: 9, 3: 14, 4: 16]

    @Test("an old version is searched as if it had always been so", arguments: old.keys.sorted())
    func searched(version: Int) throws {
        let path = folder.path + "/journal.sqlite"
        #expect(runSQL(try #require(Self.old[version]), at: path) == nil)
        let journal = try openBooks(at: path)
        let newest = try #require(Self.newest[version])
        let found: [String: [Int64]] = [
            "approved": [14, 13, 11, 10, 7], "declined": [12], "unknown": [16, 15, 8], "partly": [9],
            "voided": [13], "refunded": [10], "sale": [16, 15, 13, 10, 9, 7], "refund": [12, 11, 8],
            "refund declined": [12], "refund unknown": [8], "sale voided": [13], "void": [14],
            "amount:10.00": [7], "amount:11.00": [10, 7], "amount:4.00": [16, 9], "amount:14.00": [15],
            "amount:3.00 declined": [12], "amount:12.50 unknown": [15], "card:1111": [9, 7],
            "card:2222 refund": [12, 11], "card:2222 refunded": [10], "card:4444 unknown": [15],
            "on:2023-11-15": [16, 14, 13, 12, 11, 10], "on:2020-09-13": [15], "before:2020-12-31": [15],
        ]
        for (text, numbers) in found {
            let query = try HistoryQuery(
                text, now: Timestamp(millisecondsSince1970: 0, offsetFromUTC: 3600), currencies: [currency("GBP")])
            let page = try journal.sync { store throws(JournalError) in
                try store.history(matching: query, before: nil, limit: 50).map(\.sequence)
            }
            // What a later version added can have changed the newest ones of an earlier one in no way.
            #expect(page == numbers.filter { $0 <= newest }, "\(text)")
        }
        #expect(try journal.check() == [])
        let inDoubt = try #require(try journal.sync { store throws(JournalError) in try store.inDoubtPinned().first })
        try journal.settle(inDoubt, .ended(.cancelled))
        #expect(try journal.check() == [])
    }

    @Test("an old version is what its migrations make", arguments: old.keys.sorted())
    func oldMigrations(count: Int) throws {
        let path = folder.path + "/journal.sqlite"
        #expect(runSQL(try #require(Self.old[count]), at: path) == nil)
        let made = folder.path + "/made.sqlite"
        write([], to: made)
        try Schema.migrate(
            Database(path: made, isWriting: true, vfs: nil), with: Array(Schema.migrations.prefix(count)))
        let tables = try [path, made].map { path in
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
        #expect(try Schema.version(of: database) == 6)
        #expect(try database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'drawer'") { _ in }.isEmpty)
        try Schema.migrate(database, with: next)
        #expect(try Schema.version(of: database) == 6)
        #expect(throws: JournalError.newerSchema(path: folder.journal, found: 6, known: 5)) {
            try Schema.migrate(database)
        }
    }
}
