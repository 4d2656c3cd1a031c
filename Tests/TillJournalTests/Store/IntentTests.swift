import Money
import Testing

@testable import TillJournal

@Suite("Intents") struct IntentTests {
    let folder = ScratchFolder()

    @Test("stand in the books when recording returns, even if the program is killed then") func killed() throws {
        let journal = try openBooks(at: folder.journal)
        let record = try journal.record(.sample("A1"))
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        let found = try survivor.sync { store throws(JournalError) in try store.operationsInDoubt(readerSerial: nil) }
        #expect(found == [record])
        #expect(record.isInDoubt)
    }

    @Test("come back as they were", arguments: OperationKind.allCases) func roundTrip(kind: OperationKind) throws {
        let journal = try openBooks(at: folder.journal)
        let intent = OperationIntent(
            kind: kind, amount: kind == .update ? nil : money(1, "JPY"), reference: "A1",
            customerReference: "Tisch 4 „Fenster“", ticket: "Tisch 4", originalTransactionID: OperationOutcome.guid,
            reader: .terrace,
            bootID: "boot-2", startedAt: Timestamp(millisecondsSince1970: 1_700_000_000_123, offsetFromUTC: -12_600))
        let record = try journal.record(intent, allowsForeignOriginal: true)
        let found = try journal.sync { store throws(JournalError) in try store.operation(reference: "A1") }
        #expect(record.intent == intent)
        #expect(found == record)
    }

    @Test("send their own reference unless the cashier gave one") func customerReference() {
        #expect(OperationIntent.sample("A1").customerReference == "A1")
        #expect(OperationIntent.sample("A1", customerReference: "B").customerReference == "B")
    }

    @Test("never share a reference") func referenceTaken() throws {
        let journal = try openBooks(at: folder.journal)
        try journal.record(.sample("A1"))
        #expect(throws: JournalError.referenceTaken(reference: "A1")) {
            try journal.record(.sample("A1", amount: money(5)))
        }
        let count = try journal.sync { store throws(JournalError) in try store.history(before: nil, limit: 10).count }
        #expect(count == 1)
    }

    @Test("need a reference that the reader can carry", arguments: ["", "a b", "é", "12345678901234567890123456"])
    func unfitReference(reference: String) throws {
        let journal = try openBooks(at: folder.journal)
        #expect(throws: JournalError.unfitReference) { try journal.record(.sample(reference)) }
    }

    @Test("of simulated readers stay out of real books, and the other way round")
    func wrongBooks() throws {
        let real = try openBooks(at: folder.journal)
        #expect(throws: JournalError.wrongBooks(path: folder.journal, heldBooks: .real)) {
            try real.record(.sample("A1", reader: .simulated))
        }
        let path = folder.path + "/simulated-journal.sqlite"
        let simulated = try openBooks(at: path, as: writer(books: .simulated))
        try simulated.record(.sample("A1", reader: .simulated))
        #expect(throws: JournalError.wrongBooks(path: path, heldBooks: .simulated)) {
            try simulated.record(.sample("A2"))
        }
    }

    @Test("number on and are never numbered again") func sequences() throws {
        let journal = try openBooks(at: folder.journal)
        let numbers = try ["A1", "A2", "A3"].map { try journal.record(.sample($0)).sequence }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == 3)
    }
}
