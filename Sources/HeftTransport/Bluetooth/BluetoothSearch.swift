import Dispatch

/// The search of the adapter, which has one for all who ask: who comes later joins it.
// Unchecked because everything in it is touched on the Bluetooth queue alone.
final class BluetoothSearch: @unchecked Sendable {
    /// A round of the radio takes 10.24 s and asking for names a little more: two rounds find whoever is awake.
    static let timeout = Duration.seconds(20)
    private static let callTimeout = Duration.seconds(10)

    private enum State: Equatable {
        case idle
        /// The service is waited for, or asked to begin.
        case starting
        /// It runs on the adapter at the path.
        case running(String)
        case stopping
    }

    private unowned let stack: BluetoothStack
    private var state = State.idle
    private var listeners: [(DiscoveryEvent) -> Void] = []
    /// Who came while it stopped.
    private var next: [(DiscoveryEvent) -> Void] = []
    private var whenStopped: [() -> Void] = []
    private var isStopWanted = false
    private var limit: (any ScheduledTimer)?
    /// Counts the searches, so that the limit of an old one ends no new one.
    private var number = 0

    init(_ stack: BluetoothStack) {
        self.stack = stack
    }

    private var bluez: BlueZ { stack.bluez }

    // MARK: From outside

    func start(_ listener: @escaping (DiscoveryEvent) -> Void) {
        switch state {
        case .idle:
            listeners = [listener]
            begin()
        case .starting: listeners.append(listener)
        case .running:
            listeners.append(listener)
            for sighting in inSight() { listener(.seen(sighting)) }
            startLimit()
        case .stopping: next.append(listener)
        }
    }

    /// Ends the search.
    ///
    /// - Parameter completion: called when the radio is free, at once where nothing is searched for.
    func stop(_ completion: @escaping () -> Void = {}) {
        switch state {
        case .idle: completion()
        case .starting:
            isStopWanted = true
            whenStopped.append(completion)
        case .running(let adapter):
            whenStopped.append(completion)
            stopRadio(adapter)
        case .stopping: whenStopped.append(completion)
        }
    }

    /// The filter is another: what it lets through now is told.
    func listAnew() {
        guard case .running = state else { return }
        for sighting in inSight() { tell(.seen(sighting)) }
    }

    func take(_ event: BlueZ.Event) {
        switch event {
        case .loaded: break
        case .gone:
            guard case .running = state else { return }
            tell(.problem(.serviceNotRunning))
            finish()
        case .changed(.device(let path, let isSeen)): seen(path, isSeen: isSeen)
        case .changed(.deviceGone(let device)):
            guard case .running = state, stack.filter.admits(device) else { return }
            tell(.lost(device.reader))
        case .changed(.adapter), .changed(.adapterGone): adapterChanged()
        }
    }

    private func seen(_ path: String, isSeen: Bool) {
        guard case .running = state, let device = bluez.tree.device(at: path), stack.filter.admits(device) else {
            return
        }
        // Without a signal it is only known of, not heard.
        guard isSeen || device.signal != nil || device.isPaired || device.isConnected else { return }
        tell(.seen(stack.sighting(device)))
    }

    private func adapterChanged() {
        guard case .running(let path) = state else { return }
        guard let adapter = bluez.tree.adapters.first(where: { $0.path == path }) else {
            tell(.problem(bluez.isBlocked ? .adapterBlocked : .noAdapter))
            return finish()
        }
        guard !adapter.isPowered else { return }
        tell(.problem(bluez.isBlocked ? .adapterBlocked : .adapterOff))
        finish()
    }

    // MARK: The radio

    private func begin() {
        state = .starting
        bluez.whenReady { [self] problem in
            if let problem { return fail(problem) }
            for sighting in stack.knownReaders { tell(.seen(sighting)) }
            if let problem = bluez.adapterProblem() { return fail(problem) }
            guard let adapter = bluez.tree.adapter?.path else { return fail(.noAdapter) }
            // Readers speak the classic kind of Bluetooth; their services are mostly not told before pairing.
            bluez.call(
                adapter, BlueZTree.Interface.adapter, "SetDiscoveryFilter",
                [.dictionary(["Transport": .string("bredr")])], timeout: BluetoothSearch.callTimeout
            ) { [self] result in
                switch result {
                case .success: startRadio(adapter)
                case .failure(let error): fail(BlueZFailure.search(error) { bluez.isBlocked })
                }
            }
        }
    }

    private func startRadio(_ adapter: String) {
        guard !isStopWanted else { return finish() }
        bluez.call(
            adapter, BlueZTree.Interface.adapter, "StartDiscovery", timeout: BluetoothSearch.callTimeout
        ) { [self] result in
            if case .failure(let error) = result { return fail(BlueZFailure.search(error) { bluez.isBlocked }) }
            guard bluez.tree.adapters.contains(where: { $0.path == adapter }) else { return fail(.noAdapter) }
            state = .running(adapter)
            guard !isStopWanted else { return stopRadio(adapter) }
            for sighting in inSight() { tell(.seen(sighting)) }
            startLimit()
        }
    }

    private func stopRadio(_ adapter: String) {
        state = .stopping
        bluez.call(
            adapter, BlueZTree.Interface.adapter, "StopDiscovery", timeout: BluetoothSearch.callTimeout
        ) { [self] _ in
            // Where it fails nothing was searched for any more.
            finish()
        }
    }

    private func fail(_ problem: SearchProblem) {
        tell(.problem(problem))
        finish()
    }

    private func finish() {
        state = .idle
        isStopWanted = false
        limit?.cancel()
        limit = nil
        number += 1
        let waiting = whenStopped
        whenStopped = []
        tell(.finished)
        listeners = next
        next = []
        // Who waits for the radio comes before who wants to search again.
        for body in waiting { body() }
        if !listeners.isEmpty, state == .idle { begin() }
    }

    private func startLimit() {
        limit?.cancel()
        number += 1
        limit = stack.timers.schedule(after: BluetoothSearch.timeout, on: stack.queue) { [weak self, number] in
            guard let self, self.number == number else { return }
            self.stop()
        }
    }

    private func inSight() -> [ReaderSighting] {
        bluez.tree.devices.filter { device in
            (device.signal != nil || device.isPaired || device.isConnected) && stack.filter.admits(device)
        }.map(stack.sighting)
    }

    private func tell(_ event: DiscoveryEvent) {
        for listener in listeners { listener(event) }
    }
}
