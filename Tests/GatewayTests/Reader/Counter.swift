import Dispatch
import EventLogging
import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import Testing

/// A till with a simulated reader whose host traffic goes to a bank.
final class Counter {
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"

    let results = EventLog<FinanceResponseInfo>()
    /// It lives as long as the counter.
    private let bank: Bank
    private let manager = HeftManager()
    private let delegate: Delegate
    private let port: SimulatedReaderPort

    /// - Parameters:
    ///   - isSignatureAccepted: how the cashier judges.
    ///   - seed: two readers of one seed would name their payments alike.
    init(
        _ bank: Bank, traffic: SimulatedReader.Configuration.HostTraffic = .connection,
        isSignatureAccepted: Bool = true,
        hostSeconds: Int = 60, seed: UInt64 = 7
    ) throws {
        self.bank = bank
        var configuration = SimulatedReader.Configuration(secret: try SharedSecret(Counter.secret))
        configuration.hostName = bank.name
        configuration.hostPort = bank.port
        configuration.hostTraffic = traffic
        configuration.hostBooks = .elsewhere
        configuration.hostSeconds = hostSeconds
        let reader = SimulatedReader(configuration: configuration, seed: seed, now: { Bank.date })
        port = SimulatedReaderPort(reader, scheduler: DispatchTimers())
        delegate = Delegate(results: results, isSignatureAccepted: isSignatureAccepted)
        manager.environment = ConnectionEnvironment(
            timers: DispatchTimers(), gateway: bank.gateway, localDate: { Bank.date },
            random: { SystemRandomNumberGenerator() })
        manager.delegate = delegate
        manager.register(SimulatedReaderSource(port: port))
        manager.connect(
            to: HeftRemoteDevice(SimulatedReaderSource.device), sharedSecret: Counter.secret, delegate: delegate
        ) { _, _ in }
    }

    /// Runs an operation and waits for its result.
    func perform(_ start: @escaping @Sendable (any HeftClient) -> Bool) throws -> FinanceResponseInfo {
        let client = try #require(delegate.clients.wait { $0.first }, "the reader does not connect")
        let earlier = results.entries.count
        try #require(start(client))
        return try #require(results.wait { $0.dropFirst(earlier).first }, "no result came")
    }

    func sell(_ amount: Int) throws -> FinanceResponseInfo {
        try perform { $0.sale(withAmount: amount, currency: "GBP", cardholder: true) }
    }

    /// The books of the bank that the reader itself has, which nobody asked.
    var ownHost: TestHost {
        let books = EventLog<ReaderBooks>()
        port.books { books.append($0) }
        return books.wait { $0.first }?.host ?? TestHost()
    }

    private final class Delegate: HeftStatusReportDelegate, HeftDiscoveryDelegate {
        let clients = EventLog<any HeftClient>()
        private let connected = EventLog<any HeftClient>()
        private let results: EventLog<FinanceResponseInfo>
        private let isSignatureAccepted: Bool

        init(results: EventLog<FinanceResponseInfo>, isSignatureAccepted: Bool) {
            self.results = results
            self.isSignatureAccepted = isSignatureAccepted
        }

        func didConnect(_ client: any HeftClient) { connected.append(client) }

        func responseStatus(_ info: any ResponseInfo) {
            // Only now it takes operations.
            if info.statusCode == 0x9999, let client = connected.entries.last { clients.append(client) }
        }

        func responseFinanceStatus(_ info: FinanceResponseInfo) { results.append(info) }
        func requestSignature(_ receipt: String) { clients.entries.last?.acceptSignature(isSignatureAccepted) }
        func cancelSignature() {}
        func responseError(_ info: any ResponseInfo) {}
        func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?) {}
        func didFindAccessoryDevice(_ newDevice: HeftRemoteDevice) {}
        func didLostAccessoryDevice(_ oldDevice: HeftRemoteDevice) {}
        func didDiscoverFinished() {}
    }
}
