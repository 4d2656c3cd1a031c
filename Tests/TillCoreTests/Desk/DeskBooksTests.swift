import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Books that fail") struct DeskBooksTests {
    private let request = SaleRequest(amount: money(1250))
    private let other = SaleRequest(amount: money(3300))

    @Test("an intent that cannot be written starts nothing") func intent() {
        var shop = Shop.ready()
        shop.books.refusals = 1
        let effects = shop.give(.charge(request))
        #expect(effects.starts.isEmpty)
        #expect(effects.notices == [.booksFailed(Books.full, moneyMayHaveMoved: false)])
        #expect(shop.give(.charge(request)).starts.count == 1)
    }

    @Test("a desk comes back also when neither the link nor the books held") func intentOffline() {
        var shop = Shop.ready()
        shop.holdsBooks = true
        shop.give(.charge(request))
        shop.give(.linkEnded(.broken))
        shop.books.refusals = 1
        #expect(shop.letBooksWork().contains(.reconnect(afterSeconds: 0)))
        #expect(shop.desk.phase == .offline)
    }

    @Test("an outcome that cannot be written blocks the reader, and is brought again before the reader is asked")
    func outcome() {
        var shop = Shop.selling(asksByItself: false)
        shop.books.refusals = 1
        let effects = shop.finish(answer(.authorised, amount: money(1250), id: guid))
        #expect(effects.settled.isEmpty)
        #expect(effects.notices == [.booksFailed(Books.full, moneyMayHaveMoved: true), .mustAsk(.counter)])
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.give(.charge(other)).refusals == [.readerNotAsked])

        let again = shop.give(.askReader)
        #expect(again.settled == [Settled(1, .approved, isEarlier: true)])
        #expect(again.starts == [.recoverPendingResult])
        shop.give(recovery(nothingHeld))
        #expect(shop.books[1]?.outcome?.transactionID == guid)
        #expect(shop.give(.charge(other)).starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a reader's silence does not undo an approval that could not be written") func outcomeOnFullDisk() {
        var shop = Shop.selling(asksByItself: false)
        shop.books.refusals = 3
        shop.finish(answer(.authorised, amount: money(1250), id: guid), wasRelayed: false)
        for _ in 0..<2 {
            #expect(shop.give(.askReader).starts.isEmpty)
            #expect(shop.desk.phase == .waitingToAsk(.counter))
        }
        shop.give(.askReader)
        shop.give(recovery(nothingHeld))
        #expect(shop.books[1]?.outcome?.verdict == .approved)
    }

    @Test("a desk that asks by itself does not try a full disk for ever") func noLoop() {
        var shop = Shop.selling()
        shop.books.refusals = 1000
        shop.finish(answer(.authorised, id: guid))
        #expect(shop.books.refusals == 999)
        #expect(shop.desk.phase == .waitingToAsk(.counter))
    }

    @Test("an outcome that could not be written outlives the link") func outcomeAndLink() {
        var shop = Shop.selling(asksByItself: false)
        shop.books.refusals = 1
        shop.finish(answer(.authorised, amount: money(1250), id: guid))
        shop.give(.linkEnded(.broken))
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(.askReader).settled == [Settled(1, .approved, isEarlier: true)])
    }

    @Test("an outcome that could not be written while the link was lost is brought on coming back")
    func outcomeOffline() {
        var shop = Shop.selling()
        shop.books.refusals = 1
        #expect(shop.loseLink().contains(.reconnect(afterSeconds: 0)))
        shop.give(.reconnectDue)
        let effects = shop.give(.connected(.counter, isResultPending: true))
        #expect(effects.settled == [Settled(1, .unknown, isEarlier: true)])
        #expect(effects.starts == [.recoverPendingResult])
    }

    @Test("an outcome that could not be written is brought on coming to another reader, which settles nothing of it")
    func outcomeAndOtherReader() {
        var shop = Shop.selling()
        shop.books.refusals = 1
        shop.loseLink(wasRelayed: false)
        shop.give(.connect(.counter))
        let effects = shop.give(.connected(.terrace, isResultPending: false))
        #expect(effects.settled == [Settled(1, .unknown, isEarlier: true)])
        shop.give(
            recovery(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
        #expect(shop.give(recovery(nothingHeld)).settled.isEmpty)
        #expect(shop.books[1]?.outcome?.verdict == .unknown)
        #expect(shop.books.unclaimed.count == 1)
        // The doubt counts for this reader too: the same customer may stand there.
        #expect(shop.give(.charge(request)).refusals.count == 1)
    }

    @Test("a recovered result that could not be written is brought again: the reader has given it up")
    func recovered() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect(isResultPending: true)
        shop.give(.askReader)
        shop.books.refusals = 1
        let effects = shop.give(
            recovery(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
        #expect(effects.settled.isEmpty)
        #expect(shop.give(.charge(other)).refusals == [.readerNotAsked])
        #expect(shop.give(.askReader).settled == [Settled(1, .approved, isEarlier: true)])
        #expect(shop.books[1]?.outcome?.transactionID == guid)
    }

    @Test("no sale starts on a reader whose operations in doubt could not be read") func loading() {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.books.refusals = 1
        #expect(shop.connect().notices.first == .booksFailed(Books.full, moneyMayHaveMoved: true))
        // The refused sale tries the books again.
        let effects = shop.give(.charge(other))
        #expect(effects.refusals == [.readerNotAsked])
        #expect(effects.notices.last == .mustAsk(.counter))
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a pending result is fetched also after the books could not be read") func loadingWithPendingResult() {
        var shop = Shop(asksByItself: false)
        shop.books.refusals = 1
        shop.connect(isResultPending: true)
        #expect(shop.give(.charge(other)).starts == [.recoverPendingResult])
    }

    @Test("a result that could not be kept is told as money that may have moved") func unclaimed() {
        var shop = Shop.ready()
        shop.books.refusals = 1
        let effects = shop.give(.unclaimed(answer(.authorised, reference: "T9-9", id: guid)))
        #expect(effects.notices == [.booksFailed(Books.full, moneyMayHaveMoved: true)])
        #expect(shop.desk.phase == .ready(.counter))
    }
}
