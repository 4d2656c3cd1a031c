import Dispatch
import HeftTransport
import HeftWire
import Synchronization

/// The entry to the SDK: finds readers and connects to them. May be used from any thread.
///
/// All delegates are called on one background queue, one call after the other, never on the caller's stack. A delegate
/// that blocks holds up the others.
///
/// Source: reference, HeftManager.
public final class HeftManager: Sendable {
    private static let instance = HeftManager()

    /// The one manager of the process.
    public static func shared() -> HeftManager { instance }

    private struct State: Sendable {
        weak var delegate: (any HeftDiscoveryDelegate)?
        var sources: [any ReaderSource] = []
        var found: [HeftRemoteDevice] = []
        var connections: [ObjectIdentifier: ReaderConnection] = [:]
        var environment = ConnectionEnvironment.standard
    }

    private let state = Mutex(State())
    /// The queue that every delegate of this manager and of its connections is called on, and every observer.
    package let callbacks = DispatchQueue(label: "heft.callbacks")

    package init() {}

    /// Told what a search finds and which readers are lost. Held weakly.
    public var delegate: (any HeftDiscoveryDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The readers that are known: those that need no search, then those that one found and that were not lost since.
    public var connectedCardReaders: [HeftRemoteDevice] {
        // Sources are asked outside the lock: they may call back.
        let (sources, found) = state.withLock { ($0.sources, $0.found) }
        let present = sources.flatMap(\.presentDevices).map(HeftRemoteDevice.init)
        return present + found.filter { !present.contains($0) }
    }

    /// The version of this SDK, three numbers.
    public var version: String { "4.0.2" }

    /// What connections need of the world: timers, clock, host gateway.
    package var environment: ConnectionEnvironment {
        get { state.withLock { $0.environment } }
        set { state.withLock { $0.environment = newValue } }
    }

    /// Adds readers that come from elsewhere: an adapter, the serial ports, the simulator.
    package func register(_ source: any ReaderSource) {
        state.withLock { $0.sources.append(source) }
    }

    /// Searches for readers; the delegate gets each one that is found, and once the end of the search, after the last
    /// adapter or port is done.
    public func startDiscovery() {
        let sources = state.withLock { $0.sources }
        guard !sources.isEmpty else {
            callbacks.async { self.delegate?.didDiscoverFinished() }
            return
        }
        let pending = SharedCount(sources.count)
        for source in sources {
            source.discover(on: callbacks) { event in
                switch event {
                case .found(let device): self.found(HeftRemoteDevice(device))
                case .lost(let device): self.lost(HeftRemoteDevice(device))
                case .finished:
                    if pending.decrement() == 0 { self.delegate?.didDiscoverFinished() }
                }
            }
        }
    }

    /// Connects to a reader; `didConnect(_:)` comes when it takes operations, `responseError(_:)` when it does not.
    ///
    /// - Parameters:
    ///   - device: one of ``connectedCardReaders``, or one that was known before.
    ///   - sharedSecret: 64 hexadecimal digits; anything else is refused by `responseError(_:)`, 0x001D.
    ///   - delegate: told everything; held weakly.
    public func client(
        for device: HeftRemoteDevice, sharedSecret: String, delegate: any HeftStatusReportDelegate
    ) {
        connect(to: device, sharedSecret: sharedSecret, delegate: delegate, observer: nil)
    }

    /// Connects, with an observer beside the delegate.
    ///
    /// - Parameter observer: gets every event of the connection, on the delegate's queue and in its order.
    package func connect(
        to device: HeftRemoteDevice, sharedSecret: String, delegate: (any HeftStatusReportDelegate)?,
        observer: (@Sendable (ReaderConnection, ReaderConnection.Event) -> Void)?
    ) {
        let secret: SharedSecret
        do throws(SharedSecret.Refusal) {
            secret = try SharedSecret(sharedSecret)
        } catch {
            refuse(delegate, StatusResponseInfo(code: Int(Status.sharedSecretInvalid.code), text: error.description))
            return
        }
        guard let channel = channel(to: device) else {
            refuse(
                delegate,
                StatusResponseInfo(code: Int(Status.connectError.code), text: "Can't create bluetooth connection"))
            return
        }
        let connection = ReaderConnection(
            device: device, channel: channel, secret: secret, environment: environment, callbacks: callbacks,
            delegate: delegate, observer: observer)
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
        connection.open { connection in
            self.state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
            self.lost(device)
        }
    }

    /// Forgets the readers that searches found. Connections stay.
    public func resetDevices() {
        state.withLock { $0.found = [] }
    }

    /// The first source that has the device makes one channel. Sources are asked outside the lock: they may call back.
    private func channel(to device: HeftRemoteDevice) -> (any ByteChannel)? {
        for source in state.withLock({ $0.sources }) {
            if let channel = source.channel(to: device.device) { return channel }
        }
        return nil
    }

    private func refuse(_ delegate: (any HeftStatusReportDelegate)?, _ info: StatusResponseInfo) {
        callbacks.async { [weak delegate] in delegate?.responseError(info) }
    }

    // Both run on `callbacks`, so that what a source or a connection says arrives in its order.

    private func found(_ device: HeftRemoteDevice) {
        state.withLock { if !$0.found.contains(device) { $0.found.append(device) } }
        delegate?.didFindAccessoryDevice(device)
    }

    private func lost(_ device: HeftRemoteDevice) {
        state.withLock { $0.found.removeAll { $0 == device } }
        delegate?.didLostAccessoryDevice(device)
    }
}

/// A count that several sources of one search share.
private final class SharedCount: Sendable {
    private let value: Mutex<Int>

    init(_ value: Int) {
        self.value = Mutex(value)
    }

    func decrement() -> Int {
        value.withLock { value in
            value -= 1
            return value
        }
    }
}
