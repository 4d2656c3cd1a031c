import Dispatch
import EventLogging
import HeftKit
import HeftTransport
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

    @Test("a connection that is closed is forgotten, fifty times over") func connections() throws {
        let shop = try Shop()
        let released = EventLog<Int>()
        let manager = HeftManager()
        manager.environment = shop.manager.environment
        manager.register(WatchedSource(source: SimulatedReaderSource(port: shop.port), released: released))
        let recorder = Recorder()
        manager.delegate = recorder
        for round in 1...50 {
            manager.client(for: Shop.device, sharedSecret: Shop.secret, delegate: recorder)
            try #require(recorder.log.wait(for: round) { $0 == .status(0x9999) })
            let connection = try weakConnection(recorder)
            recorder.forgetClient()
            connection.value?.disconnect()
            try #require(recorder.log.wait(for: round) { $0 == .lost(Shop.device) })
            try #require(
                released.wait { $0.count == round ? true : nil } ?? false, "round \(round): the channel is still held")
            #expect(connection.value == nil)
        }
        #expect(recorder.calls.errors.isEmpty)
        #expect(recorder.calls.count { $0 == .connected } == 50)
        #expect(shop.tillTimers.areAllStopped)
    }

    private struct Weak {
        weak var value: ReaderConnection?
    }

    private func weakConnection(_ recorder: Recorder) throws -> Weak {
        Weak(value: try #require(recorder.client as? ReaderConnection))
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

/// A channel that tells when nobody holds it any more: its connection is its one owner.
private final class WatchedChannel: ByteChannel {
    private let channel: any ByteChannel
    private let released: EventLog<Int>

    init(_ channel: any ByteChannel, _ released: EventLog<Int>) {
        self.channel = channel
        self.released = released
    }

    deinit { released.append(1) }

    func open(on queue: DispatchQueue, handler: @escaping @Sendable (ChannelEvent) -> Void) {
        channel.open(on: queue, handler: handler)
    }

    func write(_ bytes: [UInt8]) { channel.write(bytes) }
    func close() { channel.close() }
}

private struct WatchedSource: ReaderSource {
    let source: SimulatedReaderSource
    let released: EventLog<Int>

    var presentDevices: [ReaderDevice] { source.presentDevices }

    func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        source.discover(on: queue, handler: handler)
    }

    func channel(to device: ReaderDevice) -> (any ByteChannel)? {
        source.channel(to: device).map { WatchedChannel($0, released) }
    }
}
