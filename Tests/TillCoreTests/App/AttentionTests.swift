import HeftKit
import Testing

@testable import HeftWire
@testable import TillCore

@Suite("What must not be forgotten") struct AttentionTests {
    @Test("an unknown sale rings four times, and again every 15 seconds") func unknown() {
        var till = Till.showing(.undefined)
        #expect(till.state.countsSeconds)
        let rings = (1...60).filter { _ in
            till.advance(by: 1000)
            return till.give(.tick) == [.bell(4)]
        }
        #expect(rings.count == 4 && zip(rings, rings.dropFirst()).allSatisfy { $1 - $0 == 15 })
    }

    @Test("a sale that was paid in part rings three times, and again every 10 seconds") func partlyPaid() {
        var till = Till.showing(.partiallyApproved)
        let rings = (1...60).filter { _ in
            till.advance(by: 1000)
            return till.give(.tick) == [.bell(3)]
        }
        #expect(rings == [9, 19, 29, 39, 49, 59])
    }

    @Test("a sale that is settled rings no more") func settled() {
        var till = Till.showing(.authorised)
        till.advance(by: 60_000)
        #expect(till.give(.tick) == [])
        #expect(!till.state.countsSeconds)
    }

    @Test("an unknown sale does not hold the till: it may be left, and comes first again") func wayOut() {
        var till = Till.showing(.undefined)
        let page = till.state.page
        till.press(.quit)
        #expect(till.state.page == .quit(under: page, yes: false))
    }
}
