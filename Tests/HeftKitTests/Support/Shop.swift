import Dispatch
import EventLogging
import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import SeededRandom
import Synchronization
import Testing

/// A manager, the simulated reader that it knows, and a delegate that writes everything down.
final class Shop: Sendable {
    static let secret = "0102030405060708091011121314151617181920212223242526272829303132"
    static let otherSecret = String(repeating: "AB", count: 32)
    static let now = "20261004143205"
    static let device = HeftRemoteDevice(SimulatedReaderSource.device)

    let manager = HeftManager()
    let recorder = Recorder()
    let events = EventLog<ReaderConnection.Event>()
    let tillTimers = TestTimers()
    let readerTimers = TestTimers()
    let port: SimulatedReaderPort
    let gateway: TestGateway

    init(
        gateway manner: TestGateway.Manner = .relays, configure: (inout SimulatedReader) -> Void = { _ in }
    ) throws {
        var reader = SimulatedReader(
            configuration: SimulatedReader.Configuration(secret: try SharedSecret(Shop.secret)),
            random: SplitMix64(seed: 7), now: { Shop.now })
        configure(&reader)
        port = SimulatedReaderPort(reader, scheduler: readerTimers)
        gateway = TestGateway(port, manner: manner)
        manager.environment = ConnectionEnvironment(
            timers: tillTimers, gateway: gateway, localDate: { Shop.now }, random: { SplitMix64(seed: 3) })
        manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
        manager.delegate = recorder
        manager.register(SimulatedReaderSource(port: port))
    }

    /// Connects and waits until the reader takes operations. Later connections of the same shop count on.
    @discardableResult
    func connect(secret: String = Shop.secret) throws -> any HeftClient {
        let connections = recorder.calls.statusCodes.count { $0 == 0x9999 }
        recorder.forgetClient()
        manager.connect(to: Shop.device, sharedSecret: secret, delegate: recorder) { [events] _, event in
            events.append(event)
        }
        try #require(recorder.log.wait(for: connections + 1) { $0 == .status(0x9999) }, "the reader does not connect")
        return try #require(recorder.client)
    }

    /// Waits for the result of the next operation; call it with how many results came before.
    func result(after earlier: Int = 0) throws -> FinanceResponseInfo {
        let result = recorder.log.wait { calls in calls.results.dropFirst(earlier).first }
        return try #require(result, "no result came")
    }

    /// Sells, and waits for the result.
    func sell(
        _ amount: Int, currency: String = "GBP", options: SaleOptions? = nil, by client: any HeftClient
    ) throws -> FinanceResponseInfo {
        let earlier = recorder.calls.results.count
        try #require(client.sale(withAmount: amount, currency: currency, cardholder: true, options: options))
        return try result(after: earlier)
    }

    /// Waits until the delegate learns that the reader is gone.
    func waitUntilLost(times: Int = 1) -> Bool {
        recorder.log.wait(for: times) { $0 == .lost(Shop.device) }
    }

    /// What reader and host have written down so far.
    var books: ReaderBooks {
        let books = EventLog<ReaderBooks>()
        port.books { books.append($0) }
        return books.wait { $0.first } ?? ReaderBooks()
    }
}
