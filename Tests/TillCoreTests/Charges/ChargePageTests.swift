import Configuration
import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("A charge that another program asks for") struct ChargePageTests {
    static let base = "com-innerfence-ccterminal://charge/1.0.0/?"
    static let usual =
        "amount=50.00&amountFixed=1&taxRate=8.5&returnAppName=ChargeDemo&returnURL=com-shop%3A%2F%2Fdone%3Fnonce%3Da1"

    static func asked(
        _ query: String = usual, number: Int = 1, _ change: (inout AppSettings) -> Void = { _ in }
    ) -> Till {
        var till = Till.ready(change)
        till.give(.charge(.arrived(number: number, url: base + query)))
        till.advance(by: 1000)
        return till
    }

    /// The cashier said yes, and the reader has answered.
    static func answered(
        _ outcome: HeftWire.FinancialStatus, _ query: String = usual, status: Status = .success, due: Amount? = nil
    ) -> Till {
        var till = asked(query)
        till.press(.digit(1))
        till.press(.confirm)
        till.finish(
            answer(
                outcome, status, amount: money(due == nil ? 5425 : 2000), reference: "T1-1",
                id: outcome == .authorised || outcome == .partiallyApproved ? guid : "", due: due),
            wasRelayed: outcome != .failed)
        till.advance(by: 1000)
        return till
    }

    func page(_ till: Till) throws -> ChargePage {
        guard case .charge(let page) = till.state.page else { throw Missing() }
        return page
    }
    struct Missing: Error {}

    // MARK: Asking

    @Test("check 34: 50.00 fixed with 8.5 % of tax asks for 54.25, and No is marked") func asks() throws {
        let till = ChargePageTests.asked()
        let page = try page(till)
        #expect(!page.yes && !page.isTyping && !page.mayTypeAmount)
        #expect(till.state.ticket.sums.total == money(5425))
        #expect(till.state.ticket.sums.tax == money(425))
        #expect(till.charges == 0)
    }

    @Test("Enter, Esc and 0 send 'cancelled', and charge nothing", arguments: [AppCommand.confirm, .back, .digit(0)])
    func no(command: AppCommand) {
        var till = ChargePageTests.asked()
        var effects = till.press(command)
        if command == .digit(0) { effects = till.press(.confirm) }
        let sent = effects.answers
        #expect(sent.map(\.url) == ["com-shop://done?nonce=a1&ifcc_responseType=cancelled"])
        #expect(effects.contains(.charge(.ended(number: 1, .cancelled))))
        #expect(till.charges == 0)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.isBlank)
    }

    @Test("1 Enter charges the whole with its parts, and the books know who asked") func yes() throws {
        var till = ChargePageTests.asked()
        till.press(.digit(1))
        let effects = till.press(.confirm)
        let request = try #require(effects.saleRequest)
        #expect(request.amount == money(5425))
        #expect(request.parts?.subtotal == money(5000))
        #expect(request.charge?.returnAddress == "com-shop://done?nonce=a1")
        #expect(request.charge?.appName == "ChargeDemo")
        #expect(till.state.page == .payment)
        #expect(till.charges == 1)
    }

    @Test("keys that were typed before the question was there answer nothing") func typedAhead() {
        var till = Till.ready()
        till.give(.charge(.arrived(number: 1, url: ChargePageTests.base + ChargePageTests.usual)))
        till.press(.digit(1), after: 10)
        till.press(.confirm, after: 10)
        #expect(till.charges == 0)
        #expect(till.effects.answers.isEmpty)
    }

    @Test("the shop's own tax stands for 'default', and none where none is asked for") func tax() {
        let rule = TaxRule(rate: Percentage(thousandths: 20_000), isIncluded: true)
        let own = ChargePageTests.asked("amount=10.00&taxRate=default") { $0.tax = rule }
        #expect(own.state.ticket.sums.tax == money(167))
        #expect(own.state.ticket.sums.total == money(1000))
        let none = ChargePageTests.asked("amount=10.00") { $0.tax = rule }
        #expect(none.state.ticket.sums.tax == nil)
    }

    @Test("an amount that is missing is typed, and then asked about") func typed() throws {
        var till = ChargePageTests.asked("returnURL=com-shop%3A")
        #expect(try page(till).isTyping)
        till.type("1250")
        till.press(.confirm)
        #expect(try !page(till).isTyping)
        #expect(till.charges == 0)
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        #expect(till.state.lastRequest?.amount == money(1250))
        #expect(till.charges == 1)
    }

    @Test("an amount that is not fixed can be changed, and Esc puts it back") func changed() throws {
        var till = ChargePageTests.asked("amount=10.00&returnURL=com-shop%3A")
        till.press(.otherPanel)
        till.type("999")
        #expect(till.state.ticket.sums.total == money(999))
        till.press(.back)
        #expect(till.state.ticket.sums.total == money(1000))
        #expect(try !page(till).isTyping)
    }

    @Test("an amount that is fixed cannot") func fixed() throws {
        var till = ChargePageTests.asked()
        till.press(.otherPanel)
        #expect(try !page(till).isTyping)
    }

    @Test("a tip is added where tips are on, and comes on top of a fixed amount") func tip() {
        var till = ChargePageTests.asked()
        till.press(.tip)
        till.press(.digit(1))
        till.press(.confirm)
        till.advance(by: 1000)
        #expect(till.state.ticket.sums.tip == money(500))
        #expect(till.state.ticket.sums.total == money(5925))
        guard case .charge = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
        var without = ChargePageTests.asked { $0.tipPresets = [] }
        without.press(.tip)
        guard case .charge = without.state.page else {
            Issue.record("a tip is offered")
            return
        }
    }

    // MARK: Refusing

    @Test(
        "what is wrong is answered 'error' before anybody is asked",
        arguments: [
            "amount=10,99&returnURL=com-shop%3A", "amount=1.999&returnURL=com-shop%3A",
            "amount=1.00&currency=NOK&returnURL=com-shop%3A", "amountFixed=1&returnURL=com-shop%3A",
            "amount=99999999.00&returnURL=com-shop%3A",
        ])
    func refused(query: String) {
        let till = ChargePageTests.asked(query)
        #expect(till.effects.answers.map(\.url) == ["com-shop:?ifcc_responseType=error"])
        #expect(till.effects.contains(.charge(.ended(number: 1, .refused))))
        #expect(till.state.page == .sale)
        guard case .chargeRefused = till.state.hint else {
            Issue.record("nothing is said")
            return
        }
    }

    @Test("without an address nobody is told, and the cashier is") func noAddress() {
        let till = ChargePageTests.asked("amount=x")
        #expect(till.effects.answers.isEmpty)
        #expect(till.state.page == .sale)
    }

    @Test("what was not taken as it was written goes into the log, without a value") func logged() throws {
        let unknown = (1...22).map { "&secret\($0)=4111111111111111" }.joined()
        let till = ChargePageTests.asked("amount=1.00&fm=yes&description=a%07b" + unknown)
        let logged = till.effects.logged
        #expect(logged.count == 3)
        #expect(logged.first?.hasPrefix("“secret1”, “secret2”, ") == true)
        #expect(
            logged.first?.hasSuffix("“secret20” and 2 more are no parameters of charge requests; they were ignored.")
                == true)
        #expect(logged.contains("“fm” is not 1, so it does not apply."))
        #expect(logged.contains { $0.hasPrefix("“description” had characters that do not print") })
        #expect(!logged.contains { $0.contains("4111") || $0.contains("yes") })
        #expect(
            ChargePageTests.asked("amount=1.00&tip=2").effects.logged == [
                "“tip” is no parameter of charge requests; it was ignored."
            ])
        #expect(ChargePageTests.asked().effects.logged.isEmpty)
        #expect(ChargePageTests.asked("amount=x").effects.logged.count == 1)
    }

    @Test("the age of a request counts from when it came in, also over a new start of the till") func age() throws {
        var till = Till.ready()
        let since = till.state.now.advanced(bySeconds: -290)
        till.give(.charge(.arrived(number: 1, url: ChargePageTests.base + ChargePageTests.usual, since: since)))
        #expect(try !page(till).charge.isOld(at: till.state.now))
        till.advance(by: 10_000)
        till.give(.tick)
        #expect(try page(till).charge.isOld(at: till.state.now))
        #expect(try page(till).charge.age(at: till.state.now) >= 300)
    }

    // MARK: Results

    @Test(
        "the answer waits until the result is acknowledged, and is worked out from the books",
        arguments: [FinancialStatus.authorised, .declined, .cancelled, .failed])
    func acknowledged(outcome: HeftWire.FinancialStatus) {
        var till = ChargePageTests.answered(outcome)
        #expect(till.result?.charge?.isTold == false)
        #expect(till.effects.asked.isEmpty)
        till.press(.digit(outcome == .authorised ? 4 : 0))
        let effects = till.press(.confirm)
        #expect(effects.asked == ["T1-1"])
        #expect(till.state.page == .sale)
    }

    @Test(
        "returnImmediately waits for nobody, once the result is durable",
        arguments: [FinancialStatus.authorised, .declined, .cancelled, .failed])
    func immediately(outcome: HeftWire.FinancialStatus) {
        var till = ChargePageTests.answered(outcome, ChargePageTests.usual + "&returnImmediately=1")
        #expect(till.effects.asked == ["T1-1"])
        #expect(till.result?.charge?.isTold == true)
        #expect(!(till.result.map { AppState.choices(on: $0) } ?? []).contains { $0.action == .anotherCard })
        till.press(.back)
        #expect(till.effects.asked == ["T1-1"])
        #expect(till.state.page == .sale)
    }

    @Test("an answer that is durable is opened, and one that was delivered is told") func delivered() {
        var till = ChargePageTests.answered(.authorised)
        till.press(.back)
        let answer = ChargeAnswer(
            number: 1, ticket: "T1-1", word: .approved, amount: money(5425), appName: "ChargeDemo", url: "com-shop:?x")
        #expect(till.give(.charge(.answered(answer))) == [.charge(.send(answer))])
        till.give(.charge(.delivered(answer)))
        #expect(till.state.hint == .chargeTold(.approved, appName: "ChargeDemo"))
    }

    @Test("another card asks once more, with No marked, and is one ticket") func anotherCard() throws {
        var till = ChargePageTests.answered(.declined)
        till.press(.anotherCard)
        #expect(till.effects.asked.isEmpty)
        #expect(try page(till).yes == false)
        #expect(till.state.ticket.sums.total == money(5425))
        till.advance(by: 1000)
        till.press(.digit(1))
        let effects = till.press(.confirm)
        #expect(effects.saleRequest?.ticket == "T1-1")
        #expect(till.charges == 2)
    }

    @Test("No after a card that was declined has the books answer") func declinedThenNo() {
        var till = ChargePageTests.answered(.declined)
        till.press(.anotherCard)
        till.advance(by: 1000)
        let effects = till.press(.confirm)
        #expect(effects.asked == ["T1-1"])
        #expect(effects.answers.isEmpty)
        #expect(till.charges == 1)
    }

    /// A part is paid, and the cashier is asked about the rest.
    private static func askedForRest(_ query: String = usual) -> Till {
        var till = answered(.partiallyApproved, query, due: money(3425))
        till.press(.anotherCard)
        till.advance(by: 1000)
        return till
    }

    @Test("the rest of a part is asked about, and No goes back to the part", arguments: [AppCommand.confirm, .back])
    func rest(no: AppCommand) {
        var till = ChargePageTests.askedForRest()
        #expect(till.state.ticket.sums.total == money(3425))
        #expect(till.press(no).asked.isEmpty)
        #expect(till.state.page.openResult?.isPartOfSale == true)
        #expect(till.state.ticket.isBlank)
        till.advance(by: 1000)
        till.press(.anotherCard)
        #expect(till.state.ticket.sums.total == money(3425))
    }

    @Test(
        "a rest that is not paid goes back to the part, and nobody is told before that is done with",
        arguments: [usual, usual + "&returnImmediately=1"])
    func restDeclined(query: String) {
        var till = ChargePageTests.askedForRest(query)
        till.press(.digit(1))
        till.press(.confirm)
        till.finish(answer(.declined, amount: money(3425), reference: "T1-2"))
        #expect(till.effects.asked.isEmpty)
        till.advance(by: 1000)
        #expect(till.state.page.openResult?.charge?.word == .error)
        #expect(till.press(.back).asked.isEmpty)
        #expect(till.state.page.openResult?.isPartOfSale == true)
        till.advance(by: 1000)
        // The part is given back.
        till.press(.void)
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        till.finish(answer(.authorised, amount: money(2000), reference: "T1-3", id: guid))
        till.advance(by: 1000)
        #expect(till.state.page.openResult?.record.intent.kind == .saleReversal)
        #expect(till.press(.confirm).asked == ["T1-1"])
    }

    @Test("a rest that is paid has the books answer") func restPaid() {
        var till = ChargePageTests.askedForRest()
        till.press(.digit(1))
        till.press(.confirm)
        till.finish(answer(.authorised, amount: money(3425), reference: "T1-2", id: guid))
        till.advance(by: 1000)
        #expect(till.press(.confirm).asked == ["T1-1"])
    }

    @Test("check 36: an unknown outcome is not answered until it was asked for, and then by the books") func unknown() {
        var till = ChargePageTests.answered(.undefined)
        #expect(till.effects.asked.isEmpty)
        till.press(.back)
        #expect(till.effects.asked.isEmpty)
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.advance(by: 1000)
        till.press(.setAside)
        till.write("Ann")
        till.press(.confirm)
        till.write("closing")
        till.press(.confirm)
        till.write("ASIDE")
        let effects = till.press(.confirm)
        #expect(effects.asked == ["T1-1"])
    }

    // MARK: Several

    @Test("a second request waits, and never touches the amount on the reader") func second() throws {
        var till = ChargePageTests.asked()
        till.press(.digit(1))
        till.press(.confirm)
        till.give(.charge(.arrived(number: 2, url: ChargePageTests.base + "amount=99.00&returnURL=com-b%3A")))
        #expect(till.state.charges.waiting.map(\.number) == [2])
        #expect(till.state.desk.running?.record.intent.amount == money(5425))
        #expect(till.state.page == .payment)
        till.finish(answer(.authorised, amount: money(5425), reference: "T1-1", id: guid))
        till.advance(by: 1000)
        till.press(.confirm)
        #expect(try page(till).charge.number == 2)
        #expect(till.state.ticket.sums.total == money(9900))
    }

    @Test("requests are answered in their order") func order() throws {
        var till = ChargePageTests.asked()
        for number in 2...3 {
            till.give(
                .charge(.arrived(number: number, url: ChargePageTests.base + "amount=\(number).00&returnURL=b%3A")))
        }
        for number in 1...3 {
            #expect(try page(till).charge.number == number)
            till.advance(by: 1000)
            till.press(.confirm)
        }
        #expect(till.state.page == .sale)
        #expect(till.effects.answers.compactMap(\.number) == [1, 2, 3])
    }

    @Test("a request does not disturb what is being rung up") func ticketAtHand() throws {
        var till = Till.ready()
        till.type("500")
        till.give(.charge(.arrived(number: 1, url: ChargePageTests.base + ChargePageTests.usual)))
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(500))
        till.press(.confirm)
        till.finish(answer(.authorised, amount: money(500), reference: "T1-1", id: guid))
        till.advance(by: 1000)
        till.press(.confirm)
        #expect(try page(till).charge.number == 1)
    }

    @Test("more requests than have room are answered 'error'") func tooMany() {
        var till = ChargePageTests.asked()
        for number in 2...(ChargeState.waitingMax + 2) {
            till.give(.charge(.arrived(number: number, url: ChargePageTests.base + "amount=1.00&returnURL=b%3A")))
        }
        #expect(till.state.charges.waiting.count == ChargeState.waitingMax)
        #expect(till.effects.answers.map(\.number) == [ChargeState.waitingMax + 2])
    }

    @Test("who leaves the till sends 'cancelled' to all that wait") func leaving() {
        var till = ChargePageTests.asked()
        till.give(.charge(.arrived(number: 2, url: ChargePageTests.base + "amount=1.00&returnURL=b%3A")))
        till.press(.quit)
        till.press(.digit(1))
        let effects = till.press(.confirm)
        #expect(effects.answers.map(\.number) == [1, 2])
        #expect(effects.last == .quit)
    }
}

extension [AppEffect] {
    /// What is written down to be sent to callers of whom nothing was charged.
    var answers: [ChargeAnswer] {
        compactMap { effect in
            if case .charge(.keep(let answer, _, _)) = effect { answer } else { nil }
        }
    }

    /// What goes into the log.
    var logged: [String] {
        flatMap { effect -> [String] in
            if case .charge(.log(_, let sentences)) = effect { sentences } else { [] }
        }
    }

    /// The tickets whose answer the books are asked for.
    var asked: [String] {
        compactMap { effect in
            if case .charge(.answer(let ticket, _)) = effect { ticket } else { nil }
        }
    }

    var saleRequest: SaleRequest? {
        lazy.compactMap { effect -> SaleRequest? in
            if case .desk(.recordIntent(.sale(let request), _)) = effect { request } else { nil }
        }.first
    }
}
