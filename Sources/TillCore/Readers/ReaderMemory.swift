import HeftKit
import TillJournal

/// A reader that was connected before, so that it is known again by its address.
package struct RememberedReader: Codable, Equatable, Sendable {
    package var name: String
    package var address: String
    /// The raw value of ``ReaderDevice/Kind``.
    package var kind: String
    /// 12 digits; empty where it never said.
    package var serialNumber: String
    /// The reader's program and its version, `HPEFT 1.7`; empty where it never said.
    package var software: String
    /// The charge as it was last said, 0 to 100.
    package var batteryPercent: Int?
    /// When it was connected last, milliseconds since 1970.
    package var connectedAt: Int64
    /// Seconds east of UTC at that place and moment.
    package var offsetFromUTC: Int

    package init(
        _ device: ReaderDevice, serialNumber: String, software: String = "", batteryPercent: Int? = nil,
        at now: Timestamp
    ) {
        name = String(device.name.prefix(ReaderMemory.textMax))
        address = device.address
        kind = device.kind.rawValue
        self.serialNumber = String(serialNumber.prefix(ReaderMemory.textMax))
        self.software = String(software.prefix(ReaderMemory.textMax))
        self.batteryPercent = batteryPercent
        connectedAt = now.millisecondsSince1970
        offsetFromUTC = now.offsetFromUTC
    }

    /// Nil for a kind that this till does not know.
    package var device: ReaderDevice? {
        ReaderDevice.Kind(rawValue: kind).map { ReaderDevice(name: name, address: address, kind: $0) }
    }

    package var lastConnected: Timestamp {
        Timestamp(millisecondsSince1970: connectedAt, offsetFromUTC: offsetFromUTC)
    }
}

/// The readers that were connected before, the last one first.
package struct ReaderMemory: Codable, Equatable, Sendable {
    /// The longest name that is kept.
    static let textMax = 64
    /// The longest address that is a reader's.
    private static let addressMax = 200
    /// So many readers are remembered; of more, the ones that were used longest ago are dropped.
    static let readersMax = 20

    package private(set) var readers: [RememberedReader]
    /// The address of the reader that the next start connects to by itself.
    package private(set) var lastUsed: String?

    package init(_ readers: [RememberedReader] = [], lastUsed: String? = nil) {
        self.readers = readers
        self.lastUsed = lastUsed
    }

    /// Without what cannot be a reader, whoever wrote it.
    package var checked: ReaderMemory {
        var seen: Set<String> = []
        let good = readers.filter { reader in
            reader.device != nil && !reader.address.isEmpty && reader.address.utf8.count <= ReaderMemory.addressMax
                && reader.name.count <= ReaderMemory.textMax && reader.serialNumber.count <= ReaderMemory.textMax
                && reader.software.count <= ReaderMemory.textMax && seen.insert(reader.address).inserted
                && reader.batteryPercent.map { (0...100).contains($0) } ?? true
                && (-86_400...86_400).contains(reader.offsetFromUTC) && reader.connectedAt >= 0
                && reader.connectedAt < 253_402_300_800_000
        }
        let kept = Array(good.prefix(ReaderMemory.readersMax))
        return ReaderMemory(kept, lastUsed: kept.contains { $0.address == lastUsed } ? lastUsed : nil)
    }

    /// Puts a reader first. What it did not say this time stays as it was.
    mutating func remember(_ reader: RememberedReader) {
        var reader = reader
        if let known = self.reader(at: reader.address) {
            if reader.software.isEmpty { reader.software = known.software }
            if reader.serialNumber.isEmpty { reader.serialNumber = known.serialNumber }
            if reader.batteryPercent == nil { reader.batteryPercent = known.batteryPercent }
        }
        readers.removeAll { $0.address == reader.address }
        readers.insert(reader, at: 0)
        readers = Array(readers.prefix(ReaderMemory.readersMax))
        lastUsed = reader.address
    }

    mutating func forget(_ address: String) {
        readers.removeAll { $0.address == address }
        if lastUsed == address { lastUsed = nil }
    }

    /// The reader that was used last; nil before any was.
    package var lastUsedDevice: ReaderDevice? {
        lastUsed.flatMap { reader(at: $0) }?.device
    }

    package func reader(at address: String) -> RememberedReader? {
        readers.first { $0.address == address }
    }
}
