import Dispatch
import Synchronization

/// Waits for links over Bluetooth: this computer as a reader, with a serial service of its own.
///
/// The service is registered with the system's Bluetooth service, and again whenever that has restarted. Tills that are
/// paired find it at once; others when it was made visible.
// Unchecked because every `var` is touched on `bluetooth` alone; a Mutex guards what other threads see.
package final class BluetoothListener: LinkListener, @unchecked Sendable {
    /// Between two attempts to be there again after the Bluetooth service went away; doubled with each, up to the longest.
    private static let shortestPause = 1
    private static let longestPause = 30

    private struct Shared {
        /// The adapter's.
        var address = ""
        /// Set by whoever starts, at once: a link that is on its way already is not refused.
        var handler: (@Sendable (any ByteChannel) -> Void)?
    }

    private let bluetooth = DispatchQueue(label: "heft.bluetooth.listener")
    private let bluez: BlueZ
    private let agent: PairingAgent
    private let profile: SerialProfile
    private let shared = Mutex(Shared())
    private var isStopped = false
    private var isRegistered = false
    private var isVisible = false
    private var pause = BluetoothListener.shortestPause
    private var retry: (any ScheduledTimer)?
    private var dialogue: PairingDialogue?
    private let numbers = QuestionNumbers()

    /// - Parameters:
    ///   - name: what other devices are shown of the service.
    ///   - timers: for pauses between attempts.
    ///   - address: of the bus; the system's unless a test has its own.
    package init(
        name: String, timers: any TimerScheduler = DispatchTimers(), address: String = SystemBus.systemAddress,
        switches: RadioSwitches = RadioSwitches()
    ) {
        bluez = BlueZ(address: address, queue: bluetooth, timers: timers, switches: switches)
        agent = PairingAgent(bluez, path: "/heft/listener/agent")
        profile = SerialProfile(bluez, path: "/heft/listener/serial", role: .server, name: name)
        profile.connected = { [weak self] _, descriptor in self?.linked(descriptor) ?? false }
        profile.dropped = { [weak self] in self?.dropped() }
        agent.asked = { [weak self] device, demand, reply in self?.asked(device, demand, reply) }
        agent.withdrawn = { [weak self] in self?.dialogue?.withdraw() }
    }

    deinit {
        bluetooth.async { [bluez] in bluez.shutDown() }
    }

    /// `bt:` and the adapter's address, which is known once ``prepare(on:completion:)`` has succeeded.
    package var address: String { "bt:" + shared.withLock { $0.address } }

    /// Registers the serial service.
    ///
    /// - Parameter completion: called on the queue with why that failed; nil when links can come.
    package func prepare(on queue: DispatchQueue, completion: @escaping @Sendable (CloseReason?) -> Void) {
        bluetooth.async { [self] in
            register { reason in queue.async { completion(reason) } }
        }
    }

    package func start(on queue: DispatchQueue, handler: @escaping @Sendable (any ByteChannel) -> Void) {
        shared.withLock { $0.handler = { channel in queue.async { handler(channel) } } }
        bluetooth.async { [self] in
            guard !isRegistered else { return }
            register { [self] reason in
                if reason != nil { tryAgain() }
            }
        }
    }

    package func stop() {
        stop(on: bluetooth) {}
    }

    /// Gives the service back and is found no more.
    ///
    /// - Parameter completion: called on the queue when that is done, or cannot be.
    package func stop(on queue: DispatchQueue, completion: @escaping @Sendable () -> Void) {
        bluetooth.async { [self] in
            guard !isStopped else { return queue.async(execute: completion) }
            isStopped = true
            shared.withLock { $0.handler = nil }
            retry?.cancel()
            if isRegistered { profile.release() }
            isRegistered = false
            guard isVisible else { return queue.async(execute: completion) }
            hideNow { queue.async(execute: completion) }
        }
    }

    // MARK: The service

    private func register(_ completion: @escaping (CloseReason?) -> Void) {
        bluez.whenReady { [self] problem in
            guard !isStopped else { return completion(.closedHere) }
            if let problem { return completion(.adapter(problem)) }
            if let problem = bluez.adapterProblem() { return completion(.adapter(problem)) }
            guard !isRegistered else { return completion(nil) }
            profile.register { [self] error in
                if let error {
                    // One program on a computer can have the service.
                    if case .answered("org.bluez.Error.NotPermitted", _) = error { return completion(.busy) }
                    return completion(BlueZFailure.connecting(error) { bluez.isBlocked })
                }
                guard !isStopped else {
                    profile.release()
                    return completion(.closedHere)
                }
                isRegistered = true
                pause = BluetoothListener.shortestPause
                let address = bluez.tree.adapter?.address ?? ""
                shared.withLock { $0.address = address }
                completion(nil)
            }
        }
    }

    private func dropped() {
        guard isRegistered else { return }
        isRegistered = false
        profile.release()
        if isVisible { agent.release() }
        isVisible = false
        dialogue?.withdraw()
        tryAgain()
    }

    private func tryAgain() {
        guard !isStopped else { return }
        retry = bluez.timers.schedule(after: .seconds(pause), on: bluetooth) { [weak self] in
            guard let self, !self.isStopped, !self.isRegistered else { return }
            self.register { [weak self] reason in
                if reason != nil { self?.tryAgain() }
            }
        }
        pause = min(pause * 2, BluetoothListener.longestPause)
    }

    private func linked(_ descriptor: BusDescriptor) -> Bool {
        guard let handler = shared.withLock({ $0.handler }), let socket = descriptor.takeSocket() else { return false }
        handler(DescriptorChannel(socket))
        return true
    }

    // MARK: Being found

    /// Has other devices find this computer and pair with it, for a while.
    ///
    /// - Parameters:
    ///   - seconds: 0 for as long as the adapter runs.
    ///   - ask: takes what a person is asked when a till pairs, on the queue.
    ///   - completion: called on the queue with why that failed; nil when it can be found.
    package func makeVisible(
        forSeconds seconds: UInt32, on queue: DispatchQueue, ask: @escaping @Sendable (PairingEvent) -> Void,
        completion: @escaping @Sendable (CloseReason?) -> Void
    ) {
        bluetooth.async { [self] in
            register { [self] reason in
                if let reason { return queue.async { completion(reason) } }
                dialogue?.withdraw()
                dialogue = PairingDialogue(bluetooth, numbers) { event in queue.async { ask(event) } }
                becomeVisible(seconds) { reason in queue.async { completion(reason) } }
            }
        }
    }

    private func becomeVisible(_ seconds: UInt32, _ completion: @escaping (CloseReason?) -> Void) {
        guard let adapter = bluez.tree.adapter?.path else { return completion(.adapter(.noAdapter)) }
        let settings: [(String, BusValue)] = [
            ("Pairable", .boolean(true)), ("DiscoverableTimeout", .uint32(seconds)), ("Discoverable", .boolean(true)),
        ]
        let setUp = { [self] in
            set(settings[...], of: adapter) { [self] error in
                guard let error else { return completion(nil) }
                hideNow()
                completion(.adapter(BlueZFailure.search(error) { self.bluez.isBlocked }))
            }
        }
        guard !isVisible else { return setUp() }
        agent.register(isForAll: true) { [self] error in
            if let error { return completion(BlueZFailure.connecting(error) { self.bluez.isBlocked }) }
            isVisible = true
            setUp()
        }
    }

    private func set(
        _ settings: ArraySlice<(String, BusValue)>, of adapter: String, _ completion: @escaping (BusError?) -> Void
    ) {
        guard let (name, value) = settings.first else { return completion(nil) }
        bluez.set(adapter, BlueZTree.Interface.adapter, name, value) { [self] result in
            switch result {
            case .success: set(settings.dropFirst(), of: adapter, completion)
            case .failure(let error): completion(error)
            }
        }
    }

    /// Is found no more.
    package func hide() {
        bluetooth.async { [self] in
            if isVisible { hideNow() }
        }
    }

    private func hideNow(_ completion: @escaping () -> Void = {}) {
        isVisible = false
        dialogue?.withdraw()
        dialogue = nil
        agent.release()
        guard let adapter = bluez.tree.adapter?.path else { return completion() }
        bluez.set(adapter, BlueZTree.Interface.adapter, "Discoverable", .boolean(false)) { _ in completion() }
    }

    private func asked(_ device: String, _ demand: PairingAgent.Demand, _ reply: AgentReply) {
        switch demand {
        case .service(let service):
            service == ReaderFilter.serialService ? reply.accept() : reply.reject()
        case .question(let kind):
            guard let dialogue, let till = bluez.tree.device(at: device) else { return reply.reject() }
            dialogue.ask(till.reader, kind, reply)
        }
    }
}
