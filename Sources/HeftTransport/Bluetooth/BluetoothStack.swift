import Dispatch

/// What everybody who uses Bluetooth here shares: the service, the agent, the profile, the one search, and who has what.
// Unchecked because everything in it is touched on `queue` alone.
final class BluetoothStack: @unchecked Sendable {
    let queue: DispatchQueue
    let timers: any TimerScheduler
    let bluez: BlueZ
    let agent: PairingAgent
    let profile: SerialProfile
    let numbers = QuestionNumbers()
    /// Reaches a paired reader where another program has the serial profile, by its address.
    let directLink: @Sendable (String) -> any DescriptorOpener
    private(set) lazy var search = BluetoothSearch(self)

    var filter: ReaderFilter {
        didSet { if filter != oldValue { filterChanged() } }
    }
    /// Asks a person where a channel finds its reader unpaired; nil where nobody is there to ask.
    var ask: (@Sendable (PairingEvent) -> Void)?
    /// Told whenever what is listed without a search, or what the adapter can do, is another.
    var changed: (_ readers: [ReaderSighting], SearchProblem?) -> Void = { _, _ in }

    /// The pairings that run, by the path of their device.
    private var pairings: [String: BluetoothPairing] = [:]
    /// Those who wait for a link, by the path of their device.
    private var connecting: [String: BluetoothOpener] = [:]
    /// The addresses of the readers that a channel of ours has, or is about to have.
    private var taken: Set<String> = []
    /// Those that are connected by us: their link outlives its channel by seconds.
    private var ours: Set<String> = []

    init(
        address: String, queue: DispatchQueue, timers: any TimerScheduler, switches: RadioSwitches,
        filter: ReaderFilter, path: String, directLink: @escaping @Sendable (String) -> any DescriptorOpener
    ) {
        self.queue = queue
        self.timers = timers
        self.filter = filter
        self.directLink = directLink
        bluez = BlueZ(address: address, queue: queue, timers: timers, switches: switches)
        agent = PairingAgent(bluez, path: path + "/agent")
        profile = SerialProfile(bluez, path: path + "/serial", role: .client, name: "Card reader")
        bluez.observe { [weak self] event in self?.take(event) }
        agent.asked = { [weak self] device, demand, reply in self?.asked(device, demand, reply) }
        agent.withdrawn = { [weak self] in
            for pairing in (self?.pairings ?? [:]).values { pairing.withdraw() }
        }
        profile.connected = { [weak self] device, descriptor in
            self?.connecting[device]?.linked(descriptor) ?? false
        }
    }

    func shutDown() {
        bluez.shutDown()
    }

    // MARK: What is there

    /// Paired and connected readers, which need no search; a connected one answers none.
    var knownReaders: [ReaderSighting] {
        bluez.tree.devices.filter { ($0.isPaired || $0.isConnected) && filter.admits($0) }.map(sighting)
    }

    func sighting(_ device: BluetoothDevice) -> ReaderSighting {
        ReaderSighting(
            device.reader, signal: device.signal, isPaired: device.isPaired,
            isHeld: device.isConnected && !ours.contains(device.address), batteryPercent: device.batteryPercent)
    }

    private func take(_ event: BlueZ.Event) {
        var problem: SearchProblem?
        switch event {
        case .loaded:
            problem = bluez.adapterProblem()
        case .changed(let change):
            problem = bluez.adapterProblem()
            noteLinks(change)
            if case .deviceGone(let device) = change {
                pairings[device.path]?.deviceGone()
                connecting[device.path]?.deviceGone()
            }
        case .gone:
            problem = .serviceNotRunning
            ours = taken
        }
        search.take(event)
        changed(knownReaders, problem)
    }

    private func noteLinks(_ change: BlueZTree.Change) {
        guard case .device(let path, _) = change, let device = bluez.tree.device(at: path), !device.isConnected,
            !taken.contains(device.address)
        else { return }
        ours.remove(device.address)
    }

    private func filterChanged() {
        search.listAnew()
        changed(knownReaders, bluez.adapterProblem())
    }

    // MARK: Who has what

    /// Whether the caller has the reader from now on; false when another channel has it.
    func takeReader(_ address: String) -> Bool {
        guard taken.insert(address).inserted else { return false }
        ours.insert(address)
        return true
    }

    func giveBackReader(_ address: String) {
        taken.remove(address)
        let isConnected = bluez.tree.devices.contains { $0.address == address && $0.isConnected }
        if !isConnected { ours.remove(address) }
    }

    func await(_ opener: BluetoothOpener, at device: String) {
        connecting[device] = opener
    }

    func awaitNoMore(at device: String) {
        connecting[device] = nil
    }

    // MARK: Pairing

    /// Whether the pairing may begin; false when another runs with that device.
    func begin(_ pairing: BluetoothPairing, at device: String) -> Bool {
        guard pairings[device] == nil else { return false }
        pairings[device] = pairing
        return true
    }

    func finish(at device: String) {
        pairings[device] = nil
    }

    private func asked(_ device: String, _ demand: PairingAgent.Demand, _ reply: AgentReply) {
        // Nobody here began to pair with any other device.
        guard let pairing = pairings[device], case .question(let kind) = demand else { return reply.reject() }
        pairing.ask(kind, reply)
    }

    /// Drops what the system keeps of a reader, on every adapter.
    ///
    /// - Parameter completion: takes why something of it is kept; nil when nothing is. A reader that is connected is
    ///   disconnected first, which takes seconds.
    func forget(_ address: String, _ completion: @escaping (SearchProblem?) -> Void) {
        bluez.whenReady { [self] problem in
            if let problem { return completion(problem) }
            remove(bluez.tree.devices.filter { $0.address == address }[...], completion)
        }
    }

    private func remove(_ devices: ArraySlice<BluetoothDevice>, _ completion: @escaping (SearchProblem?) -> Void) {
        guard let device = devices.first else { return completion(nil) }
        bluez.call(
            device.adapter, BlueZTree.Interface.adapter, "RemoveDevice", [.objectPath(device.path)]
        ) { [self] result in
            switch result {
            case .success, .failure(.answered("org.bluez.Error.DoesNotExist", _)):
                remove(devices.dropFirst(), completion)
            case .failure(let error): completion(BlueZFailure.search(error) { bluez.isBlocked })
            }
        }
    }
}
