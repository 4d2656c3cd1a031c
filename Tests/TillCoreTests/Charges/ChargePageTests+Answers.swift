import Configuration
import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

extension ChargePageTests {
    // MARK: Not told

    static let anAnswer = ChargeAnswer(
        number: 1, ticket: "T1-1", word: .approved, amount: money(5425), appName: "ChargeDemo", url: "com-shop:?x=1")

    static func notTold() -> Till {
        var till = Till.ready()
        till.give(.charge(.notDelivered(anAnswer, reason: "open.sh ended with status 1.")))
        till.advance(by: 1000)
        return till
    }

    @Test("an answer that was not delivered is shown, and sent again to the letter") func again() {
        var till = ChargePageTests.notTold()
        guard case .notTold(let page) = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
        #expect(page.answer == ChargePageTests.anAnswer)
        #expect(till.press(.confirm) == [.charge(.send(ChargePageTests.anAnswer))])
        till.give(.charge(.delivered(ChargePageTests.anAnswer)))
        #expect(till.state.page == .sale)
        #expect(till.charges == 0)
    }

    @Test("it fails again, and stays") func failsAgain() {
        var till = ChargePageTests.notTold()
        till.press(.confirm)
        till.give(.charge(.notDelivered(ChargePageTests.anAnswer, reason: "It did not.")))
        till.advance(by: 1000)
        guard case .notTold(let page) = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
        #expect(!page.isBusy && page.reason == "It did not.")
        #expect(till.press(.back).isEmpty || till.state.hint == .chargeAnswerFirst)
    }

    @Test("it can be left") func letBe() {
        var till = ChargePageTests.notTold()
        till.press(.digit(0))
        #expect(till.press(.confirm) == [.charge(.letBe(ticket: "T1-1"))])
        #expect(till.state.page == .sale)
    }

    @Test("a start shows what was not delivered, and answers what was not answered") func start() {
        var till = Till()
        let effects = till.give(.charge(.loaded(undelivered: [ChargePageTests.anAnswer], unanswered: ["T1-2"])))
        #expect(effects.asked == ["T1-2"])
        till.connect()
        guard case .notTold = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
    }

    @Test("a result that nobody has seen yet is answered when it was seen") func unseen() {
        var till = Till()
        var record = OperationRecord.sample(outcome: .sample(.approved))
        record.outcome?.authorised = money(1250)
        till.give(.day(DayBooks(last: record, isLastUnseen: true)))
        #expect(till.give(.charge(.loaded(undelivered: [], unanswered: ["T1-1"]))).isEmpty)
        till.advance(by: 1000)
        #expect(till.press(.back).asked == ["T1-1"])
    }

    // MARK: Answers not sent

    static func unsent(_ count: Int = 2) -> Till {
        var till = Till.ready()
        till.press(.palette)
        till.write("answers not")
        till.press(.confirm)
        let answers = (0..<count).map { index in
            var answer = anAnswer
            answer.ticket = "T1-\(index)"
            answer.number = nil
            return UnsentAnswer(answer: answer, askedAt: till.state.now, asked: money(5425))
        }
        till.give(.charge(.unsent(answers)))
        till.advance(by: 1000)
        return till
    }

    private func list(_ till: Till) throws -> UnsentPage {
        guard case .unsent(let page) = till.state.page else { throw Missing() }
        return page
    }

    @Test("what was let be is found by its name, and Enter sends it to the letter") func unsent() throws {
        var till = ChargePageTests.unsent()
        #expect(till.effects.contains(.charge(.loadUnsent)))
        till.press(.down)
        let answer = try #require(try list(till).markedAnswer).answer
        #expect(answer.ticket == "T1-1")
        #expect(till.press(.confirm) == [.charge(.send(answer))])
        #expect(try list(till).isBusy)
        // Twice is not sent.
        #expect(till.press(.confirm) == [.bell(1)])
        till.give(.charge(.delivered(answer)))
        #expect(try list(till).answers?.map(\.answer.ticket) == ["T1-0"])
        #expect(try !list(till).isBusy && list(till).marked == 0)
        #expect(till.state.hint == .chargeTold(.approved, appName: "ChargeDemo"))
        till.press(.back)
        #expect(till.state.page == .sale)
        #expect(till.charges == 0)
    }

    @Test("one that is not taken stays on the list with the reason, and does not come up at the sale")
    func unsentFails()
        throws
    {
        var till = ChargePageTests.unsent(1)
        let answer = try #require(try list(till).markedAnswer).answer
        till.press(.confirm)
        till.give(.charge(.notDelivered(answer, reason: "It did not.")))
        #expect(try list(till).failure == "It did not.")
        #expect(try list(till).answers?.count == 1)
        till.press(.back)
        #expect(till.state.page == .sale)
    }

    @Test("one that is not taken after the list was left is shown like any other") func unsentLeft() throws {
        var till = ChargePageTests.unsent(1)
        let answer = try #require(try list(till).markedAnswer).answer
        till.press(.confirm)
        till.press(.back)
        till.give(.charge(.notDelivered(answer, reason: "It did not.")))
        guard case .notTold(let page) = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
        #expect(page.answer == answer)
    }

