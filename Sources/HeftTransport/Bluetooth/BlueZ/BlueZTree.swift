/// The objects of the Bluetooth service as it told them: adapters and devices. A value, changed by its signals.
struct BlueZTree: Equatable, Sendable {
    typealias Properties = [String: BusValue]

    enum Interface {
        static let adapter = "org.bluez.Adapter1"
        static let device = "org.bluez.Device1"
        static let battery = "org.bluez.Battery1"
        static let objects = "org.freedesktop.DBus.ObjectManager"
        static let properties = "org.freedesktop.DBus.Properties"
        static let agents = "org.bluez.AgentManager1"
        static let agent = "org.bluez.Agent1"
        static let profiles = "org.bluez.ProfileManager1"
        static let profile = "org.bluez.Profile1"
    }

    /// What a signal changed.
    enum Change: Equatable, Sendable {
        case adapter(String)
        case adapterGone(String)
        /// A device that is new, or differs. `isSeen` when the radio heard of it just now.
        case device(String, isSeen: Bool)
        case deviceGone(BluetoothDevice)
    }

    /// So many objects are kept; a radio in a busy street sees a few hundred devices.
    static let objectsMax = 4096

    private var objects: [String: [String: Properties]] = [:]

    init() {}

    /// - Parameter managed: what `GetManagedObjects` returned.
    init(managed: BusValue) {
        for (path, interfaces) in managed.dictionary ?? [:] where objects.count < BlueZTree.objectsMax {
            objects[path] = (interfaces.dictionary ?? [:]).mapValues { $0.dictionary ?? [:] }
        }
    }

    // MARK: Signals

    /// - Parameter arguments: of `InterfacesAdded`: the path, and the properties by interface.
    mutating func interfacesAdded(_ arguments: [BusValue]) -> Change? {
        guard arguments.count == 2, let path = arguments[0].text, let interfaces = arguments[1].dictionary,
            objects[path] != nil || objects.count < BlueZTree.objectsMax
        else { return nil }
        for (interface, properties) in interfaces {
            objects[path, default: [:]][interface] = properties.dictionary ?? [:]
        }
        return change(of: path, isSeen: interfaces[Interface.device] != nil)
    }

    /// - Parameter arguments: of `InterfacesRemoved`: the path, and the interfaces.
    mutating func interfacesRemoved(_ arguments: [BusValue]) -> Change? {
        guard arguments.count == 2, let path = arguments[0].text, objects[path] != nil else { return nil }
        let device = device(at: path)
        let gone = arguments[1].texts
        for interface in gone { objects[path]?[interface] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
        if gone.contains(Interface.adapter) { return .adapterGone(path) }
        if gone.contains(Interface.device), let device { return .deviceGone(device) }
        return change(of: path, isSeen: false)
    }

    /// - Parameter arguments: of `PropertiesChanged`: the interface, what changed, and the names of what is not known any
    ///   more, as the signal strength is when a search ends.
    mutating func propertiesChanged(at path: String, _ arguments: [BusValue]) -> Change? {
        guard arguments.count == 3, let interface = arguments[0].text, let changed = arguments[1].dictionary,
            objects[path]?[interface] != nil
        else { return nil }
        for (name, value) in changed { objects[path]?[interface]?[name] = value }
        for name in arguments[2].texts { objects[path]?[interface]?[name] = nil }
        return change(of: path, isSeen: interface == Interface.device && changed["RSSI"] != nil)
    }

    private func change(of path: String, isSeen: Bool) -> Change? {
        if objects[path]?[Interface.device] != nil { return .device(path, isSeen: isSeen) }
        if objects[path]?[Interface.adapter] != nil { return .adapter(path) }
        return nil
    }

    // MARK: What is there

    /// In the order of their paths.
    var adapters: [BluetoothAdapter] {
        objects.keys.sorted().compactMap { path in
            objects[path]?[Interface.adapter].map { BluetoothAdapter(path: path, $0) }
        }
    }

    /// The adapter to use: the first that is switched on, or else the first.
    var adapter: BluetoothAdapter? {
        let adapters = adapters
        return adapters.first(where: \.isPowered) ?? adapters.first
    }

    /// In the order of their paths.
    var devices: [BluetoothDevice] {
        objects.keys.sorted().compactMap { device(at: $0) }
    }

    func device(at path: String) -> BluetoothDevice? {
        guard let object = objects[path], let properties = object[Interface.device] else { return nil }
        return BluetoothDevice(path: path, properties, battery: object[Interface.battery])
    }

    /// The device of an address; of several adapters' the one of the adapter to use, or else one that is paired.
    func device(address: String) -> BluetoothDevice? {
        let devices = devices.filter { $0.address == address.uppercased() }
        let adapter = adapter?.path
        return devices.first { $0.adapter == adapter } ?? devices.first(where: \.isPaired) ?? devices.first
    }
}

/// A Bluetooth radio.
struct BluetoothAdapter: Equatable, Sendable {
    var path: String
    /// In upper case, `00:07:80:AB:84:21`.
    var address: String
    var isPowered: Bool
    var isDiscovering: Bool

    init(path: String, _ properties: BlueZTree.Properties) {
        self.path = path
        address = (properties["Address"]?.text ?? "").uppercased()
        isPowered = properties["Powered"]?.boolean ?? false
        isDiscovering = properties["Discovering"]?.boolean ?? false
    }
}

/// A device that an adapter has seen or is paired with.
struct BluetoothDevice: Equatable, Sendable {
    var path: String
    var adapter: String
    /// In upper case, `00:07:80:AB:84:21`.
    var address: String
    /// Nil until the radio has asked for it. Text from outside, any characters.
    var name: String?
    var isPaired: Bool
    var isConnected: Bool
    var isTrusted: Bool
    /// In dBm; only while a search runs.
    var signal: Int?
    /// The class of device, 24 bits: what kind of thing it says it is.
    var deviceClass: Int?
    /// Known after pairing, and before where the device sends them along.
    var services: [String]
    var batteryPercent: Int?

    /// The longest name that the protocol allows, in bytes.
    private static let nameMax = 248

    init(path: String, _ properties: BlueZTree.Properties, battery: BlueZTree.Properties? = nil) {
        self.path = path
        adapter = properties["Adapter"]?.text ?? ""
        address = (properties["Address"]?.text ?? "").uppercased()
        // What a person called it in the system's settings comes as its alias; without either name that is the address.
        let alias = properties["Alias"]?.text ?? ""
        let isAliasAddress = alias == address.replacing(":", with: "-")
        let name = properties["Name"] == nil && isAliasAddress ? "" : alias
        self.name = name.isEmpty ? nil : String(name.prefix(BluetoothDevice.nameMax))
        isPaired = properties["Paired"]?.boolean ?? false
        isConnected = properties["Connected"]?.boolean ?? false
        isTrusted = properties["Trusted"]?.boolean ?? false
        signal = properties["RSSI"]?.number
        deviceClass = properties["Class"]?.number
        services = properties["UUIDs"]?.texts ?? []
        batteryPercent = battery?["Percentage"]?.number.flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// As the sources of readers name it.
    var reader: ReaderDevice {
        ReaderDevice(name: name ?? address, address: address, kind: .bluetooth)
    }
}
