import Testing

@testable import HeftTransport

@Suite("What the Bluetooth service tells") struct BlueZTreeTests {
    private static let adapter = "/org/bluez/hci0"
    private static let path = "/org/bluez/hci0/dev_00_07_80_AB_84_21"

    private static let properties: [String: BusValue] = [
        "Address": .string("00:07:80:ab:84:21"), "Alias": .string("HiLite 8421"), "Name": .string("HiLite 8421"),
        "Adapter": .objectPath(adapter), "Paired": .boolean(true), "Class": .uint32(0x1F00), "RSSI": .int16(-50),
        "UUIDs": .array([.string("00001101-0000-1000-8000-00805f9b34fb")]),
    ]

    private static func added(_ path: String, _ interface: String, _ properties: [String: BusValue]) -> [BusValue] {
        [.objectPath(path), .dictionary([interface: .dictionary(properties)])]
    }

    private static func tree(adapters: [String: Bool] = [adapter: true]) -> BlueZTree {
        var tree = BlueZTree()
        for (path, isPowered) in adapters {
            _ = tree.interfacesAdded(added(path, "org.bluez.Adapter1", ["Powered": .boolean(isPowered)]))
        }
        _ = tree.interfacesAdded(added(path, "org.bluez.Device1", properties))
        return tree
    }

    @Test("a device is read with all it says of itself") func device() throws {
        let device = try #require(Self.tree().device(address: "00:07:80:AB:84:21"))
        #expect(device.reader == ReaderDevice(name: "HiLite 8421", address: "00:07:80:AB:84:21", kind: .bluetooth))
        #expect(device.isPaired && !device.isConnected && !device.isTrusted)
        #expect(device.signal == -50)
        #expect(device.deviceClass == 0x1F00)
        #expect(device.services == [ReaderFilter.serialService])
        #expect(device.adapter == Self.adapter)
    }

    @Test("a device without a name of its own goes by its address until a name comes") func name() throws {
        var tree = Self.tree()
        var properties = Self.properties
        properties["Name"] = nil
        properties["Alias"] = .string("00-07-80-AB-84-21")
        _ = tree.interfacesAdded(Self.added(Self.path, "org.bluez.Device1", properties))
        #expect(tree.device(at: Self.path)?.reader.name == "00:07:80:AB:84:21")
        let named: [BusValue] = [
            .string("org.bluez.Device1"), .dictionary(["Name": .string("x"), "Alias": .string("By the door")]),
            .array([]),
        ]
        #expect(tree.propertiesChanged(at: Self.path, named) == .device(Self.path, isSeen: false))
        #expect(tree.device(at: Self.path)?.reader.name == "By the door")
    }

    @Test("a signal strength that comes says that the device was heard, and one that goes that it was not")
    func signal() {
        var tree = Self.tree()
        let heard: [BusValue] = [
            .string("org.bluez.Device1"), .dictionary(["RSSI": .int16(-61)]), .array([]),
        ]
        #expect(tree.propertiesChanged(at: Self.path, heard) == .device(Self.path, isSeen: true))
        #expect(tree.device(at: Self.path)?.signal == -61)
        let over: [BusValue] = [.string("org.bluez.Device1"), .dictionary([:]), .array([.string("RSSI")])]
        #expect(tree.propertiesChanged(at: Self.path, over) == .device(Self.path, isSeen: false))
        #expect(tree.device(at: Self.path)?.signal == nil)
    }

