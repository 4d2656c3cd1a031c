import HeftTransport

/// A card reader that can be connected to. Source: reference, HeftRemoteDevice.
public struct HeftRemoteDevice: Hashable, Sendable {
    /// The name that the reader shows, `HiLite 8421`.
    public var name: String { device.name }
    /// The Bluetooth address, or the path or host that the reader is reached by. For logs, and to know it again.
    public var address: String { device.address }

    /// The transport behind it. Source: reference, HeftRemoteDevice, accessory.
    public enum Accessory: String, Hashable, Sendable {
        /// A HiLite over Bluetooth, which has to be discovered.
        case bluetooth
        /// A HiPro at a wire, which is there without discovery.
        case wired
        /// Built in, for demos and tests. No money moves.
        case simulated
    }

    /// How the reader is reached.
    public var accessory: Accessory {
        switch device.kind {
        case .bluetooth: .bluetooth
        case .wired: .wired
        case .simulated: .simulated
        }
    }

    package let device: ReaderDevice

    package init(_ device: ReaderDevice) {
        self.device = device
    }
}

extension HeftRemoteDevice {
    /// Whether it is built in, for demos and tests. No money moves.
    package var isSimulated: Bool { device.kind == .simulated }
}
