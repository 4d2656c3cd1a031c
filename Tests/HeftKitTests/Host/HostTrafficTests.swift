import HeftKit
import ReaderSimulator
import Testing

@Suite("Host traffic") struct HostTrafficTests {
    private func exchanges(_ shop: Shop) -> [HostExchange] {
        shop.gateway.log.entries.compactMap { if case .asked(let exchange) = $0 { exchange } else { nil } }
    }

    private func cancelled(_ shop: Shop) -> [Int] {
        shop.gateway.log.entries.compactMap { if case .cancelled(let id) = $0 { id } else { nil } }
    }

    @Test("a sale is one exchange with the host that the reader names") func whole() throws {
        let shop = try Shop()
        _ = try shop.sell(1250, by: try shop.connect())
        let exchange = try #require(exchanges(shop).first)
        #expect(exchanges(shop).count == 1)
        #expect(exchange.host == "simulated.bank.example")
        #expect(exchange.port == 443)
        #expect(exchange.timeout == 30)
        #expect(exchange.request.starts(with: Array("POST /".utf8)))
    }

    @Test("each exchange has an id of its own") func ids() throws {
        let shop = try Shop()
        let client = try shop.connect()
        for _ in 1...3 { _ = try shop.sell(1250, by: client) }
        #expect(Set(exchanges(shop).map(\.id)).count == 3)
    }

    @Test("a host that cannot be reached ends in the reader's own result") func unreachable() throws {
        let shop = try Shop(gateway: .fails)
        let client = try shop.connect()
        let info = try shop.sell(1250, by: client)
        #expect(info.finStatus == "FAILED")
        #expect(info.statusCode == 0x29)
        shop.gateway.set(.relays)
        #expect(try shop.sell(1250, by: client).finStatus == "AUTHORISED")
    }

    @Test("without a gateway every exchange fails at once") func noGateway() throws {
        let shop = try Shop()
        shop.manager.environment.gateway = NoHostGateway()
        #expect(try shop.sell(1250, by: try shop.connect()).statusCode == 0x29)
    }

    @Test("a host that is not allowed fails at once") func notAllowed() throws {
        let shop = try Shop()
        shop.manager.relayHostTraffic(allowing: [.vendor])
        #expect(try shop.sell(1250, by: try shop.connect()).statusCode == 0x29)
        #expect(exchanges(shop).isEmpty)
    }

    @Test("an exchange that was lost ends in time by the reader's own result, and its call is cancelled")
    func lostRequest() throws {
        let shop = try Shop(gateway: .losesRequest)
        let client = try shop.connect()
        try #require(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        #expect(shop.tillTimers.expire(seconds: 30))
        let info = try shop.result()
        #expect(info.finStatus == "FAILED")
        #expect(info.statusCode == 0x29)
        #expect(cancelled(shop) == exchanges(shop).map(\.id))
        #expect(shop.recorder.calls.errors.isEmpty)
    }

    @Test("a host that decided and whose answer is late leaves the sale to be recovered") func lateAnswer() throws {
        let shop = try Shop(gateway: .holdsAnswer)
        let client = try shop.connect()
        try #require(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        try #require(shop.gateway.log.wait(where: { if case .held = $0 { true } else { false } }))
        #expect(shop.tillTimers.expire(seconds: 30))
        #expect(try shop.result().statusCode == 0x2C)
        #expect(client.retrievePendingTransaction())
        let recovered = try #require(shop.recorder.log.wait { $0.recovered.first })
        #expect(recovered?.finStatus == "AUTHORISED")
        #expect(shop.books.host.transactions.count == 1)
    }

    @Test("a late answer is dropped, also while the next sale waits for its own") func lateAnswerIsDropped() throws {
        let shop = try Shop(gateway: .losesRequest)
        let client = try shop.connect()
        try #require(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        try #require(shop.gateway.log.wait(where: { if case .asked = $0 { true } else { false } }))
        #expect(shop.tillTimers.expire(seconds: 30))
        _ = try shop.result()
        shop.gateway.release()
        shop.gateway.set(.holdsAnswer)
        try #require(client.sale(withAmount: 777, currency: "GBP", cardholder: true))
        try #require(shop.gateway.log.wait(where: { if case .held = $0 { true } else { false } }))
        // The lost exchange's answer, twice too late, and then the right one.
        shop.gateway.release()
        let info = try shop.result(after: 1)
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.requestedAmount == "777")
        #expect(shop.recorder.calls.results.count == 2)
    }

    @Test("a link that is lost during an exchange cancels it, and its answer goes nowhere") func linkLost() throws {
        let shop = try Shop(gateway: .holdsAnswer)
        let client = try shop.connect()
        try #require(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        try #require(shop.gateway.log.wait(where: { if case .held = $0 { true } else { false } }))
        shop.port.breakLink()
        try #require(shop.waitUntilLost())
        #expect(cancelled(shop) == exchanges(shop).map(\.id))
        let before = shop.recorder.calls
        shop.gateway.release()
        shop.gateway.set(.relays)
        let next = try shop.connect()
        #expect(next.isTransactionResultPending)
        #expect(shop.recorder.calls.dropFirst(before.count) == [.connected, .status(0x9999)])
        #expect(shop.tillTimers.areAllStopped)
    }
}
