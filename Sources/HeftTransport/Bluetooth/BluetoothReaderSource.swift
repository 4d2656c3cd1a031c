import Dispatch
import Synchronization

/// The card readers that the computer's Bluetooth adapter knows or finds.
///
/// It needs the system's Bluetooth service, BlueZ, and asks for it when it is first used. Nothing here blocks.
// Unchecked because `stack` is touched on `queue` alone, after a hop; the rest is constant or guarded by its Mutex.
package final class BluetoothReaderSource: ReaderSource, @unchecked Sendable {
    /// What may be another without a search.
    package enum Change: Equatable, Sendable {
        /// What is listed without a search.
        case readers([ReaderSighting])
        /// What keeps the adapter from being used; nil when it works.
        case adapter(SearchProblem?)
    }

    /// Everything on the bus happens on it.
    private let queue = DispatchQueue(label: "heft.bluetooth")
    private let stack: BluetoothStack
    private let known = Mutex(Known())

    private struct Known: Sendable {
        var readers: [ReaderSighting] = []
        var adapter: SearchProblem?
        var observer: (@Sendable (Change) -> Void)?
    }

    /// - Parameters:
    ///   - filter: which devices count as readers.
    ///   - timers: for its own limits; those of calls over the bus are the bus library's, in real time.
    ///   - address: of the bus; the system's unless a test has its own.
    ///   - switches: the switches that hold radios down.
    ///   - directLink: reaches a paired reader where another program has the serial profile, by its address.
    package init(
        filter: ReaderFilter = ReaderFilter(), timers: any TimerScheduler = DispatchTimers(),
        address: String = SystemBus.systemAddress, switches: RadioSwitches = RadioSwitches(),
        directLink: @escaping @Sendable (String) -> any DescriptorOpener = { RFCOMMLink.opener(to: $0) }
    ) {
        stack = BluetoothStack(
            address: address, queue: queue, timers: timers, switches: switches, filter: filter,
            path: "/heft/reader", directLink: directLink)
        stack.changed = { [weak self] readers, problem in self?.note(readers, problem) }
    }

    deinit {
        queue.async { [stack] in stack.shutDown() }
    }

    private func note(_ readers: [ReaderSighting], _ problem: SearchProblem?) {
        known.withLock { known in
            // Told under the lock, so that changes keep their order; the observer hops, and runs no code here.
            if known.readers != readers { known.observer?(.readers(readers)) }
            if known.adapter != problem { known.observer?(.adapter(problem)) }
            known.readers = readers
            known.adapter = problem
        }
    }

    // MARK: Listing

    /// None: whether a reader is there only a link tells.
    package var presentDevices: [ReaderDevice] { [] }

    /// Paired and connected readers, as they were told last: nothing before the service was asked the first time, which
    /// ``prepare(on:completion:)``, a search and a connection do.
    package var knownReaders: [ReaderSighting] { known.withLock { $0.readers } }

    /// Asks the service what it knows, unless that is known.
    ///
    /// - Parameter completion: called on the queue with what keeps the adapter from being used, nil when it works;
    ///   ``knownReaders`` is up to date then.
    package func prepare(on queue: DispatchQueue, completion: @escaping @Sendable (SearchProblem?) -> Void) {
        self.queue.async { [stack] in
            stack.bluez.whenReady { problem in
                let problem = problem ?? stack.bluez.adapterProblem()
                queue.async { completion(problem) }
            }
        }
    }

    /// Has changes told on the queue, from now on; one observer at a time.
    package func observe(on queue: DispatchQueue, _ observer: @escaping @Sendable (Change) -> Void) {
        known.withLock { known in
            known.observer = { change in queue.async { observer(change) } }
        }
    }

    /// Lists also what does not look like a reader, or no more.
    package func listOthers(_ isWanted: Bool) {
        queue.async { [stack] in stack.filter.includesOthers = isWanted }
    }

    /// Switches the adapter on.
    ///
    /// - Parameter completion: called on the queue with what keeps it off, nil when it is on.
    package func powerOn(on queue: DispatchQueue, completion: @escaping @Sendable (SearchProblem?) -> Void) {
        self.queue.async { [stack] in
            stack.bluez.powerOn { problem in queue.async { completion(problem) } }
        }
    }

    // MARK: Searching

    /// Searches for 20 s at the most. What is known without a search is told first.
    package func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        self.queue.async { [stack] in
            stack.search.start { event in queue.async { handler(event) } }
        }
    }

    package func stopDiscovery() {
        queue.async { [stack] in stack.search.stop() }
    }

    // MARK: One reader

    package func forget(_ device: ReaderDevice) {
        guard device.kind == .bluetooth else { return }
        forget(device.address, on: queue) { _ in }
    }

    /// Drops what the system keeps of the reader at an address.
    ///
    /// - Parameter completion: called on the queue with why something of it is kept; nil when nothing is. That may take
    ///   seconds: a reader that is connected is disconnected first.
    package func forget(
        _ address: String, on queue: DispatchQueue, completion: @escaping @Sendable (SearchProblem?) -> Void
    ) {
        self.queue.async { [stack] in
            stack.forget(address.uppercased()) { problem in queue.async { completion(problem) } }
        }
    }

    package func pair(
        _ device: ReaderDevice, on queue: DispatchQueue, ask: @escaping @Sendable (PairingEvent) -> Void,
        completion: @escaping @Sendable (CloseReason?) -> Void
    ) -> (any RunningPairing)? {
        guard device.kind == .bluetooth else { return nil }
        let pairing = BluetoothPairing(
            stack, address: device.address, ask: { event in queue.async { ask(event) } },
            completion: { reason in queue.async { completion(reason) } })
        self.queue.async { pairing.start() }
        return pairing
    }

    /// Has a person asked where a channel finds its reader unpaired. Without it such a channel does not open.
    package func askWhenConnecting(on queue: DispatchQueue, _ ask: (@Sendable (PairingEvent) -> Void)?) {
        let hop = ask.map { ask in
            let hop: @Sendable (PairingEvent) -> Void = { event in queue.async { ask(event) } }
            return hop
        }
        self.queue.async { [stack] in stack.ask = hop }
    }

    package func channel(to device: ReaderDevice) -> (any ByteChannel)? {
        guard device.kind == .bluetooth else { return nil }
        return DescriptorChannel(BluetoothOpener(stack, address: device.address))
    }
}