    @Test("a list that is empty, or that the books do not give, sends nothing") func unsentEmpty() throws {
        var till = ChargePageTests.unsent(0)
        #expect(till.press(.confirm) == [.bell(1)])
        #expect(till.press(.refresh) == [.charge(.loadUnsent)])
        till.give(.charge(.unsentFailed(.missing(path: "/x"))))
        #expect(try list(till).answers == [])
        #expect(till.press(.confirm) == [.bell(1)])
    }

    // MARK: E-mail

    @Test("the receipt can be sent where the request names an address and the shop a program") func email() throws {
        func till(_ words: [String]) -> Till {
            var till = ChargePageTests.asked(ChargePageTests.usual + "&email=john%40example.com") { settings in
                settings.configuration.charge.sendmail = words
            }
            till.press(.digit(1))
            till.press(.confirm)
            till.finish(answer(.authorised, amount: money(5425), reference: "T1-1", id: guid))
            till.advance(by: 1000)
            return till
        }
        var with = till(["sendmail", "-t"])
        let effects = with.press(.email)
        let record = try #require(with.result).record
        let copy = ReceiptCopy(.customer, of: record, shop: with.state.settings.shop)
        #expect(effects == [.charge(.email(copy, to: "john@example.com"))])
        let without = try #require(till([]).result)
        #expect(!AppState.choices(on: without).contains { $0.action == .emailReceipt })
    }

    /// A plain sale is approved.
    static func paid(_ sendmail: [String]) -> Till {
        var till = Till.showing(.authorised)
        till.state.settings.configuration.charge.sendmail = sendmail
        till.advance(by: 1000)
        return till
    }

    @Test("the receipt of any sale goes to an address that is typed, and to nothing that is none") func typedAddress()
        throws
    {
        var till = ChargePageTests.paid(["sendmail", "-t"])
        let record = try #require(till.result).record
        let copy = ReceiptCopy(.customer, of: record, shop: till.state.settings.shop)
        till.press(.digit(2))
        till.press(.confirm)
        #expect(till.press(.confirm) == [.bell(1)])
        #expect(till.state.hint == .noAddress)
        till.write("ann@")
        #expect(till.press(.confirm) == [.bell(1)])
        till.write("example.com")
        #expect(till.press(.confirm).contains(.charge(.email(copy, to: "ann@example.com"))))
        #expect(till.result?.record == record)
        till.press(.email)
        till.give(.paste("bob@example.com\n"))
        till.press(.back)
        #expect(till.result?.record == record)
        till.press(.receipt)
        till.press(.email)
        till.give(.paste("bob@example.com\n"))
        #expect(till.press(.confirm).contains(.charge(.email(copy, to: "bob@example.com"))))
        guard case .receipt = till.state.page else {
            Issue.record("it is on \(till.state.page)")
            return
        }
    }

    @Test("on the slip of a void that slip is sent, and a copy that nobody has is not") func whichCopy() throws {
        var sale = OperationRecord.paid(1)
        sale.outcome?.customerReceipt = "<p>Sale</p>"
        var void = OperationRecord.undoing(sale, 2, by: .saleReversal)
        void.outcome?.customerReceipt = "<p>Void of it</p>"
        func sent(_ copy: AppCommand) throws -> Int64? {
            var till = Till.showingHistory(rows: [HistoryRow(sale, undoing: [void])])
            till.state.settings.configuration.charge.sendmail = ["sendmail"]
            till.press(.receipt)
            till.press(copy)
            till.press(.email)
            till.write("ann@example.com")
            for case .charge(.email(let copy, to: "ann@example.com")) in till.press(.confirm) {
                #expect(copy.kind == .customer)
                return copy.record.sequence
            }
            return nil
        }
        #expect(try sent(.digit(1)) == 1)
        #expect(try sent(.digit(2)) == 1)
        #expect(try sent(.digit(4)) == 2)

        // Nothing was paid, and the reader has only told the merchant so.
        sale.outcome?.verdict = .declined
        sale.outcome?.customerReceipt = ""
        sale.outcome?.merchantReceipt = "<p>Declined</p>"
        var till = Till.showingHistory(rows: [HistoryRow(sale)])
        till.state.settings.configuration.charge.sendmail = ["sendmail"]
        till.press(.receipt)
        #expect(till.press(.email) == [.bell(1)])
        #expect(till.state.hint == .noReceipt)
    }

    @Test("without a program that sends e-mail it is not offered") func noProgram() throws {
        var till = ChargePageTests.paid([])
        let result = try #require(till.result)
        #expect(AppState.choices(on: result).map(\.number) == [1, 3, 4])
        #expect(till.press(.email) == [.bell(1)])
        #expect(till.state.hint == .noEmail)
        #expect(till.press(.digit(2)) == [.bell(1)])
        till.press(.receipt)
        #expect(till.press(.email) == [.bell(1)])
    }
}
