package import Dispatch
package import HeftTransport

/// The reader that is built in: one device, always there, at the other end of a channel in memory.
package struct SimulatedReaderSource: ReaderSource {
    /// What it is called.
    package static let device = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)

    package let port: SimulatedReaderPort

    package init(port: SimulatedReaderPort) {
        self.port = port
    }

    package var presentDevices: [ReaderDevice] { [SimulatedReaderSource.device] }

    package func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        queue.async {
            handler(.found(SimulatedReaderSource.device))
            handler(.finished)
        }
    }

    /// A fresh channel each time. The link that the reader had before is closed.
    package func channel(to device: ReaderDevice) -> (any ByteChannel)? {
        guard device.kind == .simulated, device.address == SimulatedReaderSource.device.address else { return nil }
        let (till, reader) = MemoryChannel.pair()
        port.connect(reader)
        return till
    }
}
