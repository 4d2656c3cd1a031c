import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("A supervisor's page") struct DecisionPageTests {
    private func unknown(asksForPIN: Bool = false) -> Till {
        var till = Till(asksForPIN: asksForPIN)
        till.connect()
        till.type("1250")
        till.press(.confirm)
        till.finish(answer(.undefined, amount: money(1250), reference: "T1-1"))
        till.advance(by: 1000)
        return till
    }

    @Test("what is set aside lets selling go on, and stays unknown with its reason") func setAside() throws {
        var till = unknown()
        till.press(.setAside)
        till.write("Ann")
        till.press(.confirm)
        till.press(.confirm)
        till.write("aside")
        till.press(.confirm)
        let decision = try #require(till.books.decisions.first)
        #expect(decision.kind == .setAside)
        #expect(decision.supervisor == "Ann")
        #expect(decision.evidence == "The reader cannot be asked now.")
        #expect(till.state.page == .sale)
        #expect(till.state.hint == .isSetAside)
        #expect(till.state.desk.inDoubt.count == 1)
        // The next sale begins, and the same amount is asked about.
        till.type("3300")
        till.press(.confirm)
        #expect(till.charges == 2)
        #expect(till.rules.violations.isEmpty)
    }

    @Test("a verdict with its proof settles the sale, and is shown as the answer to the earlier one")
    func verdict() throws {
        var till = unknown()
        till.press(.otherPayment)
        till.press(.digit(1))
        till.press(.confirm)
        till.write("Ann")
        till.press(.confirm)
        till.write("bank portal, auth 091824")
        till.press(.confirm)
        till.write("paid")
        till.press(.confirm)
        let result = try #require(till.result)
        #expect(result.record.outcome?.verdict == .approved)
        #expect(result.record.outcome?.settledBy == .supervisor(name: "Ann", evidence: "bank portal, auth 091824"))
        #expect(result.isEarlier)
        #expect(till.state.desk.inDoubt.isEmpty)
        #expect(till.charges == 1)
    }

    private let approval = answer(
        .authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)

    private func decidedNotPaid() -> Till {
        var till = unknown()
        till.press(.otherPayment)
        till.press(.digit(2))
        till.press(.confirm)
        till.write("Ann")
        till.press(.confirm)
        till.write("phone call")
        till.press(.confirm)
        till.write("not paid")
        till.press(.confirm)
        return till
    }

    @Test("what was decided is not charged again before the reader was asked, and the reader's answer counts")
    func contradicted() throws {
        var till = decidedNotPaid()
        var result = try #require(till.result)
        #expect(result.isAnswerAwaited)
        #expect(AppState.choices(on: result).map(\.action) == [.showReceipt, .backToSale])
        till.give(recovery(approval))
        result = try #require(till.result)
        #expect(result.record.outcome?.verdict == .failed)
        #expect(result.contradiction?.verdict == .approved)
        #expect(result.isPaidAfterAll)
        #expect(AppState.choices(on: result).map(\.action) == [.supportSheet, .giveBack, .backToSale])
        till.give(recovery(nothingHeld))
        till.advance(by: 1000)
        till.press(.anotherCard)
        #expect(till.state.ticket.isBlank)
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.charges == 1)
    }

    @Test("an answer that comes later takes the sale that was to be charged again off the screen")
    func contradictedLater() throws {
        var till = decidedNotPaid()
        till.give(recovery(nothingHeld))
        till.advance(by: 1000)
        #expect(till.result?.isAnswerAwaited == false)
        till.press(.anotherCard)
        #expect(!till.state.ticket.isBlank)
        till.give(.unclaimed(approval))
        #expect(till.state.ticket.isBlank)
        #expect(till.result?.contradiction?.verdict == .approved)
    }

    @Test("nothing is sent while a field lacks what is needed") func lacking() {
        var till = unknown()
        till.press(.otherPayment)
        till.press(.confirm)
        #expect(till.state.hint == .decisionLacks(.verdict))
        till.press(.digit(2))
        till.press(.confirm)
        till.press(.confirm)
        #expect(till.state.hint == .decisionLacks(.supervisor))
        till.write("  ")
        till.press(.down)
        till.press(.down)
        till.write("NOT PAID")
        till.press(.confirm)
        #expect(till.state.hint == .decisionLacks(.supervisor))
        #expect(till.books.decisions.isEmpty)
    }

    @Test("another word confirms nothing", arguments: ["PAID", "not", "ASIDE", "NOTPAID"]) func word(word: String) {
        var till = unknown()
        till.press(.otherPayment)
        till.press(.digit(2))
        till.press(.confirm)
        till.write("Ann")
        till.press(.confirm)
        till.write("statement")
        till.press(.confirm)
        till.write(word)
        till.press(.confirm)
        #expect(till.state.hint == .wordDiffers("NOT PAID"))
        #expect(till.books.decisions.isEmpty)
        #expect(till.state.desk.inDoubt.count == 1)
    }

    @Test("Esc changes nothing, and the unknown result is there again") func back() {
        var till = unknown()
        let before = till.state.page
        till.press(.setAside)
        till.write("Ann")
        till.press(.back)
        #expect(till.state.page == before)
        #expect(till.books.decisions.isEmpty)
    }

    @Test("an answer of the reader that comes meanwhile is shown, and nothing is left to decide") func answered() {
        var till = unknown()
        till.press(.otherPayment)
        till.give(.unclaimed(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
        #expect(till.result?.record.outcome?.verdict == .approved)
        #expect(till.books.decisions.isEmpty)
    }

    @Test("books that do not take a decision leave what was typed") func booksFail() {
        var till = unknown()
        till.press(.setAside)
        till.write("Ann")
        till.press(.confirm)
        till.press(.confirm)
        till.write("ASIDE")
        till.books.refusals = 1
        till.press(.confirm)
        guard case .decision(let decision) = till.state.page else {
            Issue.record("The page is gone.")
            return
        }
        #expect(!decision.isBusy)
        #expect(decision.supervisor.text == "Ann")
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: false))
    }

    // MARK: PIN

    /// Up to where the PIN was typed.
    private func askedForPIN(_ pin: String = "2468") -> Till {
        var till = unknown(asksForPIN: true)
        till.press(.setAside)
        till.write("Ann")
        till.press(.confirm)
        till.press(.confirm)
        till.write(pin)
        return till
    }

    @Test("a PIN is checked outside, once, and is kept nowhere") func pin() {
        var till = askedForPIN()
        let effects = till.press(.confirm)
        #expect(effects == [.checkPIN(TypedPIN("2468"), number: 1)])
        #expect(!"\(till.state)".contains("2468"))
        #expect(!"\(effects)".contains("2468"))
        var dumped = ""
        dump(effects, to: &dumped)
        #expect(!dumped.contains("2468"))
        // Keys typed meanwhile do nothing.
        #expect(till.press(.confirm).isEmpty)
        till.give(.pinChecked(number: 1, matches: true))
        #expect(till.books.decisions.count == 1)
        #expect(till.state.page == .sale)
    }

    @Test("a wrong PIN changes nothing, and after five no more is taken for a minute") func wrongPIN() {
        var till = askedForPIN()
        for number in 1...5 {
            till.press(.confirm)
            till.give(.pinChecked(number: number, matches: false))
            #expect(till.state.hint == (number < 5 ? .wrongPIN : .pinLocked(seconds: 60)))
            till.write("2468")
        }
        #expect(till.press(.confirm).bells == 2)
        #expect(till.state.hint == .pinLocked(seconds: 59))
        till.advance(by: 60_000)
        till.write("2468")
        #expect(till.press(.confirm) == [.checkPIN(TypedPIN("2468"), number: 6)])
        #expect(till.books.decisions.isEmpty)
    }

    @Test("an answer to a PIN that nobody waits for opens nothing") func lateAnswer() {
        var till = askedForPIN()
        till.press(.confirm)
        till.give(.pinChecked(number: 7, matches: true))
        #expect(till.books.decisions.isEmpty)
        till.give(.unclaimed(answer(.declined, amount: money(1250), reference: "T1-1", isRecovered: true)))
        till.give(.pinChecked(number: 1, matches: true))
        #expect(till.books.decisions.isEmpty)
    }

    /// The sales for which an intent was to be recorded.
    private func charged(_ till: Till) -> [SaleRequest] {
        till.effects.compactMap { effect in
            guard case .desk(.recordIntent(.sale(let request), _)) = effect else { return nil }
            return request
        }
    }

    /// The question about the same amount, answered with yes.
    private func sameAmount(asksForPIN: Bool) -> Till {
        var till = unknown(asksForPIN: asksForPIN)
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("1250")
        till.press(.confirm)
        till.press(.digit(1), after: 1000)
        till.press(.confirm)
        return till
    }

    @Test("the same amount again is charged by a supervisor alone where a PIN is set") func sameAmountByPIN() throws {
        var till = sameAmount(asksForPIN: true)
        guard case .decision(let page) = till.state.page else {
            Issue.record("no supervisor is asked for: \(till.state.page)")
            return
        }
        #expect(page.record == till.books.records[0])
        #expect(page.evidence.text == "It is another customer.")
        #expect(till.charges == 1)
        till.write("Ann")
        till.press(.confirm)
        till.press(.confirm)
        till.write("1111")
        #expect(till.press(.confirm) == [.checkPIN(TypedPIN("1111"), number: 1)])
        till.give(.pinChecked(number: 1, matches: false))
        #expect(till.state.hint == .wrongPIN)
        #expect(till.charges == 1)
        till.write("2468")
        till.press(.confirm)
        till.give(.pinChecked(number: 2, matches: true))
        #expect(till.state.page == .payment)
        #expect(till.charges == 2)
        let request = try #require(charged(till).last)
        #expect(request.isConfirmedAnew)
        #expect(request.confirmation == .init(by: "Ann", evidence: "It is another customer."))
        #expect(till.rules.violations.isEmpty)
    }

    @Test("without a PIN the cashier's word is enough for the same amount") func sameAmountByWord() throws {
        let till = sameAmount(asksForPIN: false)
        #expect(till.state.page == .payment)
        #expect(try #require(charged(till).last).confirmation == nil)
    }

    @Test("a supervisor who goes back has charged nothing, and the ticket is still there") func sameAmountBack() {
        var till = sameAmount(asksForPIN: true)
        till.press(.back)
        #expect(till.state.page == .sale)
        #expect(till.charges == 1)
        #expect(till.state.ticket.sums.total == money(1250))
    }

    @Test("what a supervisor typed stays where the reader is not there") func sameAmountRefused() {
        var till = sameAmount(asksForPIN: true)
        till.write("Ann")
        till.press(.confirm)
        till.press(.confirm)
        till.write("2468")
        till.press(.confirm)
        till.give(.linkEnded(.broken))
        till.give(.pinChecked(number: 1, matches: true))
        #expect(till.charges == 1)
        guard case .decision(let page) = till.state.page else {
            Issue.record("the page has gone: \(till.state.page)")
            return
        }
        #expect(!page.isBusy)
        #expect(page.supervisor.text == "Ann")
    }

    @Test("a paste fills a line, and never the confirmation") func paste() {
        var till = unknown()
        till.press(.setAside)
        till.give(.paste("Ann\nASIDE\n"))
        till.press(.confirm)
        till.press(.confirm)
        till.give(.paste("ASIDE"))
        #expect(till.state.hint == .pasteIgnored)
        till.press(.confirm)
        #expect(till.state.hint == .decisionLacks(.confirmation))
        #expect(till.books.decisions.isEmpty)
    }
}

