import HeftKit
import ReaderSimulator
import Testing

@Suite("Many in a row") struct StressTests {
    @Test("two hundred sales on one connection are approved once each") func sales() throws {
        let shop = try Shop()
        let client = try shop.connect()
        var ids: Set<String> = []
        for number in 1...200 {
            let info = try shop.sell(10_000 + number, by: client)
            #expect(info.finStatus == "AUTHORISED")
            #expect(info.requestedAmount == "\(10_000 + number)")
            ids.insert(info.eFTTransactionID)
        }
        #expect(ids.count == 200)
        #expect(shop.recorder.calls.results.count == 200)
        #expect(shop.recorder.calls.errors.isEmpty)
        let transactions = shop.books.host.transactions
        #expect(transactions.count == 200)
        #expect(Set(transactions.map(\.id)) == ids)
        #expect(transactions.allSatisfy { $0.stands })
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("sales that follow each other from inside the result do not grow into each other") func fromInside() throws {
        let shop = try Shop()
        shop.recorder.react { call, client in
            guard case .finance(let info) = call, let amount = Int(info.requestedAmount), amount < 150 else { return }
            _ = client?.sale(withAmount: amount + 1, currency: "GBP", cardholder: true)
        }
        _ = try shop.sell(101, by: try shop.connect())
        _ = try shop.result(after: 49)
        #expect(shop.recorder.calls.results.map(\.requestedAmount) == (101...150).map { "\($0)" })
    }

    @Test("a reader that loses the link in fifty sales keeps every result") func lostLinks() throws {
        let shop = try Shop()
        var client = try shop.connect()
        for round in 1...50 {
            try #require(client.sale(withAmount: 9005, currency: "GBP", cardholder: true))
            try #require(shop.waitUntilLost(times: round))
            client = try shop.connect()
            try #require(client.retrievePendingTransaction())
            let recovered = shop.recorder.log.wait { $0.recovered.dropFirst(round - 1).first }
            #expect(recovered??.finStatus == "AUTHORISED")
        }
        #expect(shop.books.host.transactions.count == 50)
    }
}