    @Test("what goes is told with what it was") func gone() throws {
        var tree = Self.tree()
        let device = try #require(tree.device(at: Self.path))
        let gone: [BusValue] = [.objectPath(Self.path), .array([.string("org.bluez.Device1")])]
        #expect(tree.interfacesRemoved(gone) == .deviceGone(device))
        #expect(tree.interfacesRemoved(gone) == nil)
        #expect(
            tree.interfacesRemoved([.objectPath(Self.adapter), .array([.string("org.bluez.Adapter1")])])
                == .adapterGone(Self.adapter))
        #expect(tree == BlueZTree())
    }

    @Test("of several adapters the first that is on is used, and its view of a device counts") func adapters() {
        var tree = Self.tree(adapters: [Self.adapter: false, "/org/bluez/hci1": true])
        #expect(tree.adapter?.path == "/org/bluez/hci1")
        var other = Self.properties
        other["Adapter"] = .objectPath("/org/bluez/hci1")
        other["Paired"] = .boolean(false)
        let path = "/org/bluez/hci1/dev_00_07_80_AB_84_21"
        _ = tree.interfacesAdded(Self.added(path, "org.bluez.Device1", other))
        #expect(tree.device(address: "00:07:80:AB:84:21")?.path == path)
        #expect(Self.tree(adapters: [Self.adapter: false]).adapter?.path == Self.adapter)
    }

    @Test(
        "a battery is one of 0 to 100 percent, or none", arguments: [(80, 80), (0, 0), (255, nil)] as [(UInt8, Int?)])
    func battery(percent: UInt8, read: Int?) {
        var tree = Self.tree()
        let change = tree.interfacesAdded(
            Self.added(Self.path, "org.bluez.Battery1", ["Percentage": .byte(percent)]))
        #expect(change == .device(Self.path, isSeen: false))
        #expect(tree.device(at: Self.path)?.batteryPercent == read)
    }

    @Test(
        "a signal that is not what its interface says changes nothing",
        arguments: [
            [], [.string("x")], [.uint32(1), .dictionary([:])], [.objectPath("/a"), .array([])],
            [.objectPath("/a"), .otherDictionary], [.string("org.bluez.Device1"), .string("x"), .array([])],
            [.string("org.bluez.Other"), .dictionary(["a": .byte(1)]), .array([])],
        ] as [[BusValue]])
    func malformed(arguments: [BusValue]) {
        var tree = Self.tree()
        let before = tree
        #expect(tree.interfacesAdded(arguments) == nil)
        #expect(tree.interfacesRemoved(arguments) == nil)
        #expect(tree.propertiesChanged(at: Self.path, arguments) == nil)
        #expect(tree == before)
    }

    @Test("properties of a type that is not theirs are as if they were not there") func wrongTypes() throws {
        let wrong = Self.properties.mapValues { _ in BusValue.double(1) }
        let device = BluetoothDevice(path: Self.path, wrong)
        #expect(device.address == "")
        #expect(device.name == nil)
        #expect(device.signal == nil && device.deviceClass == nil && device.services.isEmpty && !device.isPaired)
    }

    @Test("a service that tells objects without end fills no memory") func flood() {
        var tree = BlueZTree()
        for number in 0..<BlueZTree.objectsMax + 10 {
            _ = tree.interfacesAdded(Self.added("/\(number)", "org.bluez.Device1", [:]))
        }
        #expect(tree.devices.count == BlueZTree.objectsMax)
    }
}

@Suite("Which devices count as readers") struct ReaderFilterTests {
    private static func device(_ name: String?, class number: Int? = nil, services: [String] = []) -> BluetoothDevice {
        var properties: [String: BusValue] = ["Address": .string("00:07:80:AB:84:21")]
        if let name { properties["Name"] = .string(name) }
        properties["Alias"] = .string(name ?? "00-07-80-AB-84-21")
        if let number { properties["Class"] = .uint32(UInt32(number)) }
        properties["UUIDs"] = .array(services.map(BusValue.string))
        return BluetoothDevice(path: "/", properties)
    }

    @Test(
        "a name is held against a pattern of stars and question marks, whatever the case",
        arguments: [
            ("*", "anything", true), ("*", nil, true), ("HiLite*", "hilite 8421", true),
            ("HiLite*", "My HiLite", false),
            ("*lite*", "My HiLite 2", true), ("HiLite ????", "HiLite 8421", true), ("HiLite ????", "HiLite 842", false),
            ("", "x", false), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("HiLite*", nil, false),
            ("**", "", true), ("?", "é", true),
        ] as [(String, String?, Bool)])
    func names(pattern: String, name: String?, isReader: Bool) {
        #expect(ReaderFilter(namePattern: pattern).admits(Self.device(name)) == isReader)
    }

    @Test(
        "a device that calls itself something else is none, unless it offers a serial service",
        arguments: [
            (0x1F00, [], true), (0x5A020C, [], false), (0x5A020C, [ReaderFilter.serialService], true),
            (0x240404, [], false),
            (0x0540, [], false), (0x0580, [], false), (0x0518, [], true), (0x0000, [], true), (0xFF_FFFF, [], true),
        ] as [(Int, [String], Bool)])
    func classes(number: Int, services: [String], isReader: Bool) {
        let device = Self.device("x", class: number, services: services)
        #expect(ReaderFilter().admits(device) == isReader)
        #expect(ReaderFilter(includesOthers: true).admits(device))
    }

    @Test("a pattern that backtracks a great deal comes to an end at once") func backtracking() {
        let filter = ReaderFilter(namePattern: String(repeating: "a*", count: 20) + "b")
        #expect(!filter.admits(Self.device(String(repeating: "a", count: 240))))
    }
}

@Suite("The switches of radios") struct RadioSwitchesTests {
    @Test(
        "Bluetooth is blocked by its own switches alone",
        arguments: [
            ("bluetooth", "0", "0", false), ("bluetooth", "1", "0", true), ("bluetooth", "0", "1", true),
            ("wlan", "1", "1", false),
        ])
    func blocked(type: String, soft: String, hard: String, isBlocked: Bool) throws {
        let folder = try SwitchFolder(type: type, soft: soft, hard: hard)
        #expect(folder.switches.isBluetoothBlocked == isBlocked)
        try folder.add("rfkill1", type: "bluetooth", soft: "1", hard: "0")
        #expect(folder.switches.isBluetoothBlocked)
    }

    @Test("a computer without switches blocks nothing") func none() {
        #expect(!RadioSwitches.none.isBluetoothBlocked)
    }
}
