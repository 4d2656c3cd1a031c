import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Sale") struct SalePageTests {
    @Test("1250 and Enter: 12.50 before, the payment's page after (check 1)") func charge() {
        var till = Till.ready()
        till.type("1250")
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(1250))
        till.press(.confirm)
        #expect(till.state.page == .payment)
        #expect(till.books.records.map(\.intent.amount) == [money(1250)])
        #expect(till.charges == 1)
    }

    @Test("12.5 gives the same (check 2)") func point() {
        var till = Till.ready()
        till.type("12.5")
        till.press(.confirm)
        #expect(till.books.records.map(\.intent.amount) == [money(1250)])
    }

    @Test("in yen 1250 is 1,250, and a point is refused with a sentence (check 3)") func yen() {
        var till = Till.ready(currency: .jpy)
        till.type("1250")
        #expect(till.press(.point).bells == 1)
        #expect(till.state.hint == .amountRefused(.noDecimals(.jpy)))
        #expect(till.state.entry.amount == money(1250, .jpy))
    }

    @Test("15 digits: refused at the limit with a sentence, and the earlier digits stay (check 4)") func limit() {
        var till = Till.ready()
        till.type("123456789012345")
        #expect(till.state.hint == .amountRefused(.tooLarge))
        #expect(till.state.entry.amount == money(1_234_567_890))
        till.press(.erase)
        #expect(till.state.hint == nil)
        #expect(till.state.entry.amount == money(123_456_789))
    }

    @Test("125000, Enter, Enter: nothing is charged without 1 (check 6)") func askAgain() {
        var till = Till.ready()
        till.type("125000")
        till.press(.confirm)
        let request = SaleRequest(amount: money(125_000))
        #expect(till.state.page == .askAgain(request, yes: false))
        till.press(.confirm, after: 1000)
        #expect(till.state.page == .sale)
        #expect(till.charges == 0)
        #expect(till.state.entry.amount == money(125_000))

        till.press(.confirm)
        till.press(.digit(1), after: 1000)
        #expect(till.charges == 0)
        till.press(.confirm)
        #expect(till.charges == 1)
        #expect(till.state.page == .payment)
    }

    @Test("the question begins at its amount", arguments: [(Int64(99_999), 1), (100_000, 0)])
    func askAgainFrom(minorUnits: Int64, charges: Int) {
        var till = Till.ready()
        till.type("\(minorUnits)")
        till.press(.confirm)
        #expect(till.charges == charges)
    }

    @Test(
        "two Enters in a row do not answer the question: it has not been read", arguments: [0, 5, 50, 299] as [Int64])
    func typeAhead(gap: Int64) {
        var till = Till.ready()
        till.type("125000")
        till.press(.confirm)
        for command in [AppCommand.digit(1), .confirm, .yes, .confirm] { till.press(command, after: gap) }
        #expect(till.state.page == .askAgain(SaleRequest(amount: money(125_000)), yes: false))
        #expect(till.charges == 0)
    }

    @Test("r fills in the last amount and sends nothing (check 7)") func repeatAmount() {
        var till = Till.showing(.authorised)
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.state.entry.isEmpty)
        let effects = till.press(.repeatAmount)
        #expect(effects.isEmpty)
        #expect(till.state.entry.amount == money(1250))
        #expect(till.charges == 1)
    }

    @Test("r without an earlier sale, or one in another currency, fills in nothing") func nothingToRepeat() {
        var till = Till.ready()
        till.press(.repeatAmount)
        #expect(till.state.hint == .nothingToRepeat)
        till.give(.day(DayBooks(last: .sample(1, .sample(amount: money(1250, .eur))))))
        till.press(.repeatAmount)
        #expect(till.state.hint == .nothingToRepeat)
        #expect(till.state.entry.isEmpty)
    }

    @Test("r repeats no money that went back, and leaves the rest of a ticket what it is") func notRepeated() {
        var till = Till.ready()
        var refund = OperationRecord.sample(1, .sample(amount: money(500)))
        refund.intent.kind = .refund
        till.give(.day(DayBooks(last: refund)))
        till.press(.repeatAmount)
        #expect(till.state.hint == .nothingToRepeat)
        #expect(till.state.entry.isEmpty)

        var rest = TenderPageTests.partlyPaid()
        rest.press(.anotherCard)
        rest.press(.repeatAmount)
        #expect(rest.state.hint == .ticketAtHand)
        #expect(rest.state.ticket.sums.total == money(750))
    }

    @Test("13 digits and Enter at 5 ms: a barcode, and no payment (check 8)") func barcode() {
        var till = Till.ready()
        till.type("12")
        till.advance(by: 500)
        till.type("4006381333931", every: 5)
        till.press(.confirm, after: 5)
        #expect(till.state.hint == .barcodeIgnored)
        #expect(till.state.entry.amount == money(12))
        #expect(till.charges == 0)
        till.press(.confirm)
        #expect(till.charges == 1)
        #expect(till.books.records.map(\.intent.amount) == [money(12)])
    }

    @Test(
        "a paste never charges, with or without a line end (check 9)",
        arguments: [
            ("1250\n", 1250), ("1250\r\n", 1250), ("1250", 1250), ("12.50\n", 1250), ("12,5", 1250), ("12\n\n\n", 12),
        ] as [(String, Int64)])
    func paste(text: String, minorUnits: Int64) {
        var till = Till.ready()
        #expect(till.give(.paste(text)).isEmpty)
        #expect(till.state.entry.amount == money(minorUnits))
        #expect(till.state.page == .sale)
        #expect(till.charges == 0)
    }

    @Test(
        "a paste that is no amount changes nothing",
        arguments: [
            "", "\n", "abc", "-5", "12.345", "1e5", "4294967296", "42949672.96", "99999999999999999999", "1 250", "١٢",
        ])
    func pasteIgnored(text: String) {
        var till = Till.ready()
        till.type("7")
        till.give(.paste(text))
        #expect(till.state.entry.amount == money(7))
        #expect(till.state.hint == .pasteIgnored)
    }

    @Test("a paste elsewhere does nothing") func pasteElsewhere() {
        for till in [Till(), .paying(), .showing(.authorised)] {
            var till = till
            let page = till.state.page
            #expect(till.give(.paste("1250\n")).isEmpty)
            #expect(till.state.page == page)
            #expect(till.state.entry.isEmpty || page == .payment)
        }
    }

    @Test("the arrows of a keypad without Num Lock change nothing and say so") func numLock() {
        var till = Till.ready()
        till.type("12")
        for command in [AppCommand.up, .down, .pageUp, .pageDown, .top, .bottom] {
            #expect(till.press(command).bells == 1)
            #expect(till.state.hint == .numLockOff)
        }
        #expect(till.state.entry.amount == money(12))
        till.press(.digit(5))
        #expect(till.state.hint == nil)
    }

    @Test("Enter on nothing but zeros says that no amount was typed") func nothingTyped() {
        var till = Till.ready()
        till.type("000")
        till.press(.confirm)
        #expect(till.state.hint == .nothingTyped)
        #expect(till.charges == 0)
    }

    @Test("Esc clears the amount and never quits") func escape() {
        var till = Till.ready()
        till.type("1250")
        till.press(.back)
        till.press(.back)
        #expect(till.state.entry.isEmpty)
        #expect(till.state.page == .sale)
        #expect(!till.effects.contains(.quit))
    }

    @Test("20 times Enter charges once (check 13)", arguments: [0, 5, 100] as [Int64]) func twentyEnters(gap: Int64) {
        var till = Till.ready()
        till.holdsBooks = true
        till.type("1250")
        for _ in 0..<10 { till.press(.confirm, after: gap) }
        till.holdsBooks = false
        till.letBooksWork()
        for _ in 0..<10 { till.press(.confirm, after: gap) }
        #expect(till.books.records.count == 1)
        #expect(till.charges == 1)
        #expect(till.state.page == .payment)
    }

    @Test("a sale that is refused says why, and keeps the amount") func notConnected() {
        var till = Till.ready()
        till.give(.linkEnded(.broken))
        till.type("1250")
        till.press(.confirm)
        #expect(till.state.hint == .notStarted(.notConnected))
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(1250))
        #expect(till.books.records.isEmpty)
    }

    @Test("books that refuse the intent bring the sale back, and no money moved") func booksFailed() {
        var till = Till.ready()
        till.books.refusals = 1
        till.type("1250")
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: false))
        #expect(till.charges == 0)
    }
}
