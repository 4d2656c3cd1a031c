import EventLogging
import HeftKit
import ReaderSimulator
import Testing

@Suite("A link that is lost") struct LostLinkTests {
    /// An amount that loses the link, what the delegate is told, and how the payment went all the same.
    struct Fault: Sendable, CustomTestStringConvertible {
        var amount: Int
        var code: Int
        var text: String
        /// Seconds of the reader's own wait before it drops the link.
        var dropSeconds: Int64
        /// Seconds of the till's wait that is over first; nil where the till learns it from bytes.
        var tillSeconds: Int64?
        var outcome = "AUTHORISED"

        var testDescription: String { "\(amount)" }
    }

    static let faults = [
        Fault(amount: 8000, code: 6, text: "Timeout on response", dropSeconds: 16, tillSeconds: 15),
        Fault(amount: 8003, code: 6, text: "Timeout on response", dropSeconds: 16, tillSeconds: 15),
        Fault(amount: 9001, code: 6, text: "Timeout on ack", dropSeconds: 21, tillSeconds: 20),
        Fault(amount: 9002, code: 6, text: "Timeout on response", dropSeconds: 16, tillSeconds: 15),
        Fault(amount: 9003, code: 6, text: "Timeout on finance request", dropSeconds: 301, tillSeconds: 300),
        Fault(amount: 9004, code: 0, text: "Communication error 5555 where a frame is due", dropSeconds: 1),
        Fault(amount: 9005, code: 7, text: "Connection broken", dropSeconds: 1),
        Fault(
            amount: 9006, code: 0, text: "Communication error 5555 where a frame is due", dropSeconds: 1,
            outcome: "DECLINED"),
    ]

    @Test("is told once by its error and once as lost, and the result waits on the reader", arguments: faults)
    func linkAmounts(fault: Fault) throws {
        let shop = try Shop()
        let client = try shop.connect()
        try #require(client.sale(withAmount: fault.amount, currency: "GBP", cardholder: true))
        try #require(shop.readerTimers.waitForStart(seconds: fault.dropSeconds))
        if let seconds = fault.tillSeconds { try #require(shop.tillTimers.expire(seconds: seconds)) }
        try #require(shop.waitUntilLost())
        #expect(shop.recorder.calls.suffix(3) == [.status(0x23), .error(fault.code, fault.text), .lost(Shop.device)])
        #expect(!client.sale(withAmount: 100, currency: "GBP", cardholder: true))
        #expect(shop.tillTimers.areAllStopped)

        let next = try shop.connect()
        #expect(next.isTransactionResultPending)
        #expect(next.retrievePendingTransaction())
        let recovered = try #require(shop.recorder.log.wait { $0.recovered.first })
        let info = try #require(recovered)
        #expect(info.recoveredTransaction)
        #expect(info.finStatus == fault.outcome)
        #expect(info.requestedAmount == "\(fault.amount)")
        #expect(info.type == "SALE")
        #expect(!next.isTransactionResultPending)
        #expect(shop.books.host.transactions.map(\.id) == [info.eFTTransactionID])

        #expect(try shop.sell(100, by: next).finStatus == "AUTHORISED")
        #expect(shop.recorder.calls.results.count == 1)
        #expect(shop.recorder.calls.errors == [fault.text])
        #expect(shop.recorder.calls.count { $0 == .lost(Shop.device) } == 1)
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("a recovery that finds nothing brings nil") func nothingPending() throws {
        let shop = try Shop()
        let client = try shop.connect()
        #expect(!client.isTransactionResultPending)
        #expect(client.retrievePendingTransaction())
        let recovered = try #require(shop.recorder.log.wait { $0.recovered.first })
        #expect(recovered == nil)
        #expect(shop.recorder.calls.errors.isEmpty)
        #expect(shop.recorder.calls.results.isEmpty)
    }

    @Test("a recovered result is there once") func recoveredOnce() throws {
        let shop = try Shop { $0.nextPayment = .linkLost }
        try #require(try shop.connect().sale(withAmount: 4200, currency: "GBP", cardholder: true))
        try #require(shop.waitUntilLost())
        let client = try shop.connect()
        #expect(client.retrievePendingTransaction())
        _ = try #require(shop.recorder.log.wait { $0.recovered.first })
        #expect(client.retrievePendingTransaction())
        let both = try #require(shop.recorder.log.wait { $0.recovered.count == 2 ? $0.recovered : nil })
        #expect(both.map { $0?.requestedAmount } == ["4200", nil])
    }

    @Test("didConnect may fetch what waits", .timeLimit(.minutes(1))) func fetchedInside() throws {
        let shop = try Shop { $0.nextPayment = .linkLost }
        let fetches = EventLog<Bool>()
        shop.recorder.react { call, client in
            guard call == .connected, let client, client.isTransactionResultPending else { return }
            fetches.append(client.retrievePendingTransaction())
        }
        try #require(try shop.connect().sale(withAmount: 4200, currency: "GBP", cardholder: true))
        try #require(shop.waitUntilLost())
        try shop.connect()
        let recovered = try #require(shop.recorder.log.wait { $0.recovered.first })
        #expect(recovered?.finStatus == "AUTHORISED")
        #expect(fetches.entries == [true])
    }

    @Test("a new sale that is answered by the earlier result is an error, and the result is the earlier one's")
    func answeredByEarlier() throws {
        let shop = try Shop {
            $0.nextPayment = .linkLost
            $0.configuration.pendingPolicy = .answerWithIt
        }
        try #require(try shop.connect().sale(withAmount: 4200, currency: "GBP", cardholder: true))
        try #require(shop.waitUntilLost())
        let errorsBefore = shop.recorder.calls.errors.count
        let client = try shop.connect()
        try #require(client.sale(withAmount: 100, currency: "GBP", cardholder: true))
        try #require(shop.recorder.log.wait { $0.errors.count > errorsBefore ? true : nil } ?? false)
        #expect(shop.recorder.calls.results.isEmpty)
        #expect(shop.recorder.calls.recovered.map { $0?.requestedAmount } == ["4200"])
        #expect(shop.books.host.transactions.count == 1)
    }
}
