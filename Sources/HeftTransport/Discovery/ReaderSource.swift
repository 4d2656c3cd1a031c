import Dispatch

/// A reader that can be connected to, as its source names it.
package struct ReaderDevice: Hashable, Sendable {
    /// How it is reached.
    package enum Kind: String, Hashable, Sendable {
        /// A HiLite over Bluetooth, which has to be discovered.
        case bluetooth
        /// A HiPro at a wire, which is there without discovery.
        case wired
        /// Built in, for demos and tests. No money moves.
        case simulated
    }

    /// What people call it, `HiLite 8421`.
    package var name: String
    /// A MAC address, a device path, a host with its port, or the simulator's own name.
    package var address: String
    package var kind: Kind

    package init(name: String, address: String, kind: Kind) {
        self.name = name
        self.address = address
        self.kind = kind
    }
}

/// What a source knows of a reader at this moment.
package struct ReaderSighting: Hashable, Sendable {
    package var device: ReaderDevice
    /// How strong it is received, in dBm: about -40 beside the adapter, -90 at the edge. Nil where nothing is measured.
    package var signal: Int?
    /// False for a reader that must be paired before it can be connected to.
    package var isPaired: Bool
    /// Another program or device holds it: no search finds it then, and it takes no second link.
    package var isHeld: Bool
    /// 0 to 100; nil where the source does not know.
    package var batteryPercent: Int?

    package init(
        _ device: ReaderDevice, signal: Int? = nil, isPaired: Bool = true, isHeld: Bool = false,
        batteryPercent: Int? = nil
    ) {
        self.device = device
        self.signal = signal
        self.isPaired = isPaired
        self.isHeld = isHeld
        self.batteryPercent = batteryPercent
    }
}

/// Why a source cannot search.
package enum SearchProblem: Hashable, Sendable, CaseIterable {
    /// There is no adapter.
    case noAdapter
    /// The adapter is switched off.
    case adapterOff
    /// A switch of the machine, or the system, holds the adapter down.
    case adapterBlocked
    /// The system's service for it does not run.
    case serviceNotRunning
    /// This user may not use it.
    case notPermitted
    /// The adapter is busy with another program's search.
    case busy
}

/// What a search finds.
package enum DiscoveryEvent: Equatable, Sendable {
    case found(ReaderDevice)
    /// A reader was found, or something about it changed. May come often.
    case seen(ReaderSighting)
    case lost(ReaderDevice)
    /// This source finds nothing until that is mended.
    case problem(SearchProblem)
    case finished
}

/// Something that knows of readers and opens channels to them: a Bluetooth adapter, the serial ports, the simulator.
package protocol ReaderSource: Sendable {
    /// Readers that are there without a search.
    var presentDevices: [ReaderDevice] { get }

    /// Readers that can be listed without a search: those that are there, are paired, or are held by somebody.
    var knownReaders: [ReaderSighting] { get }

    /// Searches once. Every event comes on the queue, in order; ``DiscoveryEvent/finished`` is the last of a search.
    func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void)

    /// Ends a search early; ``DiscoveryEvent/finished`` comes when the radio is free. Without a search it does nothing.
    func stopDiscovery()

    /// Drops what the system keeps of a reader, such as its pairing. The reader need not be there.
    func forget(_ device: ReaderDevice)

    /// Pairs with a reader, asking a person for what that takes. Pairing one that is paired does nothing, successfully.
    ///
    /// - Parameters:
    ///   - queue: a serial queue; every question and the end come on it, in order.
    ///   - ask: takes the questions.
    ///   - completion: called once, with nil when the reader is paired.
    /// - Returns: nil when the device is none of this source's, or needs no pairing; nothing is called then.
    func pair(
        _ device: ReaderDevice, on queue: DispatchQueue, ask: @escaping @Sendable (PairingEvent) -> Void,
        completion: @escaping @Sendable (CloseReason?) -> Void
    ) -> (any RunningPairing)?

    /// A channel to the device, not opened yet; nil when the device is none of this source's.
    func channel(to device: ReaderDevice) -> (any ByteChannel)?
}

// A source whose search is over at once, and that keeps nothing of a reader and needs no pairing.
extension ReaderSource {
    package var knownReaders: [ReaderSighting] { presentDevices.map { ReaderSighting($0) } }
    package func stopDiscovery() {}
    package func forget(_ device: ReaderDevice) {}
    package func pair(
        _ device: ReaderDevice, on queue: DispatchQueue, ask: @escaping @Sendable (PairingEvent) -> Void,
        completion: @escaping @Sendable (CloseReason?) -> Void
    ) -> (any RunningPairing)? { nil }
}
