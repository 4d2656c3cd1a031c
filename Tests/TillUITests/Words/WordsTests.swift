import HeftKit
import Money
import Terminal
import Testing
import TillCore
import TillJournal

@testable import TillUI

@Suite("Words") struct WordsTests {
    static let record = Shop().record(
        Amount(minorUnits: 1250, currency: .gbp), reader: Shop.identity(Shop.hiLite))
    static let refusals: [DeskNotice.Refusal] = [
        .notConnected, .busy, .readerNotAsked, .amountOutOfRange, .sameTicketInDoubt(record),
        .sameAmountInDoubt(record), .reader(.notConnected), .reader(.busy),
        .reader(.invalidArgument("The reference must have at most 25 characters.")),
    ]
    static let hints: [Hint] =
        [
            .amountRefused(.tooLarge), .amountRefused(.noDecimals(.jpy)), .amountRefused(.noMoreDecimals(.gbp)),
            .amountRefused(.secondPoint), .nothingTyped, .barcodeIgnored, .pasteIgnored, .numLockOff, .nothingToRepeat,
            .cancelNotPossible, .alreadyCancelling, .notDuringPayment, .notYet, .notConnected, .noPrinter, .noEmail,
            .noAddress, .chargeFirst, .currencySet(.eur, isUsual: false), .currencySet(.gbp, isUsual: true),
            .oneCurrency(.gbp), .pricesStand(.eur),
            .notFound("TOTAL"), .notSaved("The disk is full. Make room on it."), .copied("T1-000418-K7Q2"),
            .notCopied("T1-000418-K7Q2"), .noReceipt, .notVoided,
            .booksFailed(.diskFull(path: "/var/lib/till/books/journal.db"), moneyMayHaveMoved: false),
            .booksFailed(.diskFull(path: "/var/lib/till/books/journal.db"), moneyMayHaveMoved: true),
            .recoveryUndecided("DECLINED"), .bankListUndecided(1), .bankListUndecided(2), .unclaimedKept, .unknownFirst,
            .dueFirst,
            .notSimulated, .keyPassedOver, .noScript,
            .disconnected("HiLite 8421"), .forgotten("HiLite 8421"), .nothingToForget, .connectingStopped,
        ] + refusals.map(Hint.notStarted)

    @Test("every hint is whole sentences in plain words that fit the status line", arguments: hints)
    func everyHint(hint: Hint) {
        for isInDoubt in [false, true] {
            let line = hint.line(isInDoubt: isInDoubt)
            #expect(line.text.hasSuffix("."))
            #expect(!line.text.contains("!") && !line.text.contains("0x") && !line.text.contains("/"))
            #expect(line.lines(columns: 80).last?.hasSuffix("…") == false)
        }
    }

    @Test("a reader that cancelled by itself is not said to have been told to", arguments: [false, true])
    func cancelled(isRecovered: Bool) {
        var record = Self.record
        record.outcome = OperationOutcome(
            verdict: .cancelled, statusCode: 0x0025, isRecovered: isRecovered, settledBy: .readerAnswer,
            finishedAt: record.intent.startedAt)
        let text = CashierMessage(record).text
        #expect(text.hasSuffix("No money was taken."))
        #expect(text.contains("You cancelled") != isRecovered)
    }

    @Test("a refusal says that nothing began, and fits the status line", arguments: refusals)
    func everyRefusal(refusal: DeskNotice.Refusal) {
        let message = CashierMessage(refusal)
        #expect(message.heading == "NOT STARTED")
        #expect(message.text.count > 20)
        #expect(StatusLine(.refused, message.text).lines(columns: 80).last?.hasSuffix("…") == false)
    }

    @Test(
        "amounts with a meaning are explained in the simulator, and others are not",
        arguments: [
            (1000, true), (2000, true), (3000, true), (3757, true), (3768, true), (3779, true), (3784, true),
            (3793, true), (8000, true), (8099, true), (9001, true), (9005, true), (8100, true), (9006, true),
            (9999, true),
            (1250, false), (7999, false), (10_000, false),
        ])
    func meaning(minorUnits: Int64, isExplained: Bool) {
        let amount = Amount(minorUnits: minorUnits, currency: .gbp)
        #expect((SimulatorWords.meaning(of: amount) != nil) == isExplained)
        // The reader looks at minor units, whatever the currency.
        let yen = Amount(minorUnits: minorUnits, currency: .jpy)
        #expect(SimulatorWords.meaning(of: yen) == SimulatorWords.meaning(of: amount))
    }

