import HeftTransport

/// A card reader that can be connected to. Source: reference, HeftRemoteDevice.
public struct HeftRemoteDevice: Hashable, Sendable {
    /// The name that the reader shows, `HiLite 8421`.
    public var name: String { device.name }
    /// The Bluetooth address, or the path or host that the reader is reached by. For logs, and to know it again.
    public var address: String { device.address }

    package let device: ReaderDevice

    package init(_ device: ReaderDevice) {
        self.device = device
    }
}

extension HeftRemoteDevice {
    /// Whether it is built in, for demos and tests. No money moves.
    package var isSimulated: Bool { device.kind == .simulated }
}
