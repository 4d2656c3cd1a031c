import HeftKit
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Waiting for a card") struct CardWaitTests {
    /// A till whose reader waits for a card, for so many seconds at most.
    private func waiting(_ seconds: Int = 60, canCancel: Bool = true) -> Till {
        var till = Till.paying()
        till.state.settings.configuration.timeouts.cardWait = seconds
        till.give(.status(status(.waitingForCard, canCancel: canCancel)))
        return till
    }

    /// The seconds after which a cancel was sent, of a clock that ticks each second.
    private func cancels(_ till: inout Till, seconds: Int) -> [Int] {
        var sent: [Int] = []
        for second in 1...seconds {
            till.advance(by: 1000)
            if till.give(.tick).contains(.desk(.cancelOperation)) { sent.append(second) }
        }
        return sent
    }

    @Test("a reader that waits longer than the shop has set is cancelled, once") func cancelled() {
        var till = waiting()
        #expect(till.state.cardWaitLeft == 60)
        #expect(cancels(&till, seconds: 100) == [60])
        till.give(.cancelSent)
        till.finish(answer(.cancelled, .userCancelled), wasRelayed: false)
        #expect(till.result?.isCardWaitOver == true)
    }

    @Test("what is set now counts") func setNow() {
        var till = waiting(600)
        till.advance(by: 20_000)
        till.state.settings.configuration.timeouts.cardWait = 30
        till.give(.tick)
        #expect(till.state.cardWaitLeft == 10)
        #expect(cancels(&till, seconds: 20) == [10])
    }

    @Test("once a card is read the time is over, and a new card gets all of it") func read() {
        var till = waiting()
        till.advance(by: 50_000)
        till.give(.status(status(.cardInserted)))
        #expect(till.state.cardWaitLeft == nil)
        #expect(cancels(&till, seconds: 30).isEmpty)
        till.give(.status(status(.waitingForCard, canCancel: true)))
        #expect(till.state.cardWaitLeft == 60)
    }

    @Test("where only the customer can cancel nothing is sent") func notAllowed() {
        var till = waiting(canCancel: false)
        #expect(cancels(&till, seconds: 100).isEmpty)
    }
}
