import HeftKit
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("While the reader works") struct DeskRunningTests {
    @Test("statuses are told, noted and kept in order") func statuses() {
        var shop = Shop.selling()
        let effects = shop.give(.status(status(.waitingForCard))) + shop.give(.status(status(.pinInput)))
        #expect(effects.notices == [.status(status(.waitingForCard)), .status(status(.pinInput))])
        #expect(shop.desk.running?.log.map(\.status.status) == [.waitingForCard, .pinInput])
        #expect(shop.books.notes[1]?.count == 3)
    }

    @Test("a reader that chatters loses its oldest lines") func chatter() {
        var shop = Shop.selling()
        shop.give(.status(status(.waitingForCard)))
        for _ in 0..<RunningOperation.logMax { shop.give(.status(status(.pinInput))) }
        #expect(shop.desk.running?.log.count == RunningOperation.logMax)
        #expect(shop.desk.running?.log.first?.status.status == .pinInput)
    }

    @Test("the books take a status once, and of a reader that chatters not more than so many") func notes() {
        var shop = Shop.selling()
        for _ in 0..<5 { shop.give(.status(status(.waitingForCard))) }
        #expect(shop.books.notes[1]?.count == 2)
        for _ in 0..<RunningOperation.notesMax {
            shop.give(.status(status(.pinInput)))
            shop.give(.status(status(.waitingForCard)))
        }
        #expect(shop.books.notes[1]?.count == RunningOperation.notesMax + 1)
        #expect(shop.desk.running?.status?.status == .waitingForCard)
    }

    @Test("a status outside an operation is told") func idleStatus() {
        var shop = Shop.ready()
        #expect(shop.give(.status(status(.removeCard))) == [.notify(.status(status(.removeCard)))])
    }

    // MARK: Cancel

    @Test("a cancel goes out only where the last status allowed it") func cancel() {
        var shop = Shop.selling()
        #expect(shop.give(.cancel) == [.notify(.cancelNotPossible)])
        shop.give(.status(status(.waitingForCard, canCancel: true)))
        #expect(shop.give(.cancel).contains(.cancelOperation))
        #expect(shop.books.notes[1]?.contains(.cancelRequested) == true)
        shop.give(.status(status(.pinInput)))
        #expect(shop.give(.cancel) == [.notify(.cancelNotPossible)])
    }

    @Test("a second cancel is not sent, and the payment is cancelling until the reader confirms") func cancelTwice() {
        var shop = Shop.selling()
        shop.give(.status(status(.waitingForCard, canCancel: true)))
        shop.give(.cancel)
        #expect(shop.desk.running?.isCancelling == false)
        shop.give(.cancelSent)
        #expect(shop.desk.running?.isCancelling == true)
        #expect(shop.give(.cancel) == [.notify(.cancelNotPossible)])
        #expect(shop.give(.cancelAnswered).isEmpty)
        #expect(shop.desk.running?.isCancelling == true)
        #expect(
            shop.finish(answer(.cancelled, .posCancelled), wasRelayed: false).settled
                == [Settled(1, .cancelled, isEarlier: false)])
    }

    @Test("an approval that crosses the cancel is an approval") func cancelCrossed() {
        var shop = Shop.selling()
        shop.give(.status(status(.waitingForCard, canCancel: true)))
        shop.give(.cancel)
        shop.give(.cancelSent)
        #expect(shop.finish(answer(.authorised)).settled == [Settled(1, .approved, isEarlier: false)])
        #expect(shop.give(.cancelAnswered).isEmpty)
    }

    @Test("a cancel without an operation does nothing") func cancelIdle() {
        var shop = Shop.ready()
        #expect(shop.give(.cancel).isEmpty)
        var offline = Shop()
        #expect(offline.give(.cancel).isEmpty)
    }

    // MARK: Signature

    @Test("the cashier's judgement goes to the reader once", arguments: [true, false]) func signature(
        isAccepted: Bool
    ) {
        var shop = Shop.selling()
        #expect(shop.give(.signatureRequested(aSignature)).notices == [.signatureRequested(aSignature)])
        #expect(shop.desk.running?.signature == aSignature)
        let effects = shop.give(.judgeSignature(isAccepted: isAccepted))
        #expect(effects.contains(.answerSignature(isAccepted: isAccepted)))
        #expect(shop.give(.judgeSignature(isAccepted: isAccepted)).isEmpty)
    }

    @Test("a judgement that comes too late goes nowhere") func lateJudgement() {
        var shop = Shop.selling()
        shop.give(.signatureRequested(aSignature))
        #expect(shop.give(.signatureWithdrawn).notices == [.signatureWithdrawn])
        #expect(shop.give(.judgeSignature(isAccepted: true)).isEmpty)
        shop.finish(answer(.declined, .processingError))
        #expect(shop.give(.judgeSignature(isAccepted: true)).isEmpty)
        #expect(shop.give(.signatureRequested(aSignature)).isEmpty)
    }

    @Test("a signature ends with its operation") func endsWithOperation() {
        var shop = Shop.selling()
        shop.give(.signatureRequested(aSignature))
        let notices = shop.finish(answer(.declined, .processingError)).notices
        #expect(notices.first == .signatureWithdrawn)
        var lost = Shop.selling()
        lost.give(.signatureRequested(aSignature))
        #expect(lost.give(.linkEnded(.broken)).notices.first == .signatureWithdrawn)
    }
}
