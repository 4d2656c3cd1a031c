import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The rest of a ticket") struct TenderPageTests {
    /// A till that shows a sale of 12.50 of which a part was paid; 7.50 is due.
    static func partlyPaid() -> Till {
        var till = Till.showing(.partiallyApproved)
        till.give(.day(DayBooks(last: till.books.records.last, partlyPaid: [ticket(due: 750)])))
        return till
    }

    static func ticket(due: Int64, otherwise: Int64 = 0) -> TicketState {
        TicketState(
            reference: "T1-1", asked: money(1250), gratuity: money(0), paidByCard: money(500),
            paidOtherwise: money(otherwise), refunded: money(0), due: money(due), attempts: 1, inDoubt: [])
    }

    private func notes(_ effects: [AppEffect]) -> [Tender] {
        effects.compactMap { if case .recordTender(let tender, "T1-1") = $0 { tender } else { nil } }
    }

    @Test("cash above what is due is noted without the change, after a question") func cash() {
        var till = Self.partlyPaid()
        till.press(.otherPayment)
        till.type("1000")
        #expect(till.press(.confirm).allSatisfy { if case .arm = $0 { true } else { false } })
        till.advance(by: 1000)
        #expect(notes(till.press(.confirm)).isEmpty)
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.digit(1))
        let noted = notes(till.press(.confirm))
        #expect(noted.map(\.amount) == [money(750)])
        #expect(noted.first?.kind == .cash)
        // A second Enter notes nothing.
        #expect(notes(till.press(.confirm)).isEmpty)
        let effects = till.give(.tenderRecorded(Self.ticket(due: 0, otherwise: 750)))
        #expect(effects.contains(.acknowledge(sequence: 1)))
        // The change stays on the screen until it is acknowledged.
        guard case .tender(let paid) = till.state.page else {
            Issue.record("the change is not on the screen")
            return
        }
        #expect(paid.isPaid && paid.change == money(250))
        till.advance(by: 1000)
        for command in [AppCommand.digit(5), .yes, .erase, .otherPanel] { #expect(till.press(command) == [.bell(1)]) }
        #expect(notes(till.press(.confirm)).isEmpty)
        #expect(till.state.page == .sale)
        #expect(till.charges == 1)
    }

    @Test("a part of the rest leaves the rest of the rest due, on the result's page too") func part() {
        var till = Self.partlyPaid()
        till.press(.otherPayment)
        till.type("200")
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.yes)
        #expect(notes(till.press(.confirm)).map(\.amount) == [money(200)])
        till.give(.tenderRecorded(Self.ticket(due: 550, otherwise: 200)))
        #expect(till.result?.due == money(550))
        #expect(till.state.hint == .tenderNoted(money(200), due: money(550)))
        // And another card is asked for that much, on the same ticket.
        till.press(.anotherCard)
        #expect(till.state.entry.amount == money(550))
        till.press(.confirm)
        #expect(till.books.records.last?.intent.ticket == "T1-1")
        #expect(till.books.records.last?.intent.amount == money(550))
    }

    @Test("only cash may be more than what is due") func otherwise() {
        var till = Self.partlyPaid()
        till.press(.otherPayment)
        till.press(.otherPanel)
        till.type("1000")
        till.press(.confirm)
        #expect(till.state.hint == .aboveDue(money(750)))
        for _ in 0..<4 { till.press(.erase) }
        till.type("750")
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.digit(1))
        #expect(notes(till.press(.confirm)).map(\.kind) == [.other])
    }

    @Test("nothing typed notes nothing, and Esc goes back to the result") func nothing() {
        var till = Self.partlyPaid()
        let before = till.state.page
        till.press(.otherPayment)
        till.press(.erase)
        for _ in 0..<3 { till.press(.erase) }
        till.press(.confirm)
        #expect(till.state.hint == .nothingTyped)
        till.press(.back)
        #expect(till.state.page == before)
        #expect(notes(till.effects).isEmpty)
    }

    @Test("books that take no note say so, and nothing is thought paid") func failing() {
        var till = Self.partlyPaid()
        till.press(.otherPayment)
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        till.give(.tenderFailed(Books.full))
        #expect(till.state.hint == .tenderNotNoted(Books.full))
        guard case .tender(let tender) = till.state.page else {
            Issue.record("The page is gone.")
            return
        }
        #expect(!tender.isBusy && !tender.isChoosing && tender.due == money(750))
    }

    @Test("what was paid is given back by a void that is asked about") func giveBack() {
        var till = Self.partlyPaid()
        till.press(.void)
        guard case .void(let void) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(!void.yes)
        #expect(void.record.sequence == 1)
    }

    // MARK: Later

    /// A till at the sale, with a ticket that was left with a rest.
    static func later() -> Till {
        var till = Till.ready()
        till.give(.day(DayBooks(partlyPaid: [ticket(due: 750)])))
        return till
    }

    @Test("a ticket that was left stays at hand: ! opens it, and another card pays it") func attention() {
        var till = Self.later()
        till.press(.attention)
        #expect(till.state.page == .rest(RestPage(Self.ticket(due: 750), under: .sale)))
        // Enter alone goes back.
        till.press(.confirm)
        #expect(till.state.page == .sale)
        till.press(.attention)
        till.press(.digit(1))
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(750))
        #expect(till.charges == 0)
        till.press(.confirm)
        #expect(till.books.records.last?.intent.ticket == "T1-1")
    }

    @Test("clearing the amount leaves the ticket: the next sale is its own") func cleared() {
        var till = Self.later()
        till.press(.attention)
        till.press(.anotherCard)
        till.press(.back)
        till.type("500")
        till.press(.confirm)
        #expect(till.books.records.last?.intent.ticket == till.books.records.last?.intent.reference)
    }

    @Test("what is in doubt stands above tickets that are paid in part") func both() {
        var till = Till([.inDoubt()])
        till.connect()
        till.press(.confirm, after: 1000)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.give(.day(DayBooks(partlyPaid: [Self.ticket(due: 750)])))
        till.press(.attention)
        guard case .inDoubt = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        till.press(.digit(2))
        till.press(.confirm)
        guard case .rest = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
    }

    @Test("a rest that was noted in part before the till ended is what is due at the next start") func restart() throws
    {
        var record = Till.showing(.partiallyApproved).books.records[0]
        record.outcome?.due = money(750)
        var till = Till([record])
        till.give(.day(DayBooks(last: record, isLastUnseen: true, partlyPaid: [Self.ticket(due: 550)])))
        #expect(till.result?.due == money(550))
    }

    @Test("a declined attempt is tried again on the same ticket") func sameTicket() {
        var till = Till.showing(.declined)
        till.press(.anotherCard)
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.ticket) == ["T1-1", "T1-1"])
    }
}
