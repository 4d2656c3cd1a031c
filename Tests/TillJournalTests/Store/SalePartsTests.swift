import Money
import Testing

@testable import TillJournal

@Suite("What a sale is made of") struct SalePartsTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func intent(_ parts: SaleParts?, amount: Amount? = money(1000)) -> OperationIntent {
        var intent = OperationIntent.sample("A1", kind: .saleAndTokenize, amount: amount)
        intent.description = "2 x Filter coffee"
        intent.invoiceNumber = "A17"
        intent.parts = parts
        return intent
    }

    @Test("stands in the books with its intent, and survives the program") func roundTrip() throws {
        var outcome = OperationOutcome.approved()
        outcome.cardToken = "tok-1"
        let record = try journal.record(intent(.sample), outcome)
        #expect(record.intent.parts == .sample)
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        #expect(try survivor.sync { store throws(JournalError) in try store.operation(sequence: 1) } == record)
    }

    @Test(
        "without tax, with tax in the subtotal, and without parts",
        arguments: [
            nil, SaleParts(subtotal: money(950), tip: money(50)),
            SaleParts(
                subtotal: money(1000),
                tax: .init(amount: money(167), rate: Percentage(thousandths: 20_000), isIncluded: true), tip: money(0)),
        ])
    func kinds(parts: SaleParts?) throws {
        let record = try journal.record(intent(parts))
        #expect(try journal.sync { store throws(JournalError) in try store.operation(sequence: 1) } == record)
    }

    @Test(
        "is refused where it does not add up, and nothing is written",
        arguments: [
            SaleParts(subtotal: money(999), tip: money(0)), SaleParts(subtotal: money(.max), tip: money(.max)),
            SaleParts(
                subtotal: money(1000),
                tax: .init(amount: money(1), rate: Percentage(thousandths: 1), isIncluded: false), tip: money(0)),
            SaleParts(subtotal: money(1000, "EUR"), tip: money(0, "EUR")),
        ])
    func doesNotAddUp(parts: SaleParts) throws {
        #expect(throws: JournalError.self) { try journal.record(intent(parts)) }
        #expect(try journal.sync { store throws(JournalError) in try store.operation(sequence: 1) } == nil)
    }

    @Test("is refused where there is no amount") func noAmount() throws {
        #expect(throws: JournalError.self) { try journal.record(intent(.sample, amount: nil)) }
    }
}

@Suite("Parked tickets") struct ParkedTicketTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func draft(_ label: String, _ minorUnits: Int64 = 1250) -> ParkedTicket.Draft {
        ParkedTicket.Draft(label: label, total: money(minorUnits), at: .second(5), contents: "{\"\(label)\":1}")
    }

    private func all(_ journal: Journal) throws -> [ParkedTicket] {
        try journal.sync { store throws(JournalError) in try store.parkedTickets() }
    }

    @Test("survive the program, oldest first") func survive() throws {
        for label in ["Table 1", "Table 2"] {
            try journal.sync { store throws(JournalError) in _ = try store.park(draft(label)) }
        }
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        #expect(
            try all(survivor) == [.init(number: 1, draft: draft("Table 1")), .init(number: 2, draft: draft("Table 2"))])
    }

    @Test("are taken back once, and the one at hand is set aside in the same step") func resume() throws {
        try journal.sync { store throws(JournalError) in _ = try store.park(draft("Table 1")) }
        let taken = try journal.sync { store throws(JournalError) in
            try store.resume(1, settingAside: draft("Table 2"))
        }
        #expect(taken.ticket == .init(number: 1, draft: draft("Table 1")))
        #expect(taken.all == [.init(number: 2, draft: draft("Table 2"))])
        // It is gone, so the one at hand stays at hand.
        let again = try journal.sync { store throws(JournalError) in
            try store.resume(1, settingAside: draft("Table 3"))
        }
        #expect(again.ticket == nil)
        #expect(again.all == taken.all)
        #expect(try all(journal) == taken.all)
    }

    @Test("hold no full card number, and are not changed by one who only reads") func guarded() throws {
        try journal.sync { store throws(JournalError) in _ = try store.park(draft("4111111111111111")) }
        #expect(try all(journal).allSatisfy { !$0.draft.label.contains("41111111") })
        #expect(try all(journal).allSatisfy { !$0.draft.contents.contains("41111111") })
        let reader = try Journal.open(at: folder.journal, access: .reading)
        #expect(throws: JournalError.readOnly(path: folder.journal)) {
            try reader.sync { store throws(JournalError) in try store.park(draft("Table 9")) }
        }
    }
}
