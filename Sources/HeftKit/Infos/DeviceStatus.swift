import HeftWire

/// What a reader says of itself beside a result or a scan. What it left out is empty.
///
/// Source: reference, FinanceResponseInfo, deviceStatus.
public struct DeviceStatus: Equatable, Sendable {
    /// 12 digits.
    public let serialNumber: String
    /// The charge as the reader writes it, `87%`.
    public let batteryStatus: String
    /// The battery's voltage in millivolts, digits.
    public let batterymV: String
    /// `true` or `false`.
    public let batteryCharging: String
    /// `true` or `false`.
    public let externalPower: String
    /// At most 8 characters.
    public let applicationName: String
    /// `1.7`
    public let applicationVersion: String
    /// The sentence that came with it.
    public let statusMessage: String
    /// The name that the reader shows over Bluetooth.
    public let bluetoothName: String

    init(_ elements: [String: String]) {
        func text(_ field: FinanceDetails.Field) -> String { elements[field.rawValue] ?? "" }
        serialNumber = text(.serialNumber)
        batteryStatus = text(.batteryStatus)
        batterymV = text(.batteryMillivolts)
        batteryCharging = text(.batteryCharging)
        externalPower = text(.externalPower)
        applicationName = text(.applicationName)
        applicationVersion = text(.applicationVersion)
        statusMessage = text(.statusMessage)
        bluetoothName = text(.bluetoothName)
    }

    /// By the names of the reference.
    var fields: [(name: String, value: String)] {
        [
            ("serialNumber", serialNumber), ("batteryStatus", batteryStatus), ("batterymV", batterymV),
            ("batteryCharging", batteryCharging), ("externalPower", externalPower),
            ("applicationName", applicationName), ("applicationVersion", applicationVersion),
            ("statusMessage", statusMessage), ("bluetoothName", bluetoothName),
        ]
    }

    /// ``batteryStatus`` as a number, 0–100; nil where it is no such percentage.
    public var batteryPercent: Int? {
        let digits = batteryStatus.hasSuffix("%") ? batteryStatus.dropLast() : batteryStatus[...]
        return Int(digits).flatMap { (0...100).contains($0) ? $0 : nil }
    }
}
