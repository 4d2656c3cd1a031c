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

/// What a search finds.
package enum DiscoveryEvent: Equatable, Sendable {
    case found(ReaderDevice)
    case lost(ReaderDevice)
    case finished
}

/// Something that knows of readers and opens channels to them: a Bluetooth adapter, the serial ports, the simulator.
package protocol ReaderSource: Sendable {
    /// Readers that are there without a search.
    var presentDevices: [ReaderDevice] { get }

    /// Searches once. Every event comes on the queue, in order; ``DiscoveryEvent/finished`` is the last of a search.
    func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void)

    /// A channel to the device, not opened yet; nil when the device is none of this source's.
    func channel(to device: ReaderDevice) -> (any ByteChannel)?
}
