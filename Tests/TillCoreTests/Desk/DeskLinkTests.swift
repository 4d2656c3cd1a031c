import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The link") struct DeskLinkTests {
    private let request = SaleRequest(amount: money(1250))

    @Test("a reader is ready once the books were read and hold nothing in doubt") func ready() {
        var shop = Shop()
        shop.holdsBooks = true
        #expect(shop.give(.connect(.counter)) == [.connect(.counter)])
        #expect(
            shop.give(.connected(.counter, isResultPending: false)) == [
                .loadInDoubt
            ])
        #expect(shop.letBooksWork() == [.notify(.ready(.counter))])
        #expect(shop.desk.reader == .counter)
    }

    @Test("coming back waits 0, 1, 2, 4, 8 and 16 seconds, then 30 each time") func delays() {
        var shop = Shop()
        shop.give(.connect(.counter))
        var delays: [Int] = []
        for _ in 0..<9 {
            for case .reconnect(let seconds) in shop.give(.linkEnded(.broken)) { delays.append(seconds) }
            #expect(shop.give(.reconnectDue) == [.connect(.counter)])
        }
        #expect(delays == [0, 1, 2, 4, 8, 16, 30, 30, 30])
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(.linkEnded(.broken)).contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a cashier who connects by hand begins with short waits again") func byHand() {
        var shop = Shop()
        shop.give(.connect(.counter))
        for _ in 0..<5 {
            shop.give(.linkEnded(.broken))
            shop.give(.reconnectDue)
        }
        shop.give(.linkEnded(.broken))
        shop.give(.connect(.counter))
        #expect(shop.give(.reconnectDue).isEmpty)
        #expect(shop.give(.linkEnded(.broken)).contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a desk that was left stays away until it is to connect, and drops what comes late") func left() {
        var shop = Shop.ready()
        #expect(shop.give(.disconnect) == [.disconnect])
        #expect(shop.give(.disconnect).isEmpty)
        #expect(shop.give(.linkEnded(.broken)).isEmpty)
        #expect(shop.give(.reconnectDue).isEmpty)
        #expect(shop.give(.connected(.counter, isResultPending: false)).isEmpty)
        #expect(shop.give(.connect(.counter)) == [.connect(.counter)])
        #expect(shop.give(.linkEnded(.broken)).contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a desk is not left while the reader answers") func notLeft() {
        var selling = Shop.selling()
        #expect(selling.give(.disconnect).refusals == [.busy])
        #expect(selling.give(.connect(.simulated)).refusals == [.busy])
        var asking = Shop([.inDoubt()])
        asking.connect()
        #expect(asking.give(.disconnect).refusals == [.busy])
        #expect(asking.desk.reader == .counter)
    }

    @Test("the desk does not come back when it is not to") func staysAway() {
        var shop = Shop.ready()
        shop.desk.reconnectsByItself = false
        #expect(shop.give(.linkEnded(.broken)) == [.notify(.linkLost(.broken))])
    }

    @Test("a link that ends before anything was sent takes no money, and the intent gets its outcome")
    func lostWhileRecordingIntent() {
        var shop = Shop.ready()
        shop.holdsBooks = true
        shop.give(.charge(request))
        shop.give(.linkEnded(.broken))
        let effects = shop.letBooksWork()
        #expect(effects.starts.isEmpty)
        #expect(effects.settled == [Settled(1, .failed, isEarlier: false)])
        #expect(effects.contains(.reconnect(afterSeconds: 0)))
        #expect(shop.desk.phase == .offline)
    }

    @Test("a link that ends in an operation leaves it in doubt, and the reader is asked after coming back")
    func lostWhileRunning() {
        var shop = Shop.selling()
        let effects = shop.loseLink()
        #expect(effects.settled == [Settled(1, .unknown, isEarlier: false)])
        #expect(effects.contains(.reconnect(afterSeconds: 0)))
        shop.give(.reconnectDue)
        #expect(shop.give(.connected(.counter, isResultPending: true)).starts == [.recoverPendingResult])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a request that was refused three times took no money") func notDelivered() {
        var shop = Shop.selling()
        #expect(
            shop.loseLink(.notDelivered, wasRelayed: false).settled == [Settled(1, .failed, isEarlier: false)])
    }

    @Test("a link that ends without a word about the operation leaves it in doubt") func lostWithoutCompletion() {
        var shop = Shop.selling()
        let effects = shop.give(.linkEnded(.broken))
        #expect(effects.settled == [Settled(1, .unknown, isEarlier: false)])
        #expect(effects.contains(.reconnect(afterSeconds: 0)))
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
    }

    @Test("coming back waits for the outcome to be written") func lostWhileRecordingOutcome() {
        var shop = Shop.selling()
        shop.holdsBooks = true
        let effects = shop.loseLink()
        #expect(!effects.contains(.reconnect(afterSeconds: 0)))
        #expect(shop.desk.isBusyWithMoney)
        #expect(shop.letBooksWork().contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a link that ends while the reader is asked is asked again after coming back") func lostWhileAsking() {
        var shop = Shop([.inDoubt()])
        shop.connect()
        shop.give(.finished(completion(.failed(.broken, .delivered), of: .recoverPendingResult)))
        shop.give(.linkEnded(.broken))
        shop.give(.reconnectDue)
        #expect(shop.give(.connected(.counter, isResultPending: true)).starts == [.recoverPendingResult])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a recovered result that is being written when the link ends is told") func lostWhileRecordingRecovered() {
        var shop = Shop([.inDoubt()])
        shop.connect()
        shop.holdsBooks = true
        shop.give(recovery(answer(.authorised, reference: "T1-1", isRecovered: true)))
        shop.give(.linkEnded(.broken))
        #expect(shop.letBooksWork().settled == [Settled(1, .approved, isEarlier: true)])
    }

    @Test("a link that ends in any other phase comes back") func lostElsewhere() {
        var connecting = Shop()
        connecting.give(.connect(.counter))
        var loading = Shop()
        loading.holdsBooks = true
        loading.connect()
        var waiting = Shop([.inDoubt()], asksByItself: false)
        waiting.connect()
        for shop in [connecting, loading, waiting, .ready()] {
            var shop = shop
            let effects = shop.give(.linkEnded(.broken))
            #expect(effects == [.notify(.linkLost(.broken)), .reconnect(afterSeconds: 0)])
            #expect(shop.desk.phase == .offline)
        }
    }

    @Test("events of a reader that is not connected do nothing") func offline() {
        var shop = Shop()
        #expect(shop.give(.linkEnded(.broken)).isEmpty)
        #expect(shop.give(.connected(.counter, isResultPending: true)).isEmpty)
        #expect(shop.give(.inDoubtLoaded([.inDoubt()])).isEmpty)
        #expect(shop.give(.reconnectDue).isEmpty)
        #expect(shop.give(.askReader).refusals == [.notConnected])
    }
}
