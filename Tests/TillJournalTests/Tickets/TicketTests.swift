import Money
import Testing

@testable import TillJournal

@Suite("Tickets") struct TicketTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func ticket(_ reference: String = "A") throws -> TicketState? {
        try journal.sync { store throws(JournalError) in try store.ticket(reference) }
    }

    @discardableResult
    private func note(_ minor: Int64, _ kind: Tender.Kind = .cash, code: String = "GBP") throws -> TicketState {
        let tender = Tender(kind: kind, amount: money(minor, code), at: .second(30))
        return try journal.sync { store throws(JournalError) in try store.recordTender(tender, on: "A") }
    }

    private func partial(_ minor: Int64, due: Int64, gratuity: Int64? = nil) -> OperationOutcome {
        var outcome = OperationOutcome.approved(money(minor), transactionID: "part-\(minor)")
        outcome.verdict = .partiallyApproved
        outcome.due = money(due)
        outcome.gratuity = gratuity.map { money($0) }
        return outcome
    }

    @Test("are named by their first operation, and their operations are numbered") func numbers() throws {
        let first = try journal.record(.sample("A"), .ended(.failed))
        let second = try journal.record(.sample("B", ticket: "A"), .approved())
        let other = try journal.record(.sample("C"))
        #expect([first, second, other].map(\.numberedTicket) == ["A/1", "A/2", "C/1"])
        let found = try journal.sync { store throws(JournalError) in try store.operation(reference: "B") }
        #expect(found == second)
    }

    @Test("are not known without a sale") func none() throws {
        #expect(try ticket() == nil)
        try journal.record(.sample("A", kind: .tokenize, amount: nil), .ended(.processed))
        #expect(try ticket() == nil)
        #expect(throws: JournalError.refused(.unknownTicket("A"))) { try note(100) }
    }

    @Test("that were paid in part are due for the rest, by card and cash") func partialApproval() throws {
        try journal.record(.sample("A", amount: money(3757)), partial(2000, due: 1757))
        let state = try #require(try ticket())
        #expect(state.asked == money(3757))
        #expect(state.paidByCard == money(2000))
        #expect(state.due == money(1757))
        #expect(state.isPartlyPaid)
        #expect(throws: JournalError.refused(.aboveDue(ticket: "A", due: money(1757)))) {
            try journal.record(.sample("B", amount: money(1758), ticket: "A"))
        }
        try journal.record(.sample("C", amount: money(1000), ticket: "A"), .approved(transactionID: "c"))
        let settled = try note(757)
        #expect(settled.paidOtherwise == money(757))
        #expect(settled.due == money(0))
        #expect(!settled.isPartlyPaid)
        #expect(settled.attempts == 2)
        for minor in [1, 1000] as [Int64] {
            #expect(throws: JournalError.refused(.aboveDue(ticket: "A", due: money(0)))) {
                try journal.record(.sample("D", amount: money(minor), ticket: "A"))
            }
            #expect(throws: JournalError.refused(.aboveDue(ticket: "A", due: money(0)))) { try note(minor) }
        }
        #expect(try ticket() == settled)
    }

    @Test("keep what customers add on the reader apart from what they cost") func gratuity() throws {
        try journal.record(.sample("A", amount: money(2000)), partial(1500, due: 700, gratuity: 200))
        let state = try #require(try ticket())
        #expect(state.gratuity == money(200))
        #expect(state.due == money(700))
        let full = try journal.record(.sample("B", amount: money(1000)))
        var outcome = OperationOutcome.approved(money(1100), transactionID: "b")
        outcome.gratuity = money(100)
        try journal.settle(full, outcome)
        #expect(try ticket("B")?.due == money(0))
    }

    @Test(
        "cost what the sale before the first payment asked for",
        arguments: [
            // Amounts asked for, which of them is paid or followed by cash, what the ticket then costs.
            ([1000, 1200], nil, nil, 1200), ([1000, 1200], 1, nil, 1200), ([1000, 1200], nil, 1, 1200),
            ([1000, 1200, 700], nil, 1, 1200),
        ] as [([Int64], Int?, Int?, Int64)])
    func asked(amounts: [Int64], paid: Int?, cashAfter: Int?, expected: Int64) throws {
        for (index, minor) in amounts.enumerated() {
            let intent = OperationIntent.sample("A\(index)", amount: money(minor), ticket: "A")
            let outcome =
                index == paid
                ? OperationOutcome.approved(money(minor), transactionID: "p") : .ended(.declined)
            try journal.record(intent, outcome)
            if index == cashAfter { try note(500) }
        }
        #expect(try ticket()?.asked == money(expected))
    }

    @Test("in doubt are not charged again before that is known or somebody has decided") func inDoubt() throws {
        let first = try journal.record(.sample("A"))
        let again = OperationIntent.sample("B", ticket: "A")
        let refusal = JournalError.refused(.ticketInDoubt(ticket: "A", reference: "A"))
        #expect(throws: refusal) { try journal.record(again) }
        #expect(try ticket()?.inDoubt == [first.sequence])
        // Another ticket is not concerned.
        try journal.record(.sample("C"), .ended(.declined))
        let decision = SupervisorDecision(kind: .goOnAnyway, supervisor: "Ann", evidence: "slip", at: .second(9))
        _ = try journal.sync { store throws(JournalError) in try store.decide(decision, of: first.sequence) }
        try journal.record(again, .ended(.declined))
        // The decision was for one operation.
        #expect(throws: refusal) { try journal.record(.sample("D", ticket: "A")) }
        try journal.settle(first, .ended(.failed, by: .pendingResult))
        try journal.record(.sample("D", ticket: "A"), .approved())
        #expect(try ticket()?.due == money(0))
    }

    @Test("that timed out stay payable") func timedOut() throws {
        try journal.record(.sample("A"), .ended(.failed))
        try journal.record(.sample("B", ticket: "A"), .ended(.cancelled))
        #expect(try journal.record(.sample("C", ticket: "A"), .approved()).numberedTicket == "A/3")
    }

    @Test("whose payment was reversed are unpaid, and no longer partly paid") func reversed() throws {
        try journal.record(.sample("A", amount: money(3000)), partial(2000, due: 1000))
        let intent = OperationIntent.sample("V", kind: .saleReversal, amount: money(2000), undoing: "part-2000")
        try journal.record(intent, .approved(money(2000), transactionID: "v"))
        let state = try #require(try ticket())
        #expect(state.paidByCard == money(0))
        #expect(state.due == money(3000))
        #expect(!state.isPartlyPaid)
    }

    @Test("whose payment was refunded are not due again, and no longer partly paid") func refunded() throws {
        try journal.record(.sample("A", amount: money(3000)), partial(2000, due: 1000))
        let intent = OperationIntent.sample("R", kind: .refund, amount: money(2000), undoing: "part-2000")
        try journal.record(intent, .approved(money(2000), transactionID: "r"))
        let state = try #require(try ticket())
        #expect(state.refunded == money(2000))
        #expect(state.due == money(1000))
        #expect(!state.isPartlyPaid)
    }

    @Test("keep one currency, and tenders above zero") func amounts() throws {
        try journal.record(.sample("A", amount: money(3000)), partial(2000, due: 1000))
        let refusal = JournalError.refused(.otherCurrency(currency("EUR"), expected: currency("GBP")))
        #expect(throws: refusal) { try note(5, code: "EUR") }
        #expect(throws: refusal) { try journal.record(.sample("B", amount: money(5, "EUR"), ticket: "A")) }
        #expect(throws: JournalError.refused(.noAmount)) { try note(0) }
        #expect(throws: JournalError.refused(.noAmount)) { try note(-1) }
    }

    @Test("of the largest amounts add up or say that they do not") func largest() throws {
        try journal.record(.sample("A", amount: money(.max)), partial(.max - 1, due: 1))
        #expect(try note(1).isPartlyPaid == false)
        try journal.record(.sample("B", amount: money(.max)), partial(5, due: 1, gratuity: .max))
        #expect(throws: JournalError.self) { try ticket("B") }
        let query = try HistoryQuery("sale", now: .second(0), currencies: [currency("GBP")])
        let none = try journal.sync { store throws(JournalError) in
            try store.history(matching: query, before: .min, limit: 5)
        }
        #expect(none.isEmpty)
    }

    @Test("keep their tenders when the program is killed") func killed() throws {
        try journal.record(.sample("A", amount: money(3000)), partial(2000, due: 1000))
        let state = try note(400)
        try note(100, .other)
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        let (tenders, after) = try survivor.sync { store throws(JournalError) in
            (try store.tenders(on: "A"), try store.ticket("A"))
        }
        #expect(state.due == money(600))
        #expect(after?.due == money(500))
        #expect(
            tenders == [
                Tender(kind: .cash, amount: money(400), at: .second(30)),
                Tender(kind: .other, amount: money(100), at: .second(30)),
            ])
        #expect(runSQL("DELETE FROM tender", at: folder.journal) == "a tender is never deleted")
        #expect(runSQL("UPDATE tender SET amount_minor = 1", at: folder.journal) == "a tender is never edited")
    }
}
