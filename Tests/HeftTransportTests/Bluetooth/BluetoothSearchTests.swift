import BusDoubles
import Dispatch
import HeftTransport
import Testing

@Suite("A search for Bluetooth readers", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothSearchTests {
    private static let reader = BluetoothBench.reader
    private static let device = BluetoothBench.device

    private static func nearby(_ devices: String, _ more: String = "") -> String {
        #"{"nearby": [\#(devices)]\#(more)}"#
    }

    @Test("a reader nearby is found with its signal, and again whenever it is heard") func found() throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        let events = bench.search()
        try events.wait { $0 == .seen(ReaderSighting(Self.device, signal: -50, isPaired: false)) ? true : nil }
        bench.double.tell("hear \(BluetoothBench.address) -61")
        try events.wait { $0 == .seen(ReaderSighting(Self.device, signal: -61, isPaired: false)) ? true : nil }
        bench.source.stopDiscovery()
        try events.wait { $0 == .finished ? true : nil }
        #expect(
            bench.double.calls == ["SetDiscoveryFilter Transport=bredr", "StartDiscovery", "StopDiscovery"])
        // A search that is over hears nothing.
        #expect(events.all.last == .finished)
        #expect(bench.source.knownReaders.isEmpty, "it is neither paired nor connected")
    }

    @Test("a reader whose name comes later is found by its name then") func lateName() throws {
        let bench = try BluetoothBench(
            Self.nearby(#"{\#(Self.reader), "rssi": -50, "late_name": true}"#),
            filter: ReaderFilter(namePattern: "hilite*"))
        let events = bench.search()
        try bench.double.wait(for: "(appeared")
        bench.double.tell("name \(BluetoothBench.address) HiLite 8421")
        let first = try events.wait { if case .seen(let sighting) = $0 { sighting } else { nil } }
        #expect(first.device == Self.device)
    }

    @Test("paired and connected readers are listed at once, though they do not answer") func known() throws {
        let bench = try BluetoothBench(
            #"""
            {"known": [
                {\#(Self.reader), "paired": true, "battery": 80},
                {"address": "00:07:80:AB:11:77", "name": "HiLite 1177", "connected": true},
                {"address": "00:07:80:AB:22:22", "name": "HiLite 2222"}
            ]}
            """#)
        #expect(try bench.prepare() == nil)
        let held = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)
        let known = [
            ReaderSighting(held, isPaired: false, isHeld: true),
            ReaderSighting(Self.device, isPaired: true, batteryPercent: 80),
        ]
        #expect(bench.source.knownReaders == known)
        let events = bench.search()
        #expect(try events.wait(count: 2).prefix(2) == [.seen(known[0]), .seen(known[1])])
        #expect(bench.source.presentDevices.isEmpty)
    }

    @Test("a reader that goes away is lost") func lost() throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        let events = bench.search()
        try events.wait { if case .seen = $0 { true } else { nil } }
        bench.double.tell("vanish \(BluetoothBench.address)")
        try events.wait { $0 == .lost(Self.device) ? true : nil }
    }

    @Test("what is no reader is listed on request only") func others() throws {
        let bench = try BluetoothBench(
            Self.nearby(
                #"{\#(Self.reader), "rssi": -50}, "#
                    + #"{"address": "00:00:00:00:00:09", "name": "A telephone", "class": 5898764, "rssi": -40}"#))
        let telephone = ReaderDevice(name: "A telephone", address: "00:00:00:00:00:09", kind: .bluetooth)
        let events = bench.search()
        try events.wait { if case .seen(let sighting) = $0, sighting.device == Self.device { true } else { nil } }
        bench.source.listOthers(true)
        let seen = try events.wait { event -> ReaderSighting? in
            if case .seen(let sighting) = event, sighting.device == telephone { sighting } else { nil }
        }
        #expect(seen.isPaired == false)
    }

    // MARK: Ends

    @Test("a search ends by itself after its time") func limit() throws {
        let bench = try BluetoothBench("{}")
        let events = bench.search()
        bench.timers.fire(.seconds(20))
        #expect(try events.wait(count: 1) == [.finished])
        #expect(bench.double.calls.last == "StopDiscovery")
    }

    @Test("who searches while a search runs joins it, and both are told its end") func joined() throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        let first = bench.search()
        try first.wait { if case .seen = $0 { true } else { nil } }
        let second = bench.search()
        try second.wait { if case .seen = $0 { true } else { nil } }
        bench.source.stopDiscovery()
        for events in [first, second] { try events.wait { $0 == .finished ? true : nil } }
        #expect(bench.double.calls.filter { $0 == "StartDiscovery" }.count == 1)
    }

    @Test("a search can be repeated, and stopping without one does nothing") func again() throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        bench.source.stopDiscovery()
        for _ in 1...2 {
            let events = bench.search()
            try events.wait { if case .seen = $0 { true } else { nil } }
            bench.source.stopDiscovery()
            try events.wait { $0 == .finished ? true : nil }
        }
        #expect(bench.double.calls.filter { $0 == "StartDiscovery" }.count == 2)
        #expect(bench.double.calls.filter { $0 == "StopDiscovery" }.count == 2)
    }

    // MARK: What goes wrong

    @Test(
        "why nothing can be searched for is told, and the search is over",
        arguments: [
            (#"{"adapter": "none"}"#, SearchProblem.noAdapter), (#"{"adapter": "off"}"#, .adapterOff),
            (#"{"search_error": ["org.bluez.Error.InProgress", ""]}"#, .busy),
            (#"{"search_error": ["org.bluez.Error.NotReady", "Resource Not Ready"]}"#, .adapterOff),
            (#"{"search_error": ["org.bluez.Error.NotAuthorized", ""]}"#, .notPermitted),
        ])
    func problems(scenario: String, problem: SearchProblem) throws {
        let bench = try BluetoothBench(scenario)
        #expect(try bench.search().wait(count: 2) == [.problem(problem), .finished])
    }

    @Test("without a bus and without the service each search says so") func nobodyThere() throws {
        let bus = try PrivateBus()
        for address in ["unix:path=/nonexistent/bus", "nonsense", bus.address] {
            let source = BluetoothReaderSource(address: address, switches: .none)
            for _ in 1...2 {
                let events = Collector<DiscoveryEvent>()
                source.discover(on: DispatchQueue(label: "test.bluetooth"), handler: events.take)
                #expect(try events.wait(count: 2) == [.problem(.serviceNotRunning), .finished])
            }
        }
    }

    @Test(
        "an adapter that a switch holds down is blocked, also where the switch takes it away",
        arguments: ["off", "none"])
    func blocked(adapter: String) throws {
        let folder = try SwitchFolder(hard: "1")
        let bench = try BluetoothBench(#"{"adapter": "\#(adapter)"}"#, switches: folder.switches)
        #expect(try bench.search().wait(count: 2) == [.problem(.adapterBlocked), .finished])
    }

    @Test(
        "an adapter that goes while it searches ends the search",
        arguments: [("off", SearchProblem.adapterOff), ("unplug", .noAdapter)])
    func adapterGoes(command: String, problem: SearchProblem) throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        let events = bench.search()
        try events.wait { if case .seen = $0 { true } else { nil } }
        bench.double.tell(command)
        try events.wait { $0 == .finished ? true : nil }
        #expect(events.all.contains(.problem(problem)))
    }

    @Test("a service that ends while it searches ends the search, and the next finds it back") func crash() throws {
        let bench = try BluetoothBench(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        let events = bench.search()
        try events.wait { if case .seen = $0 { true } else { nil } }
        try bench.restartDouble(Self.nearby(#"{\#(Self.reader), "rssi": -50}"#))
        try events.wait { $0 == .finished ? true : nil }
        #expect(events.all.suffix(2) == [.problem(.serviceNotRunning), .finished])
        try bench.search().wait { if case .seen = $0 { true } else { nil } }
    }
}