    @Test("a choice on the panel wins over an amount with a meaning, and the sale page says so") func choice() {
        var setup = SimulatorSetup()
        setup.outcome = .approvedWithSignature
        let documented = AllPages.simulatedSale("1000", setup: setup).picture(160, 24).words
        #expect(documented.contains("\"Approved, signature\" is chosen on F7 and wins over the amount."))
        #expect(documented.contains("Press Enter to charge 10.00 GBP."))
        let ordinary = AllPages.simulatedSale("1250", setup: setup).picture(160, 24).words
        #expect(ordinary.contains("\"Approved, signature\" is chosen on F7. Press Enter to charge 12.50 GBP."))
        #expect(AllPages.simulatedSale("1000").picture(160, 24).words.contains("for 10.00 the bank will decline it."))
    }

    @Test("it is the whole of the sale that has a meaning and is charged, lines and all") func total() {
        var lines = AllPages.simulatedSale("500")
        lines.press(.add)
        lines.type("500")
        #expect(lines.picture(160, 24).words.contains("for 10.00 the bank will decline it."))
        lines.press(.add)
        #expect(lines.picture(160, 24).words.contains("for 10.00 the bank will decline it."))
        lines.type("1000")
        #expect(lines.picture(160, 24).words.contains("for 20.00 the customer"))
        var setup = SimulatorSetup()
        setup.outcome = .declined
        var chosen = AllPages.simulatedSale("500", setup: setup)
        chosen.press(.add)
        #expect(chosen.picture(160, 24).words.contains("is chosen on F7. Press Enter to charge 5.00 GBP."))
    }

    @Test(
        "what the bank's list said of an operation is told with what it rests on",
        arguments: [
            ("foundInFeed", 1, "The bank's list has it: SALE id 1"),
            ("unclearInFeed", 1, "The bank's list has it without a clear result: SALE id 1"),
            ("ambiguousInFeed", 2, "The bank's list has 2 that may be it. Compare by hand: SALE id 1"),
            ("ambiguousInFeed", 1, "The bank's list has one that may be it. Compare by hand: SALE id 1"),
            ("notInFeed", 0, "The bank's list is complete and does not have it"),
            ("notYetInFeed", 0, "The bank's list does not have it so far"), ("feedGaveNoAnswer", 0, "SALE id 1"),
        ])
    func feedNotes(name: String, count: Int, words: String) {
        let kind = OperationEvent.Kind.other(name: name, code: count, text: "SALE id 1")
        #expect(kind.words(isInDoubt: true) == words)
    }

    @Test("with a real reader amounts have no meaning but their own") func real() {
        var shop = Shop.ready()
        shop.type("1000")
        #expect(shop.picture().lines[22] == " OK  Ready. Press Enter to charge 10.00 GBP.")
    }

    @Test("the tour of a demo has a line for each of three pages") func tour() throws {
        var shop = Shop(AppSettings(isDemo: true, measure: .terminal))
        shop.send(.readers([Shop.simulator]))
        #expect(shop.picture().text.contains("Demo 1 of 3: press 9, then Enter"))
        shop.press(.confirm)
        shop.connect(Shop.simulator)
        #expect(shop.picture().text.contains("Demo 2 of 3: type 1250, then press Enter."))
        shop.charge()
        shop.finish(.approved)
        shop.wait()
        #expect(shop.picture().text.contains("Demo 3 of 3: v shows the receipt."))
        shop.press(.back)
        #expect(shop.picture().text.contains("Ready. Try 1000 (declined), 2000 (cancelled) or 3000 (signature)."))
    }

    @Test("what a key was told of one moment of a payment goes with the next") func staleHint() throws {
        var shop = try AllPages.paymentAtPIN()
        shop.press(.back)
        #expect(shop.picture().lines[22].contains("Nothing was sent."))
        try shop.status(0x21)
        #expect(shop.picture().lines[22].contains("Asking the bank. It cannot be cancelled now."))
    }
}
