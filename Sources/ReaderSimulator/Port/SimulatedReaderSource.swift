package import Dispatch
package import HeftTransport

/// The reader that is built in: one device at the other end of a channel in memory.
package struct SimulatedReaderSource: ReaderSource {
    /// What it is called.
    package static let device = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)
    /// What a simulated HiPro is called: it is there without a search, as a reader at a wire is.
    package static let hiPro = ReaderDevice(name: "HiPro 8421", address: "sim-hipro", kind: .wired)

    package let port: SimulatedReaderPort
    package let device: ReaderDevice

    /// - Parameter device: a name for the reader behind the port; ``hiPro`` for one of that model.
    package init(port: SimulatedReaderPort, device: ReaderDevice = SimulatedReaderSource.device) {
        self.port = port
        self.device = device
    }

    package var presentDevices: [ReaderDevice] { [device] }

    /// A reader at a wire is not found by a search, and none while it restarts.
    package func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        port.isAway { [device] isAway in
            queue.async {
                if device.kind != .wired, !isAway { handler(.found(device)) }
                handler(.finished)
            }
        }
    }

    /// A fresh channel each time. The link that the reader had before is closed.
    package func channel(to device: ReaderDevice) -> (any ByteChannel)? {
        guard device.kind == self.device.kind, device.address == self.device.address else { return nil }
        let (till, reader) = MemoryChannel.pair()
        port.connect(reader)
        return till
    }
}
