import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The computer's sleep and the desk") struct DeskSleepTests {
    private let request = SaleRequest(amount: money(1250))

    @Test("a link with nothing on its way is closed before a sleep, without a word, and made anew after it")
    func idle() {
        var shop = Shop.ready()
        #expect(shop.give(.sleepBegins) == [.disconnect])
        #expect(shop.desk.reader == nil)
        #expect(!shop.desk.isLeft)
        #expect(shop.give(.sleepIsOver) == [.connect(.counter)])
        #expect(shop.give(.connected(.counter, isResultPending: false)).notices == [.ready(.counter)])
    }

    @Test("a reader that is looked for is left in peace while the computer sleeps, and looked for at once after it")
    func lookingFor() {
        var shop = Shop.ready()
        for _ in 0..<4 {
            shop.give(.linkEnded(.broken))
            shop.give(.reconnectDue)
        }
        #expect(shop.give(.sleepBegins) == [.disconnect])
        #expect(shop.give(.reconnectDue).isEmpty)
        #expect(shop.give(.sleepIsOver) == [.connect(.counter)])
        #expect(shop.give(.linkEnded(.broken)).contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a link that nobody closed in time is made anew after the sleep") func notClosed() {
        var shop = Shop.ready()
        #expect(shop.give(.sleepIsOver) == [.connect(.counter)])
        #expect(shop.desk.phase == .connecting)
    }

    @Test("a reader that the cashier left stays left over a sleep") func left() {
        var shop = Shop.ready()
        shop.give(.disconnect)
        #expect(shop.give(.sleepBegins).isEmpty)
        #expect(shop.give(.sleepIsOver).isEmpty)
        var never = Shop()
        #expect(never.give(.sleepBegins).isEmpty)
        #expect(never.give(.sleepIsOver).isEmpty)
    }

    @Test("what is on its way is left to itself before a sleep; its end is still taken") func running() {
        var shop = Shop.selling()
        #expect(shop.give(.sleepBegins).isEmpty)
        let effects = shop.finish(answer(.authorised, .success, amount: money(1250), id: guid))
        #expect(effects.settled == [Settled(1, .approved, isEarlier: false)])
        // There was still time: now the link is closed.
        #expect(shop.give(.sleepBegins) == [.disconnect])
    }

    @Test("an operation over a sleep is lost with its link, and its result fetched after coming back")
    func overSleep() {
        var shop = Shop.selling()
        shop.give(.sleepBegins)
        #expect(shop.give(.sleepIsOver) == [.dropLink])
        #expect(shop.loseLink().settled == [Settled(1, .unknown, isEarlier: false)])
        #expect(shop.give(.reconnectDue) == [.connect(.counter)])
        #expect(shop.give(.connected(.counter, isResultPending: true)).starts == [.recoverPendingResult])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("what the reader is asked for over a sleep is asked again") func asking() {
        var shop = Shop([.inDoubt()])
        shop.connect()
        shop.give(.sleepBegins)
        #expect(shop.give(.sleepIsOver) == [.dropLink])
        #expect(shop.give(.linkEnded(.closed(""))).contains(.reconnect(afterSeconds: 0)))
        shop.give(.reconnectDue)
        #expect(shop.give(.connected(.counter, isResultPending: true)).starts == [.recoverPendingResult])
    }

    @Test("a scanner that is on is off after a sleep, and whoever waits for it hears so") func serving() {
        var shop = Shop.ready()
        shop.give(.serve(.readLog))
        #expect(shop.give(.sleepBegins) == [.disconnect, .notify(.served(.readLog, .linkLost))])
    }

    @Test("a cashier who connects does not wait for the end of a sleep that never comes") func byHand() {
        var shop = Shop.ready()
        shop.give(.sleepBegins)
        #expect(shop.give(.connect(.counter)) == [.connect(.counter)])
        #expect(shop.give(.linkEnded(.broken)).contains(.reconnect(afterSeconds: 0)))
        #expect(shop.give(.reconnectDue) == [.connect(.counter)])
    }
}
