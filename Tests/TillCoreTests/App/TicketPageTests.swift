import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("A ticket on the sale") struct TicketPageTests {
    @Test("500 + 3*250 + are two lines and 12.50; - takes a line off, and says how it comes back (check 5)")
    func lines() {
        var till = Till.ready()
        till.type("500+3*250+")
        #expect(till.state.ticket.lines.count == 2)
        #expect(till.state.ticket.sums.total == money(1250))
        till.press(.erase)
        #expect(till.state.ticket.sums.total == money(500))
        #expect(till.state.hint == .lineTakenOff(.init(quantity: 3, unitMinor: 250)))
        till.press(.add)
        #expect(till.state.hint == .lineRestored)
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.amount) == [money(1250)])
    }

    @Test("Esc clears what is typed; the lines go only by a second Esc, and come back") func escape() {
        var till = Till.ready()
        till.type("500+25")
        till.press(.back)
        #expect(till.state.ticket.sums.total == money(500))
        till.press(.back)
        #expect(till.state.hint == .clearAsked)
        #expect(till.state.ticket.lines.count == 1)
        till.press(.digit(1))
        till.press(.erase)
        till.press(.back)
        #expect(till.state.ticket.lines.count == 1, "another key came between")
        till.press(.back)
        #expect(till.state.ticket.isBlank)
        #expect(till.state.hint == .ticketCleared)
        till.press(.add)
        #expect(till.state.ticket.sums.total == money(500))
    }

    @Test("a key that the ticket refuses rings and says why") func refused() {
        var till = Till.ready()
        #expect(till.press(.times).bells == 1)
        #expect(till.state.hint == .nothingTyped)
        till.type("3*")
        #expect(till.press(.confirm).bells == 1)
        #expect(till.state.hint == .ticketRefused(.priceMissing))
        #expect(till.charges == 0)
    }

    @Test("tax of the settings is charged, and stands in the books") func tax() {
        var till = Till.ready { $0.tax = TaxRule(rate: Percentage(thousandths: 8250), isIncluded: false) }
        till.type("3*55")
        till.press(.confirm)
        #expect(till.books.records.first?.intent.amount == money(179))
        #expect(till.books.records.first?.intent.parts?.tax?.amount == money(14))
    }

    @Test("with a decimal point 12 is 12.00") func keypad() {
        var till = Till.ready { $0.keypad = .decimalPoint }
        till.type("12")
        #expect(till.state.ticket.sums.total == money(1200))
        till.give(.paste("7"))
        #expect(till.state.ticket.sums.total == money(700))
    }

    // MARK: Tip, token, fields

    @Test("t offers presets, none, and an amount up to the cap") func tip() {
        var till = Till.ready()
        till.type("1000")
        till.press(.tip)
        till.press(.digit(2))
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.sums.tip == money(125))
        till.press(.tip)
        till.press(.digit(4))
        till.press(.confirm)
        till.type("501")
        #expect(till.press(.confirm).bells == 1)
        #expect(till.state.hint == .ticketRefused(.tipAboveCap(money(500))))
        till.press(.erase)
        till.press(.confirm)
        #expect(till.state.ticket.sums.total == money(1050))
        till.press(.tip)
        till.press(.digit(0))
        till.press(.confirm)
        #expect(till.state.ticket.sums.total == money(1000))
    }

    @Test("T asks for a token, and no more at the second time") func token() {
        var till = Till.ready()
        till.type("1000")
        till.press(.tokenize)
        #expect(till.state.hint == .tokenizeSet(true))
        till.press(.tokenize)
        #expect(till.state.hint == .tokenizeSet(false))
        till.press(.tokenize)
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.kind) == [.saleAndTokenize])
    }

    @Test("d takes what is sold, the invoice number and the reference; Esc changes nothing") func fields() {
        var till = Till.ready()
        till.type("300")
        till.press(.details)
        #expect(till.state.wantsText)
        till.write("Scone")
        till.press(.otherPanel)
        till.write("A17")
        till.press(.down)
        till.give(.paste("Table 7\nTable 8\n"))
        till.press(.confirm)
        till.press(.details)
        till.write("x")
        till.press(.back)
        till.press(.confirm)
        let intent = till.books.records.first?.intent
        #expect(intent?.description == "Scone")
        #expect(intent?.invoiceNumber == "A17")
        #expect(intent?.customerReference == "Table 7")
    }

    @Test("a field takes no more than the protocol carries") func fieldLimits() {
        var till = Till.ready()
        till.press(.details)
        till.press(.up)
        till.press(.down)
        till.press(.down)
        till.write(String(repeating: "x", count: 30))
        #expect(till.press(.text("\u{1B}")).bells == 1)
        till.press(.confirm)
        #expect(till.state.ticket.contents.customerReference.count == Ticket.referenceMax)
    }

    // MARK: Another attempt

    @Test(
        "after an attempt that took nothing the same ticket is charged again, numbered under one name",
        arguments: [FinancialStatus.declined, .cancelled])
    func again(outcome: HeftWire.FinancialStatus) {
        var till = Till.ready()
        till.type("500+3*250+")
        till.press(.tip)
        till.press(.digit(1))
        till.press(.confirm)
        till.press(.confirm)
        till.finish(answer(outcome, amount: money(1375), reference: "T1-1"))
        till.press(.anotherCard, after: 1000)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.lines.count == 2)
        #expect(till.charges == 1)
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.amount) == [money(1375), money(1375)])
        #expect(till.books.records.map(\.numberedTicket) == ["T1-1/1", "T1-1/2"])
        #expect(till.books.records.map(\.intent.reference) == ["T1-1", "T1-2"])
    }

    @Test("an attempt of another run of the till is offered with what the books hold of it") func afterRestart() {
        var intent = OperationIntent.sample(amount: money(1235), customerReference: "Table 7")
        intent.invoiceNumber = "A17"
        intent.parts = SaleParts(
            subtotal: money(1000),
            tax: .init(amount: money(85), rate: Percentage(thousandths: 8500), isIncluded: false), tip: money(150))
        var till = Till.ready()
        till.give(.outcomeRecorded(.sample(1, intent, outcome: .sample(.declined))))
        till.press(.anotherCard, after: 1000)
        #expect(till.state.ticket.sums.total == money(1235))
        till.press(.confirm)
        let next = till.books.records.last?.intent
        #expect(next?.parts == intent.parts)
        #expect(next?.ticket == "T1-1")
        #expect(next?.customerReference == "Table 7")
    }

    @Test("after an approval the next amount is a new sale") func afterApproval() {
        var till = Till.showing(.authorised)
        till.press(.confirm)
        till.type("900")
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.ticket) == ["T1-1", "T1-2"])
    }

    @Test("a new amount typed over another attempt is a new sale, and Esc ends the attempt too") func newSale() {
        for clear in [false, true] {
            var till = Till.showing(.declined)
            till.press(.anotherCard)
            if clear { till.press(.back) }
            till.type("900")
            till.press(.confirm)
            #expect(till.books.records.map(\.intent.ticket) == ["T1-1", "T1-2"])
        }
    }

    @Test("Esc on what the reader would not take brings the amount back to the field") func notTaken() {
        var till = Till.ready()
        till.type("1")
        till.press(.confirm)
        till.finish(answer(.failed, .unsupportedCurrency, amount: money(1), reference: "T1-1"), wasRelayed: false)
        till.press(.back, after: 1000)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.sums.total == money(1))
        till.type("250")
        #expect(till.state.ticket.sums.total == money(250))
        #expect(till.charges == 1)
    }

    @Test("a ticket at hand is not overwritten by another attempt") func atHand() {
        var till = Till.ready()
        till.type("500+")
        till.give(.outcomeRecorded(.sample(1, outcome: .sample(.declined))))
        #expect(till.press(.anotherCard, after: 1000).bells == 1)
        #expect(till.state.hint == .ticketAtHand)
        till.press(.back)
        #expect(till.state.ticket.sums.total == money(500))
    }

    @Test("what is still due is charged on the same ticket, without tax once more") func rest() {
        var till = Till.ready { $0.tax = TaxRule(rate: Percentage(thousandths: 20_000), isIncluded: false) }
        till.type("1000")
        till.press(.confirm)
        till.finish(
            answer(.partiallyApproved, amount: money(1200), reference: "T1-1", id: guid, due: money(700)))
        till.press(.anotherCard, after: 1000)
        #expect(till.state.ticket.sums.total == money(700))
        till.press(.confirm)
        #expect(till.books.records.last?.numberedTicket == "T1-1/2")
        #expect(till.books.records.last?.intent.parts == nil)
    }

    @Test("r fills in what was sold, without the tip of the customer before") func repeatAmount() {
        var till = Till.ready()
        var intent = OperationIntent.sample(amount: money(1150))
        intent.parts = SaleParts(subtotal: money(1000), tip: money(150))
        till.give(.day(DayBooks(last: .sample(1, intent, outcome: .sample(.approved)))))
        till.type("500+")
        till.press(.repeatAmount)
        #expect(till.state.ticket.sums.total == money(1500))
        till.press(.digit(7))
        #expect(till.state.ticket.sums.total == money(507))
    }

    // MARK: Set aside

    @Test("w sets a ticket aside and takes it back as it was") func park() {
        var till = Till.ready { $0.tax = TaxRule(rate: Percentage(thousandths: 20_000), isIncluded: true) }
        till.type("500+3*250")
        till.press(.tip)
        till.press(.digit(1))
        till.press(.confirm)
        let total = till.state.ticket.sums.total
        till.press(.setAside)
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.state.page == .sale)
        #expect(till.state.hint == .ticketParked)
        #expect(till.state.ticket.isBlank)
        #expect(till.state.parked.map(\.draft.total) == [total])
        till.press(.setAside)
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.state.hint == .ticketResumed)
        #expect(till.state.ticket.sums.total == total)
        #expect(till.state.ticket.lines.count == 2)
        #expect(till.state.parked.isEmpty)
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.amount) == [total])
    }

    @Test("taking one back sets the one at hand aside") func swap() {
        var till = Till.ready()
        till.type("500+")
        till.press(.setAside)
        till.press(.confirm)
        till.type("900")
        till.press(.setAside)
        till.press(.digit(2))
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.state.ticket.sums.total == money(500))
        #expect(till.state.parked.map(\.draft.total) == [money(900)])
    }

    @Test("books that refuse leave the ticket at hand") func refusedByBooks() {
        var till = Till.ready()
        till.parkingFails = true
        till.type("500+")
        till.press(.setAside)
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: false))
        #expect(till.state.ticket.sums.total == money(500))
        #expect(till.state.page == .sale)
    }

    @Test("a parked document that cannot be read goes back, and nothing traps", arguments: hostileDocuments)
    func unreadable(document: String) {
        var till = Till.ready()
        let draft = ParkedTicket.Draft(label: "x", total: money(1), at: .at(0), contents: document)
        till.press(.setAside)
        till.advance(by: 1)
        till.give(.parked([ParkedTicket(number: 9, draft: draft)]))
        till.press(.digit(1))
        till.press(.confirm, after: 0)
        till.give(.ticketResumed(ParkedTicket(number: 9, draft: draft), []))
        #expect(till.state.hint == .ticketUnreadable)
        #expect(till.state.ticket.isBlank)
        #expect(till.effects.contains(.park(draft)))
    }

    static let hostileDocuments: [String] = [
        "", "{}", "[]", "{\"currency\":\"EUR\"}", stored(quantity: 0, unit: 1), stored(quantity: 1, unit: 0),
        stored(quantity: 9999, unit: 4_294_967_295), stored(quantity: -1, unit: 5),
        stored(quantity: Int64.max, unit: Int64.max), stored(quantity: 1, unit: 1, tip: -5),
    ]

    private static func stored(quantity: Int64, unit: Int64, tip: Int64 = 0) -> String {
        """
        {"currency":"GBP","customerReference":"","invoiceNumber":"","lines":[{"description":"","quantity":\(quantity),\
        "unitMinor":\(unit)}],"nextDescription":"","tipMinor":\(tip),"tokenizesCard":false}
        """
    }
}
