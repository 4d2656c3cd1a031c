import Dispatch

/// systemd's login service, logind, as far as it rules the computer's sleep.
// Unchecked because everything in it is touched on `queue` alone, where the bus calls too.
final class LoginService: @unchecked Sendable {
    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let daemon = "org.freedesktop.DBus"

    /// One way of putting sleep off.
    private enum Lock {
        case free
        /// It was asked for, and is given back at once where it is not wanted any more.
        case asked
        /// Sleep is put off for as long as this stays open.
        case held(BusDescriptor)
    }

    private let address: String
    private let queue: DispatchQueue
    private var bus: SystemBus?
    /// The unique name of the service on the bus; empty before it said anything.
    private var owner = ""
    private var wanted: Set<ComputerSleep.Hold> = []
    private var locks: [ComputerSleep.Hold: Lock] = [:]
    private var isAsleep = false
    var observer: ((ComputerSleep.Event) -> Void)?

    init(address: String, queue: DispatchQueue) {
        self.address = address
        self.queue = queue
    }

    /// Gives everything back.
    func shutDown() {
        wanted = []
        locks = [:]
        bus?.close()
        bus = nil
    }

    // MARK: Holding

    func hold(_ holds: Set<ComputerSleep.Hold>) {
        dispatchPrecondition(condition: .onQueue(queue))
        let hasMore = !holds.isSubset(of: wanted)
        wanted = holds
        for hold in ComputerSleep.Hold.allCases where !holds.contains(hold) { letGo(hold) }
        // What was refused before is not asked for again until there is a new reason.
        guard hasMore else { return }
        connect()
        for hold in ComputerSleep.Hold.allCases where holds.contains(hold) { ask(hold) }
    }

    private func letGo(_ hold: ComputerSleep.Hold) {
        if case .held = locks[hold] { locks[hold] = .free }
    }

    private func ask(_ hold: ComputerSleep.Hold) {
        switch locks[hold] ?? .free {
        case .asked, .held: return
        case .free: break
        }
        guard bus != nil else { return }
        locks[hold] = .asked
        call(LoginService.manager, "Inhibit", ["sleep", "Till", hold.reason, hold.rawValue].map(BusValue.string)) {
            [weak self] result in
            self?.answered(hold, result)
        }
    }

    private func answered(_ hold: ComputerSleep.Hold, _ result: Result<SystemBus.Reply, BusError>) {
        locks[hold] = .free
        guard case .success(let reply) = result, case .descriptor(let lock)? = reply.values.first else { return }
        owner = reply.sender
        // Else it is closed with its box.
        if wanted.contains(hold) { locks[hold] = .held(lock) }
    }

    // MARK: The bus

    private func connect() {
        guard bus == nil else { return }
        do throws(BusError) {
            let bus = try SystemBus(address: address, queue: queue) { [weak self] _ in self?.busEnded() }
            self.bus = bus
            let signals = "type='signal',sender="
            try bus.listen(
                to: signals + "'\(LoginService.daemon)',interface='\(LoginService.daemon)'"
                    + ",member='NameOwnerChanged',arg0='\(LoginService.name)'"
            ) { [weak self] signal in
                if signal.sender == LoginService.daemon { self?.ownerChanged(signal.arguments) }
            }
            try bus.listen(
                to: signals + "'\(LoginService.name)',interface='\(LoginService.manager)',member='PrepareForSleep'"
            ) { [weak self] signal in
                // A signal that is addressed to us alone comes whoever sent it.
                guard let self, signal.sender == self.owner else { return }
                self.tell(isAsleep: signal.arguments.first?.boolean)
            }
        } catch {
            bus?.close()
            bus = nil
        }
    }

    /// - Parameter arguments: the name, who had it, who has it now.
    private func ownerChanged(_ arguments: [BusValue]) {
        guard arguments.count == 3, let new = arguments[2].text else { return }
        owner = new
        // A service that ended tells nothing any more.
        if new.isEmpty { tell(isAsleep: false) }
    }

    /// What is held stays held: that hangs on its descriptor alone.
    private func busEnded() {
        bus = nil
        owner = ""
        tell(isAsleep: false)
    }

    private func tell(isAsleep: Bool?) {
        guard let isAsleep, isAsleep != self.isAsleep else { return }
        self.isAsleep = isAsleep
        observer?(isAsleep ? .begins : .isOver)
    }

    private func call(
        _ interface: String, _ member: String, _ arguments: [BusValue],
        completion: @escaping (Result<SystemBus.Reply, BusError>) -> Void
    ) {
        bus?.call(
            SystemBus.Call(
                destination: LoginService.name, path: LoginService.path, interface: interface, member: member,
                arguments: arguments),
            completion: completion)
    }

    // MARK: Power

    func isOnExternalPower(_ completion: @escaping (Bool?) -> Void) {
        connect()
        guard bus != nil else { return completion(nil) }
        let property = [LoginService.manager, "OnExternalPower"].map(BusValue.string)
        call("org.freedesktop.DBus.Properties", "Get", property) { result in
            guard case .success(let reply) = result else { return completion(nil) }
            completion(reply.values.first?.boolean)
        }
    }
}

extension ComputerSleep.Hold {
    /// Why sleep is put off, for whoever lists that.
    fileprivate var reason: String {
        switch self {
        case .block: "A card payment or a reader's update is under way"
        case .delay: "The link to the card reader is closed first"
        }
    }
}
