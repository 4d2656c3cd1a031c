import BusDoubles

/// A shop whose computer has a Bluetooth adapter, on a bus of its own.
final class BluetoothDesk {
    static let address = "00:07:80:AB:84:21"
    /// What the double is told of the reader, in JSON.
    static let reader = #""address": "\#(address)", "name": "PP0513901435", "class": 1280"#

    let shop: Shop
    let bus: PrivateBus
    let double: ServiceDouble

    /// - Parameters:
    ///   - isPaired: whether the reader is; else a search finds it.
    ///   - scenario: more of the service, as `"pairing": "confirm"`.
    init(isPaired: Bool = false, _ scenario: String = "") throws {
        shop = try Shop()
        bus = try PrivateBus()
        let there =
            isPaired
            ? #""known": [{\#(BluetoothDesk.reader), "paired": true}]"#
            : #""nearby": [{\#(BluetoothDesk.reader), "rssi": -60}]"#
        double = try ServiceDouble(.bluetooth, on: bus, "{\(there)\(scenario.isEmpty ? "" : ", " + scenario)}")
    }

    var settings: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": bus.address] }

    /// Runs a till to its end.
    ///
    /// - Parameter input: what is typed.
    func run(_ arguments: String..., input: String? = nil) throws -> TillProcess.End {
        try shop.run(arguments, settings: settings, input: input)
    }

    /// Starts `till-reader` as this computer's serial service.
    func startReader() throws -> TillProcess {
        try TillProcess(
            ["--bluetooth", "--headless", "--speed", "instant", "--books", shop.folder + "/reader.json"],
            program: "till-reader", environment: shop.environment.merging(settings) { $1 })
    }
}
