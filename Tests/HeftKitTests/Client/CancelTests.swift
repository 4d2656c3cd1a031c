import HeftKit
import ReaderSimulator
import Testing

@Suite("Cancelling") struct CancelTests {
    /// A shop whose cardholder waits, with a sale that was just started.
    private func sale() throws -> (Shop, any HeftClient) {
        let shop = try Shop { $0.configuration.cardholder = .manual }
        let client = try shop.connect()
        try #require(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        try wait(shop, 0x14)
        return (shop, client)
    }

    private func wait(_ shop: Shop, _ status: Int) throws {
        try #require(shop.recorder.log.wait(where: { $0 == .status(status) }))
    }

    @Test("a cancel while the card is awaited ends the sale as cancelled") func awaitingCard() throws {
        let (shop, client) = try sale()
        client.cancel()
        let info = try shop.result()
        #expect(info.finStatus == "CANCELLED")
        #expect(info.financialResult == 5)
        #expect(info.statusCode == 0x25)
        #expect(info.authorisedAmount == 0)
        #expect(shop.recorder.calls.errors.isEmpty)
        #expect(shop.books.host.transactions.isEmpty)
        let cancels = shop.events.entries.filter { $0 == .cancelSent || $0 == .cancelAnswered }
        #expect(cancels == [.cancelSent, .cancelAnswered])
    }

    @Test("a cancel that is asked for twice is sent once") func twice() throws {
        let (shop, client) = try sale()
        client.cancel()
        client.cancel()
        #expect(try shop.result().finStatus == "CANCELLED")
        client.cancel()
        shop.port.adjust { $0.configuration.cardholder = .automatic }
        #expect(try shop.sell(100, by: client).finStatus == "AUTHORISED")
        #expect(shop.events.entries.count { $0 == .cancelSent } == 1)
    }

    @Test("a cancel at the PIN does nothing") func atPIN() throws {
        let (shop, client) = try sale()
        shop.port.press(.insertCard)
        try wait(shop, 0x16)
        shop.port.press(.greenKey)
        try wait(shop, 0x19)
        client.cancel()
        shop.port.press(.greenKey)
        #expect(try shop.result().finStatus == "AUTHORISED")
        #expect(!shop.events.entries.contains(.cancelSent))
    }

    @Test("a cancel from inside a status works", .timeLimit(.minutes(1))) func fromInside() throws {
        let shop = try Shop { $0.configuration.cardholder = .manual }
        shop.recorder.react { call, client in
            if call == .status(0x14) { client?.cancel() }
        }
        #expect(try shop.sell(100, by: try shop.connect()).finStatus == "CANCELLED")
    }

    @Test("without an operation a cancel does nothing") func idle() throws {
        let shop = try Shop()
        let client = try shop.connect()
        client.cancel()
        #expect(try shop.sell(100, by: client).finStatus == "AUTHORISED")
        #expect(!shop.events.entries.contains(.cancelSent))
    }
}
