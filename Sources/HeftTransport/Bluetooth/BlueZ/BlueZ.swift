import Dispatch

/// The system's Bluetooth service, BlueZ, as this program sees it: its objects and their changes.
///
/// It connects to the bus when somebody needs it, and again when that is needed after a loss; so a computer without
/// Bluetooth is never woken for it. The rules for signals are in place before the objects are asked for: no change is
/// missed.
// Unchecked because everything in it is touched on `queue` alone, where the bus and the timers call too.
final class BlueZ: @unchecked Sendable {
    static let name = "org.bluez"
    static let root = "/org/bluez"

    enum Event: Equatable, Sendable {
        /// The objects were told, in place of what was known before.
        case loaded
        case changed(BlueZTree.Change)
        /// The service left the bus, or the bus left us: what was registered with it is gone. Links go on.
        case gone
    }

    private enum Phase: Equatable {
        /// There is no connection to the bus.
        case down
        /// The bus is there; the service is not, or does not let us in.
        case refused
        /// The objects are asked for, with the number of the question.
        case loading(Int)
        /// The service started just now and has told no adapter yet.
        case settling
        case ready
    }

    let queue: DispatchQueue
    let timers: any TimerScheduler
    private let switches: RadioSwitches
    private let address: String
    private var bus: SystemBus?
    private var phase = Phase.down
    private(set) var tree = BlueZTree()
    /// The unique name of the service on the bus; only it may call our objects.
    private var owner = ""
    /// The service came to the bus while we were there.
    private var isFresh = false
    private var loads = 0
    private var waiting: [(SearchProblem?) -> Void] = []
    private var settling: (any ScheduledTimer)?
    private var observers: [(Event) -> Void] = []

    /// A service that has just started tells its adapters within moments.
    static let settleTime = Duration.seconds(2)

    /// - Parameter address: the bus's.
    init(address: String, queue: DispatchQueue, timers: any TimerScheduler, switches: RadioSwitches) {
        self.address = address
        self.queue = queue
        self.timers = timers
        self.switches = switches
    }

    /// Has an observer told everything, as long as this lives.
    func observe(_ observer: @escaping (Event) -> Void) {
        observers.append(observer)
    }

    /// Lets go of the bus, and with it of everything that is registered there.
    func shutDown() {
        settling?.cancel()
        bus?.close()
        bus = nil
        phase = .down
    }

    // MARK: Being there

    /// Runs `body` as soon as the objects are known, or why they are not; at once where that is known already.
    func whenReady(_ body: @escaping (SearchProblem?) -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard phase != .ready else { return body(nil) }
        waiting.append(body)
        switch phase {
        case .ready, .loading, .settling: break
        case .refused: load()
        case .down: connect()
        }
    }

    private func settle(_ problem: SearchProblem?) {
        let waiting = waiting
        self.waiting = []
        for body in waiting { body(problem) }
    }

    private func connect() {
        do throws(BusError) {
            let bus = try SystemBus(address: address, queue: queue) { [weak self] _ in self?.busEnded() }
            self.bus = bus
            let daemon = "org.freedesktop.DBus"
            let ofDaemon = "type='signal',sender='\(daemon)',interface='\(daemon)'"
            try bus.listen(to: ofDaemon + ",member='NameOwnerChanged',arg0='\(BlueZ.name)'") { [weak self] signal in
                if signal.sender == daemon { self?.ownerChanged(signal.arguments) }
            }
            let ofService = "type='signal',sender='\(BlueZ.name)'"
            let objects = ",interface='\(BlueZTree.Interface.objects)'"
            try bus.listen(to: ofService + objects) { [weak self] signal in self?.objectsChanged(signal) }
            let properties = ",interface='\(BlueZTree.Interface.properties)',member='PropertiesChanged'"
            let below = ",path_namespace='\(BlueZ.root)'"
            try bus.listen(to: ofService + properties + below) { [weak self] signal in self?.propertiesChanged(signal) }
            load()
        } catch {
            bus?.close()
            bus = nil
            phase = .down
            settle(.serviceNotRunning)
        }
    }

    private func load() {
        loads += 1
        let number = loads
        phase = .loading(number)
        call("/", BlueZTree.Interface.objects, "GetManagedObjects") { [weak self] result in
            guard let self, self.phase == .loading(number) else { return }
            self.loaded(result)
        }
    }

    private func loaded(_ result: Result<SystemBus.Reply, BusError>) {
        switch result {
        case .failure(let error):
            phase = .refused
            settle(BlueZFailure.adapter(error, isBlocked: { false }) ?? .serviceNotRunning)
        case .success(let reply):
            owner = reply.sender
            tree = BlueZTree(managed: reply.values.first ?? .array([]))
            phase = .ready
            if isFresh, tree.adapter == nil { return awaitAdapter() }
            isFresh = false
            tell(.loaded)
            settle(nil)
        }
    }

    private func awaitAdapter() {
        phase = .settling
        settling = timers.schedule(after: BlueZ.settleTime, on: queue) { [weak self] in self?.settled() }
    }

