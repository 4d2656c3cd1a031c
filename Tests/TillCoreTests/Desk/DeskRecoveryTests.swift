import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Asking the reader") struct DeskRecoveryTests {
    private let request = SaleRequest(amount: money(3300))

    private func kept(_ outcome: FinancialStatus = .authorised, _ reference: String = "T1-1") -> FinanceResult {
        answer(
            outcome, amount: reference == "T1-1" ? money(1250) : money(3300), reference: reference, type: "SALE",
            isRecovered: true, id: outcome == .authorised ? guid + reference : "")
    }

    /// Two sales in doubt, and a reader that is asked.
    private func asking(_ records: [OperationRecord] = [.inDoubt()]) -> Shop {
        var shop = Shop(records)
        shop.connect(isResultPending: true)
        #expect(shop.desk.phase == .askingReader(.counter, asked: 1))
        return shop
    }

    @Test("nothing starts while something is in doubt and the cashier has not let the reader be asked")
    func mustAsk() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        #expect(shop.connect().notices == [.mustAsk(.counter)])
        #expect(shop.give(.charge(request)).refusals == [.readerNotAsked])
        #expect(shop.give(.askReader).starts == [.recoverPendingResult])
        #expect(shop.give(.charge(request)).refusals == [.busy])
        #expect(shop.give(recovery(nothingHeld)).notices == [.nothingWaiting, .ready(.counter)])
        #expect(shop.give(.charge(request)).starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a pending result is fetched before a sale, though nothing is in doubt", arguments: [true, false])
    func pendingResult(asksByItself: Bool) {
        var shop = Shop(asksByItself: asksByItself)
        #expect(shop.connect(isResultPending: true).starts == [.recoverPendingResult])
        #expect(shop.give(.charge(request)).refusals == [.busy])
    }

    @Test("a recovered result belongs to its sale, and the reader is asked until it holds nothing") func recovered() {
        var shop = asking()
        let effects = shop.give(recovery(kept()))
        #expect(effects.settled == [Settled(1, .approved, isEarlier: true)])
        #expect(effects.starts == [.recoverPendingResult])
        #expect(shop.books[1]?.outcome?.isRecovered == true)
        #expect(shop.books[1]?.outcome?.settledBy == .pendingResult)
        #expect(shop.give(recovery(nothingHeld)).notices == [.nothingWaiting, .ready(.counter)])
    }

    @Test("a recovered result is durable before anybody is told") func recoveredIsDurable() {
        var shop = asking()
        shop.holdsBooks = true
        #expect(shop.give(recovery(kept())).notices.isEmpty)
        #expect(shop.letBooksWork().settled == [Settled(1, .approved, isEarlier: true)])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("the answer to the sale at hand, fetched after the link came back, counts once") func saleAtHand() {
        var shop = Shop.selling()
        shop.loseLink()
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: true))
        #expect(shop.give(recovery(kept())).settled == [Settled(1, .approved, isEarlier: true)])
        shop.give(recovery(nothingHeld))
        #expect(shop.books.records.count == 1)
        #expect(shop.books.unclaimed.isEmpty)
    }

    @Test("an earlier sale is answered while a later one stays in doubt") func earlier() {
        var shop = asking([.inDoubt(1), .inDoubt(2, .sample("T1-2", amount: money(3300)))])
        let effects = shop.give(recovery(kept(.declined))) + shop.give(recovery(nothingHeld))
        #expect(effects.settled == [Settled(1, .declined, isEarlier: true)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [2])
        #expect(shop.desk.phase == .ready(.counter))
    }

    @Test("several results come out one after the other") func severalResults() {
        var shop = asking([.inDoubt(1), .inDoubt(2, .sample("T1-2", amount: money(3300)))])
        let effects = shop.give(recovery(kept(.authorised, "T1-2"))) + shop.give(recovery(kept()))
        #expect(
            effects.settled == [Settled(2, .approved, isEarlier: true), Settled(1, .approved, isEarlier: true)])
        #expect(shop.desk.inDoubt.isEmpty)
    }

    @Test("a result of no sale here is kept") func stranger() {
        var shop = asking([])
        let effects = shop.give(recovery(kept(.authorised, "T9-9")))
        #expect(effects.settled.isEmpty)
        #expect(effects.starts == [.recoverPendingResult])
        #expect(shop.books.unclaimed.map(\.verdict) == [.approved])
    }

    @Test("after a decision the reader is asked all the same, and its answer is told beside the decision")
    func decided() throws {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect(isResultPending: true)
        let effects = shop.give(.decide(sequence: 1, verdict: .failed, by: "Ann", evidence: "phone"))
        #expect(effects.settled == [Settled(1, .failed, isEarlier: true)])
        #expect(effects.starts == [.recoverPendingResult])
        #expect(shop.desk.mayAnswer(try #require(shop.last)))
        #expect(shop.give(.charge(request)).refusals == [.busy])
        let notices = shop.give(recovery(kept())).notices
        let record = try #require(shop.last)
        let answer = try #require(record.readersAnswer)
        #expect(record.outcome?.verdict == .failed && answer.verdict == .approved)
        #expect(notices == [.contradicted(record, by: answer)])
        // The reader is asked until it holds nothing; then selling goes on.
        #expect(shop.give(recovery(nothingHeld)).notices == [.nothingWaiting, .ready(.counter)])
        #expect(!shop.desk.mayAnswer(record))
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a decision does not have the reader asked while something else on it is in doubt") func decidedOneOfTwo() {
        var shop = Shop([.inDoubt(), .inDoubt(2, .sample("T1-2", amount: money(3300)))], asksByItself: false)
        shop.connect()
        let effects = shop.give(.decide(sequence: 1, verdict: .failed, by: "Ann", evidence: "phone"))
        #expect(effects.starts.isEmpty)
        #expect(shop.desk.phase == .waitingToAsk(.counter))
    }

    @Test("a result that fits two sales settles neither, and is kept") func ambiguous() {
        var shop = asking([.inDoubt(1), .inDoubt(2, .sample("T1-2"))])
        let effects = shop.give(
            recovery(answer(.authorised, amount: money(1250), isRecovered: true, id: guid)))
        #expect(effects.settled.isEmpty)
        #expect(shop.books.unclaimed.count == 1)
        #expect(shop.desk.inDoubt.count == 2)
    }

    @Test("a reader that never says that it holds nothing is let be") func endless() {
        var shop = asking([.inDoubt()])
        var questions = 1
        while case .askingReader = shop.desk.phase, questions < 100 {
            questions += shop.give(recovery(kept(.authorised, "T9-9"))).starts.count
        }
        #expect(questions == Desk.questionsMax)
        #expect(shop.desk.phase == .ready(.counter))
        #expect(shop.books.unclaimed.count == 1)
    }

    @Test("a sale that reached the bank stays in doubt when the reader holds nothing") func nothing() {
        var shop = asking()
        let effects = shop.give(recovery(nothingHeld))
        #expect(effects.notices == [.nothingWaiting, .ready(.counter)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.books.notes[1] == [.nothingPending])
    }

    @Test("a sale that reached no bank took no money when the reader holds nothing") func nothingSent() {
        var shop = asking([.sample()])
        let effects = shop.give(recovery(nothingHeld))
        #expect(effects.settled == [Settled(1, .failed, isEarlier: true)])
        #expect(effects.starts.isEmpty)
        #expect(effects.notices.last == .ready(.counter))
    }

    @Test("of two sales in doubt the reader's silence settles the one that reached no bank, and says so of the other")
    func nothingForSome() {
        var shop = asking([.sample(1), .inDoubt(2, .sample("T1-2"))])
        let effects = shop.give(recovery(nothingHeld))
        #expect(effects.settled == [Settled(1, .failed, isEarlier: true)])
        #expect(effects.notices.suffix(2) == [.nothingWaiting, .ready(.counter)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [2])
    }

    @Test("two sales that the reader's silence settles are both told before the desk is ready") func nothingForTwo() {
        var shop = asking([.sample(1), .sample(2, .sample("T1-2"))])
        let effects = shop.give(recovery(nothingHeld))
        #expect(
            effects.settled == [Settled(1, .failed, isEarlier: true), Settled(2, .failed, isEarlier: true)])
        #expect(effects.notices.last == .ready(.counter))
    }

    @Test("an answer that decides nothing leaves the sale in doubt") func undecided() {
        var shop = asking([.sample()])
        let unreadable = FinanceResult(FinanceResponse(command: .recovered, status: .receivingError))
        let effects = shop.give(recovery(unreadable))
        #expect(effects.notices == [.recoveryUndecided(unreadable.statusText), .ready(.counter)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
    }

    @Test("a reader that is too busy is asked again three times, two seconds apart, and then let be") func busy() {
        var shop = asking([.sample()])
        for _ in 1...3 {
            #expect(shop.give(recovery(tooBusy)) == [.askAgain(afterSeconds: 2)])
            #expect(shop.give(.charge(request)).refusals == [.busy])
            #expect(shop.give(.askAgainDue) == [.start(.recoverPendingResult)])
        }
        #expect(
            shop.give(recovery(tooBusy)).notices == [.recoveryUndecided("The reader is busy"), .ready(.counter)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.books[1]?.outcome == nil)
    }

    @Test("a reader that was busy and then answers has answered") func busyThenAnswer() {
        var shop = asking()
        shop.give(recovery(tooBusy))
        shop.give(.askAgainDue)
        #expect(shop.give(recovery(kept())).settled == [Settled(1, .approved, isEarlier: true)])
        // The next question has its own patience.
        #expect(shop.give(recovery(tooBusy)) == [.askAgain(afterSeconds: 2)])
    }

    @Test("a pause that ends after the link has asks nothing, and neither does a second one") func stalePause() {
        var shop = asking()
        shop.give(recovery(tooBusy))
        shop.give(.linkEnded(.broken))
        #expect(shop.give(.askAgainDue).isEmpty)
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: true))
        #expect(shop.give(.askAgainDue).isEmpty)
    }

    @Test("an answer that is not marked as recovered but tells of money is kept") func unmarked() {
        var shop = asking()
        let effects = shop.give(recovery(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)))
        #expect(effects.settled.isEmpty)
        #expect(shop.books.unclaimed.map(\.transactionID) == [guid])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
    }

    @Test("a reader that was too busy to be asked takes no sale") func askRefused() {
        var shop = asking()
        let effects = shop.give(.startRefused(.busy))
        #expect(effects.notices == [.notStarted(.reader(.busy)), .mustAsk(.counter)])
        #expect(shop.give(.charge(request)).refusals == [.readerNotAsked])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a desk that asks by itself asks again when the reader's own update is over") func askAfterUpdate() {
        var shop = asking()
        shop.give(.startRefused(.busy))
        let update = completion(.finance(answer(.processed)), of: .update, isAutomatic: true)
        #expect(shop.give(.finished(update)).starts == [.recoverPendingResult])
    }

    // MARK: Results that nobody asked for

    @Test("an earlier result in place of the answer settles the earlier sale, and leaves this one in doubt")
    func answeredByEarlier() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect()
        shop.give(.askReader)
        shop.give(recovery(nothingHeld))
        shop.give(.charge(request))
        let end = completion(.answeredByEarlier(kept()), wasRelayed: true)
        let effects = shop.give(.finished(end))
        #expect(
            effects.settled == [Settled(1, .approved, isEarlier: true), Settled(2, .unknown, isEarlier: false)])
        #expect(shop.desk.phase == .waitingToAsk(.counter))
        #expect(shop.desk.inDoubt.map(\.sequence) == [2])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("an earlier result that belongs to no sale here is kept, and this one is in doubt")
    func answeredByStranger() {
        var shop = Shop.selling(asksByItself: false)
        let effects = shop.give(.finished(completion(.answeredByEarlier(kept(.authorised, "T9-9")))))
        #expect(effects.settled == [Settled(1, .unknown, isEarlier: false)])
        #expect(shop.books.unclaimed.map(\.verdict) == [.approved])
    }

    @Test("a late result settles the sale in doubt that it belongs to") func unclaimed() {
        var shop = asking()
        shop.give(recovery(nothingHeld))
        #expect(shop.give(.unclaimed(kept())).settled == [Settled(1, .approved, isEarlier: true)])
        #expect(shop.desk.inDoubt.isEmpty)
    }

    @Test("a late result of no sale here is kept and told, and a second time it is nothing new")
    func unclaimedStranger() {
        var shop = Shop.ready()
        let notices = shop.give(.unclaimed(kept(.authorised, "T9-9"))).notices
        #expect(notices.count == 1)
        #expect(shop.give(.unclaimed(kept(.authorised, "T9-9"))).notices.isEmpty)
        #expect(shop.books.unclaimed.count == 1)
    }

    @Test("a result that comes after the link ended is kept all the same") func unclaimedOffline() {
        var shop = Shop.ready()
        shop.give(.linkEnded(.broken))
        shop.give(.unclaimed(kept(.authorised, "T9-9")))
        shop.give(.finished(completion(.finance(kept(.authorised, "T9-8")))))
        #expect(shop.books.unclaimed.count == 2)
    }

    @Test("the answer to a sale whose doubt is just being written settles it") func answerDuringRecording() {
        var shop = Shop.selling()
        shop.holdsBooks = true
        shop.give(.linkEnded(.broken))
        let late = answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)
        shop.give(.finished(completion(.finance(late))))
        shop.letBooksWork()
        #expect(shop.books[1]?.outcome?.verdict == .approved)
        #expect(shop.desk.inDoubt.isEmpty)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("an approval that the reader sends twice is one result") func answeredTwice() {
        var shop = Shop.selling()
        let approval = answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)
        shop.holdsBooks = true
        shop.finish(approval)
        shop.give(.unclaimed(approval))
        let effects = shop.letBooksWork() + shop.give(.unclaimed(approval)) + shop.letBooksWork()
        #expect(effects.settled == [Settled(1, .approved, isEarlier: false)])
        #expect(shop.books.unclaimed.isEmpty)
        #expect(shop.books.records.count == 1)
    }
}