@Suite("The support sheet") struct SupportPageTests {
    @Test("it opens from a result in doubt and from an unfinished sale, and goes back there") func opens() {
        for start in [EveryPageTests.Start.unknown, .unfinished] {
            var till = start.till
            till.advance(by: 1000)
            let before = till.state.page
            #expect(till.press(.supportSheet).contains(.loadDetail(sequence: 1)))
            guard case .support = till.state.page else {
                Issue.record("\(start)")
                continue
            }
            till.press(.back)
            #expect(till.state.page == before)
        }
    }

    @Test("the books of an unfinished sale can be looked at, and lead back") func journal() {
        var till = EveryPageTests.Start.unfinished.till
        till.advance(by: 1000)
        #expect(till.press(.details).contains(.loadDetail(sequence: 1)))
        till.press(.back)
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
    }
}

@Suite("A refund without a sale") struct UnlinkedRefundTests {
    static func amount() -> Till {
        var till = Till.showingHistory([.paid(2)])
        till.press(.otherPayment, after: 1000)
        return till
    }

    @Test("it begins with a name, a reason and a word, and stands in the books as a refund of nothing") func refund() {
        var till = Self.amount()
        till.type("500")
        till.press(.confirm)
        till.write("Ann")
        till.press(.confirm)
        till.write("goods bought at the other shop")
        till.press(.confirm)
        #expect(till.effects.intents == 0)
        till.write("refund")
        let effects = till.press(.confirm)
        let request = OperationRequest.unlinkedRefund(
            money(500), by: "Ann", evidence: "goods bought at the other shop")
        #expect(effects.contains(.desk(.recordIntent(request, .counter))))
        #expect(till.books.records.last?.intent.kind == .refund)
        #expect(till.books.records.last?.intent.originalTransactionID == nil)
        #expect(till.state.page == .payment)
    }

    @Test("nothing typed gives nothing back, and Esc goes back to the list") func nothing() {
        var till = Self.amount()
        till.press(.confirm)
        #expect(till.state.hint == .nothingTyped)
        till.press(.back)
        guard case .history = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
    }

    @Test("a reader that is away begins nothing, and what was typed stays") func offline() {
        var till = Self.amount()
        till.type("500")
        till.press(.confirm)
        till.write("Ann")
        till.press(.confirm)
        till.write("why")
        till.press(.confirm)
        till.give(.linkEnded(.broken))
        till.write("REFUND")
        till.press(.confirm)
        #expect(till.effects.intents == 0)
        guard case .decision(let decision) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(!decision.isBusy && decision.evidence.text == "why")
    }
}
