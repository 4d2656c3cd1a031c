import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Result") struct ResultPageTests {
    @Test(
        "a result stays until it is acknowledged",
        arguments: [FinancialStatus.authorised, .declined, .cancelled, .partiallyApproved, .undefined])
    func stays(outcome: HeftWire.FinancialStatus) {
        var till = Till.showing(outcome)
        let page = till.state.page
        till.advance(by: 600_000)
        till.give(.tick)
        till.give(.readers([]))
        till.give(.day(DayBooks()))
        till.give(.status(status(.removeCard)))
        till.give(.linkEnded(.broken))
        till.comeBack(isResultPending: false)
        #expect(till.state.page == page)
        #expect(!till.effects.contains { if case .acknowledge = $0 { true } else { false } })
    }

    @Test(
        "an acknowledged result leads back to the sale, with nothing typed",
        arguments: [FinancialStatus.authorised, .declined, .cancelled], [AppCommand.confirm, .back])
    func acknowledge(outcome: HeftWire.FinancialStatus, command: AppCommand) {
        var till = Till.showing(outcome)
        #expect(till.press(command).contains(.acknowledge(sequence: 1)))
        #expect(till.state.page == .sale)
        #expect(till.state.entry.isEmpty)
        till.press(.digit(5))
        #expect(till.state.entry.amount == money(5))
    }

    @Test(
        "each end rings as often as it must be noticed",
        arguments: [
            (FinancialStatus.authorised, 1), (.declined, 2), (.cancelled, 2), (.partiallyApproved, 3), (.undefined, 4),
        ])
    func bells(outcome: HeftWire.FinancialStatus, bells: Int) {
        #expect(Till.showing(outcome).effects.bells == bells)
    }

    @Test("another card starts nothing, and fills in the same amount") func anotherCard() {
        var till = Till.showing(.declined)
        let effects = till.press(.anotherCard)
        #expect(effects == [.acknowledge(sequence: 1)])
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(1250))
        #expect(till.charges == 1)
    }

    @Test("c does nothing where no other card is called for", arguments: [FinancialStatus.authorised, .undefined])
    func noOtherCard(outcome: HeftWire.FinancialStatus) {
        var till = Till.showing(outcome)
        let page = till.state.page
        #expect(till.press(.anotherCard).isEmpty)
        #expect(till.state.page == page)
    }

    @Test("a digit chooses and Enter runs the choice") func choices() {
        var till = Till.showing(.authorised)
        till.press(.digit(3))
        #expect(till.result?.marked == 3)
        till.press(.confirm)
        guard case .receipt = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
    }

    @Test("what cannot be done says why", arguments: [(AppCommand.print, Hint.noPrinter), (.email, .noEmail)])
    func obstacles(command: AppCommand, hint: Hint) {
        var till = Till.showing(.authorised)
        #expect(till.press(command).bells == 1)
        #expect(till.state.hint == hint)
        #expect(till.result != nil)
    }

    @Test("an operation without money, or with an unknown result, never offers to charge again") func unknownChoices() {
        let page = ResultPage(.inDoubt(), isEarlier: false)
        #expect(AppState.choices(on: page).map(\.action) == [.askReader, .setAside, .supportSheet, .decide])
        #expect(page.marked == 1)
    }

    // MARK: Unknown

    /// A till whose sale lost its link after data went to the bank, with the reader back.
    private func unknown() -> Till {
        var till = Till.paying()
        till.loseLink()
        till.comeBack()
        till.advance(by: 1000)
        return till
    }

    @Test("an unknown result cannot be left until the reader was asked (check 24)") func unknownStays() {
        var till = unknown()
        for command in [
            AppCommand.back, .sale, .chooseReader, .anotherCard, .repeatAmount, .digit(0), .yes, .no, .erase,
        ] {
            till.press(command)
            #expect(till.result?.record.isInDoubt == true)
            #expect(till.result?.inquiry == .notAsked)
        }
        #expect(till.charges == 1)
        #expect(till.effects.questions == 0)
    }

    @Test("nothing is sold until the reader was asked, and then only the same ticket is closed (check 24)")
    func sellingOn() {
        var till = unknown()
        #expect(till.press(.confirm).questions == 1)
        #expect(till.result?.inquiry == .asking)
        till.give(recovery(nothingHeld))
        #expect(till.result?.inquiry == .noAnswer)
        till.press(.back, after: 1000)
        #expect(till.state.page == .sale)
        till.type("3300")
        till.press(.confirm)
        #expect(till.charges == 2)
        #expect(till.rules.violations.isEmpty)
    }

    @Test("the same amount asks whether it is another customer, and no is marked") func sameAmount() {
        var till = unknown()
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("1250")
        till.press(.confirm)
        let request = SaleRequest(amount: money(1250))
        #expect(till.state.page == .anotherCustomer(request, till.books.records[0], yes: false))
        till.press(.confirm, after: 1000)
        #expect(till.state.page == .sale)
        #expect(till.charges == 1)
        till.press(.confirm)
        till.press(.digit(1), after: 1000)
        till.press(.confirm)
        #expect(till.charges == 2)
        #expect(till.state.page == .payment)
    }

    @Test("link back, Enter: the earlier sale is shown, once (check 25)") func recovered() {
        var till = unknown()
        till.press(.confirm)
        till.give(
            recovery(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
        till.give(recovery(nothingHeld))
        #expect(till.result?.isEarlier == true)
        #expect(till.result?.record.outcome?.verdict == .approved)
        #expect(till.books.records.count == 1)
        till.press(.confirm, after: 1000)
        #expect(till.state.page == .sale)
    }

    @Test("without the link Enter says so, and the question is put after it came back") func notConnected() {
        var till = Till.paying()
        till.loseLink()
        till.advance(by: 400)
        #expect(till.press(.confirm).questions == 0)
        #expect(till.state.hint == .notConnected)
        till.comeBack()
        #expect(till.press(.confirm, after: 1000).questions == 1)
    }

    @Test("a link that ends while the reader is asked lets the question be put again") func lostWhileAsking() {
        var till = unknown()
        till.press(.confirm)
        till.give(.finished(completion(.failed(.broken, .delivered), of: .recoverPendingResult)))
        till.give(.linkEnded(.broken))
        #expect(till.result?.inquiry == .notAsked)
        till.comeBack()
        #expect(till.press(.confirm).questions == 1)
    }

    @Test("a reader that was too busy to be asked was not asked") func tooBusy() {
        var till = unknown()
        till.press(.confirm)
        till.give(.startRefused(.busy))
        #expect(till.result?.inquiry == .notAsked)
        till.press(.back)
        #expect(till.result?.record.isInDoubt == true)
    }

    // MARK: Several results

    @Test("a late result of an earlier sale waits behind one that nobody has acknowledged") func lateResult() {
        var till = unknown()
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("3300")
        till.press(.confirm)
        till.finish(answer(.authorised, amount: money(3300), reference: "T1-2", id: guid))
        till.give(.unclaimed(answer(.declined, amount: money(1250), reference: "T1-1", isRecovered: true)))
        #expect(till.result?.record.sequence == 2)
        till.press(.confirm, after: 1000)
        #expect(till.result?.record.sequence == 1)
        #expect(till.result?.isEarlier == true)
        till.press(.confirm, after: 1000)
        #expect(till.state.page == .sale)
        #expect(till.effects.filter { if case .acknowledge = $0 { true } else { false } }.count == 3)
    }

    @Test("an earlier result in place of the answer: first the sale at hand, which is unknown, then the earlier one")
    func answeredByEarlier() {
        var till = unknown()
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("3300")
        till.press(.confirm)
        let earlier = answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)
        till.give(.finished(completion(.answeredByEarlier(earlier), wasRelayed: false)))
        #expect(till.result?.record.sequence == 2)
        #expect(till.result?.record.outcome?.verdict == .unknown)
        till.press(.confirm, after: 1000)
        till.give(recovery(nothingHeld))
        #expect(till.result?.record.outcome?.verdict == .failed)
        till.press(.confirm, after: 1000)
        #expect(till.result?.record.sequence == 1)
        #expect(till.result?.record.outcome?.verdict == .approved)
    }

    @Test("a reader that comes back with something in doubt does not hide a result that nobody has acknowledged")
    func mustAskBehindResult() {
        var till = Till([.inDoubt()])
        till.connect()
        till.press(.confirm, after: 1000)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("3300")
        till.press(.confirm)
        till.finish(answer(.authorised, amount: money(3300), id: guid, customerReceipt: "<p>Thank you</p>"))
        till.press(.receipt, after: 1000)
        till.give(.linkEnded(.broken))
        till.comeBack()
        till.press(.back)
        #expect(till.result?.record.sequence == 2)
        till.press(.confirm)
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
    }

    @Test("a late result does not wipe the amount that is being typed") func typing() {
        var till = unknown()
        till.press(.confirm)
        till.give(recovery(nothingHeld))
        till.press(.back, after: 1000)
        till.type("33")
        till.give(.unclaimed(answer(.declined, amount: money(1250), reference: "T1-1", isRecovered: true)))
        till.press(.confirm, after: 1000)
        #expect(till.state.entry.amount == money(33))
    }

    @Test("a result of no sale here is told") func unclaimed() {
        var till = Till.ready()
        till.give(.unclaimed(answer(.authorised, reference: "T9-9", id: guid)))
        #expect(till.state.hint == .unclaimedKept)
        #expect(till.state.page == .sale)
    }
}
