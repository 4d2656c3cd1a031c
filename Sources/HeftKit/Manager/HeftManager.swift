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

    /// Told what passes on a connection, with its reader.
    public typealias ActivityObserver = @Sendable (HeftRemoteDevice, HeftActivity) -> Void

    private struct State: Sendable {
        weak var delegate: (any HeftDiscoveryDelegate)?
        var sources: [any ReaderSource] = []
        var found: [HeftRemoteDevice] = []
        var connections: [ObjectIdentifier: ReaderConnection] = [:]
        var environment = ConnectionEnvironment.standard
        var activityObserver: ActivityObserver?
        /// Readers that restart and are waited for, with the number of the wait.
        var returning: [HeftRemoteDevice: Int] = [:]
        var waits = 0
    }

    private let state = Mutex(State())
    /// The queue that every delegate of this manager and of its connections is called on, and every observer.
    package let callbacks = DispatchQueue(label: "heft.callbacks")

    /// What the free functions for tips work on.
    package let tips: TipAdjuster

    package init() {
        tips = TipAdjuster(callbacks: callbacks)
    }

    /// Told what a search finds and which readers are lost. Held weakly.
    public var delegate: (any HeftDiscoveryDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Told every frame, message, host exchange and state of the connections that are made after it was set, on the
    /// delegates' queue and in order. Nil, as at first, for none.
    public var activityObserver: ActivityObserver? {
        get { state.withLock { $0.activityObserver } }
        set { state.withLock { $0.activityObserver = newValue } }
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

    /// What the sources know without a search, each reader once.
    package var knownReaders: [ReaderSighting] {
        state.withLock { $0.sources }.flatMap(\.knownReaders)
    }

    /// Searches for readers; the delegate gets each one that is found, and once the end of the search, after the last
    /// adapter or port is done.
    public func startDiscovery() {
        search { _ in }
    }

    /// Searches for readers, with an observer beside the delegate.
    ///
    /// - Parameter observer: gets every event of the search, on the delegate's queue and in its order;
    ///   ``DiscoveryEvent/finished`` once, as the last.
    package func search(_ observer: @escaping @Sendable (DiscoveryEvent) -> Void) {
        let sources = state.withLock { $0.sources }
        guard !sources.isEmpty else {
            callbacks.async {
                self.delegate?.didDiscoverFinished()
                observer(.finished)
            }
            return
        }
        let search = RunningSearch(sources: sources.count)
        for source in sources {
            source.discover(on: callbacks) { event in self.take(event, of: search, observer) }
        }
    }

    /// Ends the searches that run. The end is told when every source is done.
    package func stopDiscovery() {
        for source in state.withLock({ $0.sources }) { source.stopDiscovery() }
    }

    /// Drops what the system keeps of a reader. Connections stay.
    package func forget(_ device: ReaderDevice) {
        let sources = state.withLock { state in
            state.found.removeAll { $0.device == device }
            return state.sources
        }
        for source in sources { source.forget(device) }
    }

    /// Pairs with a reader, where that takes a person.
    ///
    /// - Parameters:
    ///   - ask: takes what a person is asked; called on the delegates' queue, in order.
    ///   - completion: called there once, with nil when the reader is paired.
    /// - Returns: nil when no source has the reader, or it needs no pairing; nothing is called then.
    package func pair(
        _ device: ReaderDevice, ask: @escaping @Sendable (PairingEvent) -> Void,
        completion: @escaping @Sendable (CloseReason?) -> Void
    ) -> (any RunningPairing)? {
        for source in state.withLock({ $0.sources }) {
            let pairing = source.pair(device, on: callbacks, ask: ask, completion: completion)
            if let pairing { return pairing }
        }
        return nil
    }

    /// Runs on `callbacks`.
    private func take(
        _ event: DiscoveryEvent, of search: RunningSearch, _ observer: @Sendable (DiscoveryEvent) -> Void
    ) {
        switch event {
        case .found(let device):
            found(HeftRemoteDevice(device))
            observer(event)
        case .seen(let sighting):
            // The delegate is told once for each reader that a search finds.
            if search.isNew(sighting.device.address) { found(HeftRemoteDevice(sighting.device)) }
            observer(event)
        case .lost(let device):
            lost(HeftRemoteDevice(device))
            observer(event)
        case .problem: observer(event)
        case .finished:
            guard search.isLastToFinish() else { return }
            delegate?.didDiscoverFinished()
            observer(event)
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
        state.withLock { $0.returning[device] = nil }
        connect(
            to: device, sharedSecret: sharedSecret, delegate: delegate, observer: nil, way: .asked)
    }

    /// Connects, with an observer beside the delegate.
    ///
    /// - Parameter observer: gets every event of the connection, on the delegate's queue and in its order.
    /// - Returns: the connection, which is not open yet; nil when no source has the reader, or the secret is none. The
    ///   observer gets no event then.
    @discardableResult package func connect(
        to device: HeftRemoteDevice, sharedSecret: String, delegate: (any HeftStatusReportDelegate)?,
        observer: (@Sendable (ReaderConnection, ReaderConnection.Event) -> Void)?
    ) -> ReaderConnection? {
        connect(to: device, sharedSecret: sharedSecret, delegate: delegate, observer: observer, way: .once)
    }

    /// How a connection came to be, and what happens at its end.
    private enum Way: Equatable {
        /// Made for an observer, which connects anew by itself.
        case once
        /// Made for a delegate: a reader that restarts is connected again when it is back.
        case asked
        /// An attempt to reach a reader that restarts, with its number and how many are left after it.
        case afterRestart(wait: Int, attemptsLeft: Int)
    }

    @discardableResult private func connect(
        to device: HeftRemoteDevice, sharedSecret: String, delegate: (any HeftStatusReportDelegate)?,
        observer: (@Sendable (ReaderConnection, ReaderConnection.Event) -> Void)?, way: Way
    ) -> ReaderConnection? {
        let secret: SharedSecret
        do throws(SharedSecret.Refusal) {
            secret = try SharedSecret(sharedSecret)
        } catch {
            refuse(delegate, StatusResponseInfo(code: Int(Status.sharedSecretInvalid.code), text: error.description))
            return nil
        }
        guard let channel = channel(to: device) else {
            if case .afterRestart(let wait, let left) = way, left > 0, let delegate {
                awaitReturn(of: device, sharedSecret, delegate, wait: wait, attempts: left)
                return nil
            }
            refuse(
                delegate,
                StatusResponseInfo(code: Int(Status.connectError.code), text: "Can't create bluetooth connection"))
            return nil
        }
        let connection = ReaderConnection(
            device: device, channel: channel, secret: secret, secretText: SecretText(text: sharedSecret),
            environment: environment, callbacks: callbacks, delegate: delegate, observer: observer,
            activityObserver: activityObserver, isQuietUntilConnected: isAttempt(way))
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
        connection.open { connection in
            self.state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
            self.ended(connection, device, sharedSecret, way)
        }
        return connection
    }

    // MARK: Readers that restart

    /// Seconds between two attempts to reach a reader that restarts.
    static let returnSeconds = 5
    /// Attempts, two minutes of them.
    static let returnAttempts = 24

    private func isAttempt(_ way: Way) -> Bool {
        if case .afterRestart(_, let left) = way { left > 0 } else { false }
    }

    /// Runs on `callbacks`.
    private func ended(_ connection: ReaderConnection, _ device: HeftRemoteDevice, _ secret: String, _ way: Way) {
        if case .afterRestart(let wait, let left) = way, connection.readerParticulars == nil {
            // The reader was not back yet; it was told as lost before.
            guard left > 0, let delegate = connection.currentDelegate else { return }
            awaitReturn(of: device, secret, delegate, wait: wait, attempts: left)
            return
        }
        lost(device)
        guard way != .once, connection.isReaderRestarting, let delegate = connection.currentDelegate else { return }
        let wait = state.withLock { state in
            state.waits += 1
            state.returning[device] = state.waits
            return state.waits
        }
        awaitReturn(of: device, secret, delegate, wait: wait, attempts: HeftManager.returnAttempts)
    }

    /// Connects after a while, unless somebody else did in between or the delegate is gone.
    private func awaitReturn(
        of device: HeftRemoteDevice, _ secret: String, _ delegate: any HeftStatusReportDelegate, wait: Int,
        attempts: Int
    ) {
        let timers = environment.timers
        let box = TimerBox()
        box.keep(
            timers.schedule(after: .seconds(HeftManager.returnSeconds), on: callbacks) { [weak delegate] in
                box.drop()
                guard let delegate, self.state.withLock({ $0.returning[device] }) == wait else { return }
                self.connect(
                    to: device, sharedSecret: secret, delegate: delegate, observer: nil,
                    way: .afterRestart(wait: wait, attemptsLeft: attempts - 1))
            })
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

/// Keeps a timer until its body has run: a timer that nobody keeps never fires.
private final class TimerBox: Sendable {
    private struct State: Sendable {
        var timer: (any ScheduledTimer)?
        var hasFired = false
    }

    private let state = Mutex(State())

    func keep(_ timer: any ScheduledTimer) {
        state.withLock { if !$0.hasFired { $0.timer = timer } }
    }

    func drop() {
        state.withLock { state in
            state.hasFired = true
            state.timer = nil
        }
    }
}

/// A search that several sources take part in.
private final class RunningSearch: Sendable {
    private struct State: Sendable {
        var sourcesLeft: Int
        var seen: Set<String> = []
    }

    private let state: Mutex<State>

    init(sources: Int) {
        state = Mutex(State(sourcesLeft: sources))
    }

    /// Whether this search has not seen the address before.
    func isNew(_ address: String) -> Bool {
        state.withLock { $0.seen.insert(address).inserted }
    }

    func isLastToFinish() -> Bool {
        state.withLock { state in
            state.sourcesLeft -= 1
            return state.sourcesLeft == 0
        }
    }
}