    private func settled() {
        guard phase == .settling else { return }
        settling?.cancel()
        settling = nil
        isFresh = false
        phase = .ready
        tell(.loaded)
        settle(nil)
    }

    // MARK: Signals

    /// - Parameter arguments: the name, who had it, who has it now.
    private func ownerChanged(_ arguments: [BusValue]) {
        guard arguments.count == 3, let new = arguments[2].text else { return }
        if new.isEmpty {
            left(.refused)
        } else {
            owner = new
            isFresh = true
            // A question that is out already goes to the service that has just come.
            if case .loading = phase { return }
            load()
        }
    }

    // A signal that is addressed to us alone comes whoever sent it. Those of the service from before it told its objects
    // are in what it tells.

    private func propertiesChanged(_ signal: SystemBus.Signal) {
        guard signal.sender == owner else { return }
        tell(tree.propertiesChanged(at: signal.path, signal.arguments))
    }

    private func objectsChanged(_ signal: SystemBus.Signal) {
        guard signal.sender == owner else { return }
        switch signal.member {
        case "InterfacesAdded": tell(tree.interfacesAdded(signal.arguments))
        case "InterfacesRemoved": tell(tree.interfacesRemoved(signal.arguments))
        default: break
        }
        if phase == .settling, tree.adapter != nil { settled() }
    }

    private func busEnded() {
        bus = nil
        left(.down)
    }

    private func left(_ phase: Phase) {
        let wasLoading = !waiting.isEmpty
        settling?.cancel()
        settling = nil
        self.phase = phase
        owner = ""
        tree = BlueZTree()
        tell(.gone)
        if wasLoading { settle(.serviceNotRunning) }
    }

    private func tell(_ change: BlueZTree.Change?) {
        if let change { tell(.changed(change)) }
    }

    private func tell(_ event: Event) {
        for observer in observers { observer(event) }
    }

    // MARK: Asking the service

    @discardableResult func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        timeout: Duration = .seconds(25), completion: @escaping (Result<SystemBus.Reply, BusError>) -> Void = { _ in }
    ) -> SystemBus.CallID? {
        guard let bus else {
            queue.async { [failed = FailedCall(completion: completion)] in failed.tell() }
            return nil
        }
        return bus.call(
            SystemBus.Call(
                destination: BlueZ.name, path: path, interface: interface, member: member, arguments: arguments,
                timeout: timeout),
            completion: completion)
    }

    /// Sets a property of an object.
    func set(
        _ path: String, _ interface: String, _ property: String, _ value: BusValue,
        completion: @escaping (Result<SystemBus.Reply, BusError>) -> Void = { _ in }
    ) {
        call(
            path, BlueZTree.Interface.properties, "Set",
            [.string(interface), .string(property), .variant(value)], completion: completion)
    }

    func giveUp(_ call: SystemBus.CallID?) {
        if let call { bus?.giveUp(call) }
    }

    // MARK: Being asked by the service

    /// Puts an object on the bus that only the service may call.
    ///
    /// - Parameter handler: takes each call; false for a method that the object does not have.
    func export(_ path: String, _ handler: @escaping (BusRequest) -> Bool) throws(BusError) {
        guard let bus else { throw .closed }
        try bus.export(path) { [weak self] request in
            guard let self, request.sender == self.owner else {
                request.refuse("org.freedesktop.DBus.Error.AccessDenied", "only \(BlueZ.name) may call this")
                return true
            }
            return handler(request)
        }
    }

    func withdraw(_ path: String) {
        bus?.withdraw(path)
    }

    // MARK: The adapter

    var isBlocked: Bool { switches.isBluetoothBlocked }

    /// What keeps the adapter of a device, or the one to use, from working; nil when it works.
    func adapterProblem(of device: BluetoothDevice? = nil) -> SearchProblem? {
        let adapters = tree.adapters
        guard let adapter = adapters.first(where: { $0.path == device?.adapter }) ?? tree.adapter else {
            // A switch may take the whole adapter off the computer.
            return isBlocked ? .adapterBlocked : .noAdapter
        }
        guard !adapter.isPowered else { return nil }
        return isBlocked ? .adapterBlocked : .adapterOff
    }

    /// Switches the adapter on.
    func powerOn(_ completion: @escaping (SearchProblem?) -> Void) {
        whenReady { problem in
            if let problem { return completion(problem) }
            guard let adapter = self.tree.adapter else { return completion(self.adapterProblem()) }
            guard !adapter.isPowered else { return completion(nil) }
            self.set(adapter.path, BlueZTree.Interface.adapter, "Powered", .boolean(true)) { result in
                switch result {
                case .success: completion(nil)
                case .failure(let error): completion(BlueZFailure.search(error) { self.isBlocked })
                }
            }
        }
    }
}

// Unchecked because it is made and told on the Bluetooth queue.
private struct FailedCall: @unchecked Sendable {
    let completion: (Result<SystemBus.Reply, BusError>) -> Void

    func tell() { completion(.failure(.closed)) }
}
