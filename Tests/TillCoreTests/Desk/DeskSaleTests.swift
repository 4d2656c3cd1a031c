import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("A sale at the desk") struct DeskSaleTests {
    private let request = SaleRequest(amount: money(1250))

    @Test("the intent is durable before the reader is asked to start") func intentFirst() {
        var shop = Shop.ready()
        shop.holdsBooks = true
        #expect(shop.give(.charge(request)) == [.recordIntent(.sale(request), .counter)])
        let effects = shop.letBooksWorkOnce()
        #expect(effects.starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("the request carries the amount, the currency and the reference in the books") func order() {
        var shop = Shop.ready()
        let effects = shop.give(.charge(SaleRequest(amount: money(1250, .jpy), customerReference: "Table 7")))
        guard case .finance(.sale, let order) = effects.starts.first else {
            Issue.record("no sale was started")
            return
        }
        #expect(order.amountMinor == 1250)
        #expect(order.currency == CurrencyNumber(.jpy))
        #expect(order.options.customerReference == "Table 7")
        #expect(shop.books.notes[1] == [.requestSent])
    }

    @Test("the till's own reference is sent when the cashier gave none") func ownReference() {
        let shop = Shop.selling()
        #expect(shop.last?.intent.customerReference == "T1-1")
    }

    @Test("a sale on a ticket is its next attempt, with a reference of its own") func nextAttempt() {
        var shop = Shop.selling()
        #expect(shop.last?.intent.ticket == "T1-1")
        shop.finish(answer(.declined, amount: money(1250)))
        shop.give(.charge(SaleRequest(amount: money(1250), ticket: "T1-1")))
        #expect(shop.last?.intent.reference == "T1-2")
        #expect(shop.last?.numberedTicket == "T1-1/2")
    }

    @Test("the outcome is durable before anybody is told") func outcomeFirst() {
        var shop = Shop.selling()
        shop.holdsBooks = true
        let effects = shop.finish(answer(.authorised, amount: money(1250), id: guid))
        #expect(effects.settled.isEmpty)
        #expect(shop.desk.isBusyWithMoney)
        #expect(shop.letBooksWork().settled == [Settled(1, .approved, isEarlier: false)])
        #expect(shop.desk.phase == .ready(.counter))
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("a second sale is refused until the first is settled") func busy() {
        var shop = Shop.ready()
        shop.holdsBooks = true
        shop.give(.charge(request))
        #expect(shop.give(.charge(request)).refusals == [.busy])
        shop.letBooksWork()
        #expect(shop.give(.charge(request)).refusals == [.busy])
        shop.finish(answer(.authorised))
        #expect(shop.give(.charge(request)).refusals == [.busy])
        shop.letBooksWork()
        #expect(shop.give(.charge(request)).refusals.isEmpty)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("no sale starts without a reader") func notConnected() {
        var shop = Shop()
        shop.holdsBooks = true
        #expect(shop.give(.charge(request)).refusals == [.notConnected])
        shop.give(.connect(.counter))
        #expect(shop.give(.charge(request)).refusals == [.notConnected])
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(.charge(request)).refusals == [.notConnected])
    }

    @Test("amounts that the wire cannot carry are refused", arguments: [Int64(0), -1, 4_294_967_296, .max, .min])
    func outOfRange(minorUnits: Int64) {
        var shop = Shop.ready()
        #expect(shop.give(.charge(SaleRequest(amount: money(minorUnits)))).refusals == [.amountOutOfRange])
        #expect(shop.books.records.isEmpty)
    }

    @Test("the least and the most that the wire carries are charged", arguments: [Int64(1), 4_294_967_295])
    func range(minorUnits: Int64) {
        var shop = Shop.ready()
        #expect(shop.give(.charge(SaleRequest(amount: money(minorUnits)))).starts.count == 1)
    }

    @Test("a reference that is too long for the wire takes no money, and the intent gets its outcome")
    func unfitReference() {
        var shop = Shop.ready()
        let long = String(repeating: "x", count: 26)
        let effects = shop.give(.charge(SaleRequest(amount: money(1250), customerReference: long)))
        #expect(effects.starts.isEmpty)
        #expect(effects.settled == [Settled(1, .failed, isEarlier: false)])
        #expect(shop.desk.phase == .ready(.counter))
    }

    @Test("a request that the reader did not take is settled as such") func startRefused() {
        var shop = Shop.selling()
        let effects = shop.give(.startRefused(.busy))
        #expect(effects.refusals == [.reader(.busy)])
        #expect(effects.settled == [Settled(1, .failed, isEarlier: false)])
        #expect(shop.last?.outcome?.settledBy == .nothingSent)
    }

    @Test("an update that the session starts by itself does not end the sale") func automaticUpdate() {
        var shop = Shop.selling()
        let update = completion(
            .finance(answer(.processed, command: .hostInitFinished)), of: .update, isAutomatic: true)
        #expect(shop.give(.finished(update)).isEmpty)
        #expect(shop.desk.running != nil)
        shop.finish(answer(.declined))
        #expect(shop.give(.finished(update)).isEmpty)
        #expect(shop.books.unclaimed.isEmpty)
    }

    @Test("an intent that nobody waits for any more gets an outcome") func strayIntent() {
        var shop = Shop.ready()
        shop.holdsBooks = true
        shop.give(.charge(request))
        // Another piece of work fails meanwhile, and the desk gives the sale up.
        shop.give(.booksFailed(Books.full))
        let effects = shop.letBooksWork()
        #expect(effects.starts.isEmpty)
        #expect(shop.last?.outcome?.verdict == .failed)
        #expect(shop.desk.inDoubt.isEmpty)
    }

    // MARK: After an operation in doubt

    /// A desk whose first sale of 12.50 stays in doubt after the reader was asked.
    private func doubtful(reference: String? = nil) -> Shop {
        var shop = Shop.ready()
        shop.give(.charge(SaleRequest(amount: money(1250), customerReference: reference)))
        shop.loseLink()
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        shop.give(recovery(nothingHeld))
        #expect(shop.desk.phase == .ready(.counter))
        #expect(shop.desk.inDoubt.map(\.sequence) == [1])
        return shop
    }

    @Test("the ticket in doubt is never charged again") func sameTicket() {
        var shop = doubtful(reference: "Table 7")
        shop.clock += Desk.sameAmountWindow * 10
        let again = SaleRequest(amount: money(999), customerReference: "Table 7", isConfirmedAnew: true)
        #expect(shop.give(.charge(again)).refusals == [.sameTicketInDoubt(shop.books.records[0])])
        let other = SaleRequest(amount: money(999), customerReference: "Table 8")
        #expect(shop.give(.charge(other)).starts.count == 1)
    }

    @Test("a further attempt at a ticket in doubt is refused, whatever its amount") func sameTicketByName() {
        var shop = doubtful()
        let record = shop.books.records[0]
        let again = SaleRequest(amount: money(999), isConfirmedAnew: true, ticket: record.intent.ticket)
        #expect(shop.give(.charge(again)).refusals == [.sameTicketInDoubt(record)])
        let other = SaleRequest(amount: money(999), ticket: "T1-9")
        #expect(shop.give(.charge(other)).starts.count == 1)
    }

    @Test("the same amount asks first, and is charged once the cashier has said that it is another customer")
    func sameAmount() {
        var shop = doubtful()
        #expect(shop.give(.charge(request)).refusals == [.sameAmountInDoubt(shop.books.records[0])])
        let confirmed = SaleRequest(amount: money(1250), isConfirmedAnew: true)
        #expect(shop.give(.charge(confirmed)).starts.count == 1)
        #expect(shop.rules.violations.isEmpty)
    }

    @Test("another amount, and another currency, asks nothing", arguments: [money(1251), money(1250, .eur)])
    func otherAmount(amount: Amount) {
        var shop = doubtful()
        #expect(shop.give(.charge(SaleRequest(amount: amount))).starts.count == 1)
    }

    @Test("the same amount is asked about for ten minutes") func window() throws {
        var shop = doubtful()
        let start = try #require(shop.books.records.first).intent.startedAt.millisecondsSince1970
        let origin = Timestamp.at(0).millisecondsSince1970
        shop.clock = start - origin + Desk.sameAmountWindow - 2
        #expect(shop.give(.charge(request)).refusals.count == 1)
        #expect(shop.give(.charge(request)).starts.count == 1)
    }

    @Test("a clock that was set back does not open the window") func clockSetBack() {
        var shop = doubtful()
        shop.clock -= 3_600_000
        #expect(shop.give(.charge(request)).refusals.count == 1)
    }
}
