import Testing

@testable import TillJournal

@Suite("After a power cut") struct PowerCutTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try Journal(path: folder.journal, access: .writing(writer()), vfs: TestDisk.layer)
    }

    /// The books as they are when the machine comes up again.
    private func reopened() throws -> Journal {
        let path = folder.path + "/after.sqlite"
        for suffix in ["", "-wal"] { write(TestDisk.remains(of: folder.journal + suffix), to: path + suffix) }
        return try openBooks(at: path)
    }

    private func history(_ journal: Journal) throws -> [OperationRecord] {
        try journal.sync { store throws(JournalError) in try store.history(before: nil, limit: 100) }
    }

    @Test("new books are there") func newBooks() throws {
        #expect(try history(reopened()).isEmpty)
    }

    @Test("every recorded intent is there") func intents() throws {
        let records = try (1...3).map { try journal.record(.sample("A\($0)")) }
        #expect(try history(reopened()) == records.reversed())
    }

    @Test("every recorded outcome is there, and every unclaimed result") func outcomes() throws {
        let record = try journal.record(.sample("A1"), .approved())
        let unclaimed = try journal.sync { store throws(JournalError) in
            try store.recordUnclaimed(.ended(.declined), from: .counter, customerReference: "x")
        }
        let after = try reopened()
        #expect(try history(after) == [record])
        #expect(try after.sync { store throws(JournalError) in try store.unclaimed() } == [unclaimed])
    }

    @Test("events are gone until the next intent or outcome has taken them along") func events() throws {
        let record = try journal.record(.sample("A1"))
        try journal.note(.relayedToBank, of: record.sequence)
        do {
            let after = try reopened()
            #expect(try history(after).map(\.wasRelayedToBank) == [false])
            after.close()
        }
        try journal.record(.sample("A2"))
        #expect(try history(reopened()).map(\.wasRelayedToBank) == [false, true])
    }

    @Test("a reference that was sent is not given again") func references() throws {
        let minted = try journal.sync { store throws(JournalError) in try store.mintReference() }
        try journal.record(.sample(minted))
        let next = try reopened().sync { store throws(JournalError) in try store.mintReference() }
        #expect(next != minted)
    }

    @Test("books with a long log are whole") func checkpoints() throws {
        var outcome = OperationOutcome.approved()
        outcome.customerReceipt = String(repeating: "receipt ", count: 20_000)
        var records: [OperationRecord] = []
        for number in 1...60 {
            let record = try journal.record(.sample("A\(number)"), outcome)
            try journal.note(.linkLost, of: record.sequence)
            records.insert(record, at: 0)
        }
        // The log was carried over to the file meanwhile.
        #expect(TestDisk.remains(of: folder.journal).count > 1_000_000)
        #expect(try history(reopened()) == records)
    }

    @Test("nothing is lost, for two syncs a sale") func syncs() throws {
        let log = folder.journal + "-wal"
        try journal.record(.sample("A0"))
        var syncs: [Int] = []
        syncs.append(TestDisk.syncs(of: log))
        let minted = try journal.sync { store throws(JournalError) in try store.mintReference() }
        syncs.append(TestDisk.syncs(of: log))
        let record = try journal.record(.sample(minted))
        syncs.append(TestDisk.syncs(of: log))
        for _ in 1...10 { try journal.note(.linkLost, of: record.sequence) }
        syncs.append(TestDisk.syncs(of: log))
        _ = try journal.sync { store throws(JournalError) in try store.recordOutcome(.approved(), of: record.sequence) }
        syncs.append(TestDisk.syncs(of: log))
        #expect(syncs.map { $0 - syncs[0] } == [0, 0, 1, 1, 2])
    }
}
