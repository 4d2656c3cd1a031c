import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The transaction feed at the desk") struct DeskFeedTests {
    private let other = SaleRequest(amount: money(3300))

    /// A desk whose reader was asked and said nothing.
    private func searching(_ records: [OperationRecord] = [.inDoubt()]) -> Shop {
        var shop = Shop(records)
        shop.connect()
        #expect(shop.give(recovery(nothingHeld)).questions.isEmpty == records.isEmpty)
        return shop
    }

    private func found(_ rows: [FeedTransaction], for sequence: Int64 = 1, isComplete: Bool = true) -> DeskEvent {
        .feedAnswered(FeedAnswer(rows, isComplete: isComplete), for: sequence, claimed: [])
    }

    @Test("what the reader left in doubt is looked up, in the time around its start and the day before") func asks() {
        var shop = Shop([.inDoubt()])
        #expect(shop.connect().questions.isEmpty)
        let effects = shop.give(recovery(nothingHeld))
        let (first, last) = (Timestamp.at(-86_700_000), Timestamp.at(2_100_000))
        let question = DeskEffect.askFeed(readerSerial: "12345", from: first, to: last, for: 1)
        #expect(effects.questions == [question])
        #expect(shop.desk.isAskingFeed)
    }

    @Test("also when the reader gave no clear answer") func asksAfterUndecided() {
        var shop = Shop([.inDoubt()])
        shop.connect()
        let unclear = FinanceResult(FinanceResponse(command: .recovered, status: .receivingError))
        #expect(shop.give(recovery(unclear)).questions.count == 1)
    }

    @Test("the search holds nobody back") func sellsMeanwhile() {
        var shop = searching()
        #expect(shop.give(.charge(other)).starts.count == 1)
        shop.finish(answer(.authorised, amount: money(3300), id: "other"))
        #expect(shop.give(found([feedRow()])).settled == [Settled(1, .approved, isEarlier: true)])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("what reached no bank and what moves no money is not looked up") func asksForMoneyOnly() {
        var shop = Shop([.sample(1), .sample(2, .sample("T1-2", kind: .endOfDay, amount: nil))])
        shop.connect()
        #expect(shop.give(recovery(nothingHeld)).questions.isEmpty)
    }

    @Test("each operation once a connection, and once more when the cashier asks") func once() {
        var shop = searching()
        shop.give(.charge(other))
        let next = shop.finish(answer(.undefined)) + shop.give(recovery(nothingHeld))
        #expect(next.questions.map(\.sequence) == [2])
        shop.give(.askReader)
        #expect(shop.give(recovery(nothingHeld)).questions.map(\.sequence) == [1, 2])
        shop.give(.linkEnded(.broken))
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(recovery(nothingHeld)).questions.map(\.sequence) == [1, 2])
    }

    @Test("one that is found is settled, told when it is durable, and noted with its evidence") func settles() {
        var shop = searching()
        shop.holdsBooks = true
        let row = feedRow(reference: "T1-1")
        let effects = shop.give(found([row]))
        #expect(effects.notices == [.feedSearched(sequence: 1, .found(row))])
        #expect(shop.desk.isAskingFeed)
        #expect(shop.letBooksWork().settled == [Settled(1, .approved, isEarlier: true)])
        #expect(!shop.desk.isAskingFeed)
        #expect(shop.books[1]?.outcome?.settledBy == .transactionFeed)
        #expect(shop.books.notes[1] == [.nothingPending, FeedMatch.found(row).note])
    }

    @Test("one that is not found stays in doubt while the feed may still get it, and has failed later") func absent() {
        var shop = searching()
        #expect(shop.give(found([])).notices == [.feedSearched(sequence: 1, .notYet)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        shop.clock += 24 * 3_600_000
        #expect(shop.give(found([], isComplete: false)).settled.isEmpty)
        #expect(shop.give(found([])).settled == [Settled(1, .failed, isEarlier: true)])
        #expect(shop.desk.inDoubt.isEmpty)
    }

    @Test("two that may be it are told and noted, and settle nothing") func ambiguous() {
        var shop = searching()
        let rows = [feedRow(id: "1"), feedRow(id: "2")]
        #expect(shop.give(found(rows)).notices == [.feedSearched(sequence: 1, .ambiguous(rows))])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.books.notes[1]?.last == FeedMatch.ambiguous(rows).note)
    }

    @Test("a feed that cannot be asked changes nothing") func failed() {
        var shop = searching()
        #expect(
            shop.give(.feedFailed(.unreachable("timeout"), for: 1)).notices == [
                .feedFailed(sequence: 1, .unreachable("timeout"))
            ])
        #expect(!shop.desk.isAskingFeed)
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.books[1]?.outcome?.verdict == .unknown)
    }

    @Test("an answer for what is settled meanwhile changes nothing") func late() {
        var shop = searching()
        shop.give(.unclaimed(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)))
        let effects = shop.give(found([feedRow("DECLINED")]))
        #expect(effects == [.notify(.feedSearched(sequence: 1, nil))])
        #expect(shop.books[1]?.outcome?.verdict == .approved)
    }

    @Test("an answer that comes after the link ended counts") func offline() {
        var shop = searching()
        shop.give(.linkEnded(.broken))
        #expect(shop.give(found([feedRow()])).settled == [Settled(1, .approved, isEarlier: true)])
    }

    @Test("what the feed said and the books did not take is brought again before the reader is asked")
    func booksFail() {
        var shop = searching()
        shop.books.refusals = 1
        let effects = shop.give(found([feedRow()]))
        #expect(effects.notices.last == .booksFailed(Books.full, moneyMayHaveMoved: true))
        #expect(!shop.desk.isAskingFeed)
        #expect(shop.give(.askReader).settled == [Settled(1, .approved, isEarlier: true)])
    }

    // MARK: Later

    private func pauses(_ effects: [DeskEffect]) -> [Int] {
        effects.compactMap { if case .askFeedAgain(let seconds) = $0 { seconds } else { nil } }
    }

    @Test("what the list does not have so far is looked up again by itself, less and less often, until it is settled")
    func asksLater() {
        var shop = searching()
        for seconds in [60, 300, 900, 1800, 3600, 3600] {
            #expect(pauses(shop.give(found([]))) == [seconds])
            #expect(!shop.desk.isAskingFeed)
            #expect(shop.give(.feedDue).questions.map(\.sequence) == [1])
        }
        // It has it now, and does not say yet how it ended.
        #expect(pauses(shop.give(found([feedRow("PROCESSED")]))) == [3600])
        shop.give(.feedDue)
        shop.clock += 24 * 3_600_000
        let end = shop.give(found([]))
        #expect(end.settled == [Settled(1, .failed, isEarlier: true)])
        #expect(pauses(end) == [])
        #expect(shop.give(.feedDue).isEmpty)
    }

    @Test("a list that could not be read is read again, one that is not there or lets nobody in is not")
    func asksLaterAfterFailure() {
        for error in [FeedError.unreachable("timeout"), .unreadable("no page")] {
            var shop = searching()
            #expect(pauses(shop.give(.feedFailed(error, for: 1))) == [60])
        }
        for error in [FeedError.notConfigured, .refused("code 401")] {
            var shop = searching()
            #expect(pauses(shop.give(.feedFailed(error, for: 1))) == [])
        }
    }

    @Test("two that are looked up have one time to come, and a cashier's question begins anew") func asksLaterOnce() {
        var shop = searching([.inDoubt(1), .inDoubt(2, .sample("T1-2"))])
        #expect(pauses(shop.give(found([]))) == [60])
        #expect(pauses(shop.give(found([], for: 2))) == [])
        #expect(shop.give(.feedDue).questions.map(\.sequence) == [1, 2])
        shop.give(.askReader)
        shop.give(recovery(nothingHeld))
        #expect(pauses(shop.give(found([]))) == [60])
    }

    @Test("a sale that runs is not disturbed, and without a reader the next connection asks") func asksLaterWhenFree() {
        var shop = searching()
        shop.give(found([]))
        shop.give(.charge(other))
        #expect(shop.give(.feedDue) == [.askFeedAgain(afterSeconds: 60)])
        shop.finish(answer(.authorised, amount: money(3300), id: "other"))
        #expect(shop.give(.feedDue).questions.map(\.sequence) == [1])
        shop.give(found([]))
        shop.give(.linkEnded(.broken))
        #expect(shop.give(.feedDue).isEmpty)
    }

    // MARK: Clocks

    @Test("the bank's clock is known by what its list and its answers say, and stands in the note") func clock() {
        var shop = searching()
        #expect(shop.desk.bankClock == nil)
        #expect(shop.give(.bankClock(ahead: -3000)).isEmpty)
        #expect(shop.desk.bankClock == BankClock(ahead: -3000))
        let answer = FeedAnswer([], isComplete: true, clockSkew: 3_600_000)
        shop.give(.feedAnswered(answer, for: 1, claimed: []))
        #expect(shop.desk.bankClock == BankClock(ahead: 3_600_000))
        #expect(shop.books.notes[1]?.last == FeedMatch.notYet.note(BankClock(ahead: 3_600_000)))
    }

    // MARK: Other readers

    @Test("what is in doubt on another reader is guarded here, and neither asked about nor looked up")
    func otherReader() {
        var shop = Shop([.inDoubt(1, .sample(customerReference: "Table 7"))])
        shop.give(.connect(.counter))
        let effects = shop.give(.connected(.terrace, isResultPending: false))
        #expect(effects.notices == [.ready(.terrace)])
        #expect(effects.questions.isEmpty)
        let record = OperationRecord.inDoubt(1, .sample(customerReference: "Table 7"))
        #expect(shop.desk.inDoubt == [record])
        #expect(
            shop.give(.charge(SaleRequest(amount: money(3300), customerReference: "Table 7"))).refusals == [
                .sameTicketInDoubt(record)
            ])
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals == [.sameAmountInDoubt(record)])
        #expect(shop.give(.charge(other)).starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    // MARK: The supervisor

    @Test(
        "a supervisor's decision settles what is in doubt, with its evidence",
        arguments: [(SupervisorDecision.Kind.approved, OperationOutcome.Verdict.approved), (.failed, .failed)])
    func decides(kind: SupervisorDecision.Kind, verdict: OperationOutcome.Verdict) {
        var shop = searching()
        let effects = shop.give(.decide(sequence: 1, verdict: kind, by: "Ann", evidence: "bank on the phone"))
        #expect(effects.settled == [Settled(1, verdict, isEarlier: true)])
        #expect(shop.books[1]?.outcome?.settledBy == .supervisor(name: "Ann", evidence: "bank on the phone"))
        #expect(shop.books.decisions.map(\.evidence) == ["bank on the phone"])
        #expect(shop.desk.inDoubt.isEmpty)
    }

    @Test("a decision about what runs or is settled is refused") func refused() {
        var shop = Shop.selling()
        #expect(
            shop.give(.decide(sequence: 1, verdict: .failed, by: "Ann", evidence: "no")).refusals == [.busy])
        shop.finish(answer(.authorised, amount: money(1250), id: guid))
        let effects = shop.give(.decide(sequence: 1, verdict: .failed, by: "Ann", evidence: "no"))
        #expect(
            effects.notices == [.booksFailed(.unknownOperation(sequence: 1), moneyMayHaveMoved: false)])
        #expect(shop.books[1]?.outcome?.verdict == .approved)
    }

    @Test("a reader that cannot be asked takes sales once all that is in doubt on it is set aside") func setAside() {
        var shop = Shop([.inDoubt(1), .inDoubt(2, .sample("T1-2"))], asksByItself: false)
        shop.connect()
        shop.give(.askReader)
        shop.give(.startRefused(.busy))
        let first = shop.give(.setAside(sequence: 1, by: "Ann", evidence: "reader stuck")).notices
        #expect(first == [.decided(shop.books.decisions[0], .inDoubt(1))])
        #expect(shop.give(.charge(other)).refusals == [.readerNotAsked])
        let effects = shop.give(.setAside(sequence: 2, by: "Ann", evidence: "reader stuck"))
        #expect(effects.notices.first == .ready(.counter))
        #expect(shop.books.notes[2] == [.guardOverridden(by: "Ann")])
        #expect(shop.books.decisions.map(\.kind) == [.setAside, .setAside])
        #expect(shop.desk.inDoubt.count == 2)
        #expect(shop.give(.charge(other)).starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("what is set aside holds the next connection back again") func setAsideOnce() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect()
        shop.give(.setAside(sequence: 1, by: "Ann", evidence: "reader stuck"))
        shop.give(.linkEnded(.broken))
        shop.give(.reconnectDue)
        #expect(shop.give(.connected(.counter, isResultPending: false)).notices == [.mustAsk(.counter)])
    }

    @Test("a decision that the books do not take sets nothing aside") func setAsideOnFullDisk() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect()
        shop.books.refusals = 1
        let effects = shop.give(.setAside(sequence: 1, by: "Ann", evidence: "reader stuck"))
        #expect(effects.notices == [.booksFailed(Books.full, moneyMayHaveMoved: false)])
        #expect(shop.give(.charge(other)).refusals == [.readerNotAsked])
    }
}

extension [DeskEffect] {
    fileprivate var questions: [DeskEffect] {
        filter { if case .askFeed = $0 { true } else { false } }
    }
}

extension DeskEffect {
    fileprivate var sequence: Int64? {
        if case .askFeed(_, _, _, let sequence) = self { sequence } else { nil }
    }
}
