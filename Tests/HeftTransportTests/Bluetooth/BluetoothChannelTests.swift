import BusDoubles
import Dispatch
import HeftTransport
import Synchronization
import Testing

@Suite("A channel to a Bluetooth reader", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothChannelTests {
    private static let reader = BluetoothBench.reader

    private static func paired(_ more: String) -> String {
        #"{"known": [{\#(reader), "paired": true, "trusted": true}], \#(more)}"#
    }

    @Test(
        "a paired reader is connected to, whichever of link and answer comes first, and bytes go both ways",
        arguments: ["link-first", "answer-first"])
    func exchange(order: String) throws {
        let bench = try BluetoothBench(Self.paired(#""connect": "\#(order)""#))
        let (channel, recorder) = try bench.connect()
        #expect(recorder.all == [.opened])
        // More than a socket holds, so that writing has to wait.
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) }
        for start in stride(from: 0, to: bytes.count, by: 10_000) {
            channel.write(Array(bytes[start..<start + 10_000]))
        }
        recorder.wait { $0.bytes.count >= bytes.count }
        #expect(recorder.bytes == bytes)
    }

    @Test("a channel that is closed ends the link although the service has a copy of it, and gives the profile back")
    func closing() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        channel.close()
        recorder.waitUntilClosed()
        #expect(recorder.closeReason == .closedHere)
        try bench.double.wait(for: "UnregisterProfile")
        #expect(
            bench.double.calls == ["RegisterProfile 1101 client", "ConnectProfile", "linked", "UnregisterProfile"])
    }

    @Test("a reader that is not trusted yet is, so that the service keeps it") func trust() throws {
        let bench = try BluetoothBench(#"{"known": [{\#(Self.reader), "paired": true}]}"#)
        let (channel, _) = try bench.connect()
        channel.close()
        #expect(bench.double.calls.first == "Set Trusted 1")
    }

    @Test("a link that breaks ends the channel, and the reader can be connected to again") func loss() throws {
        let bench = try BluetoothBench(Self.paired(#""link": "silent""#))
        let (channel, recorder) = try bench.connect()
        // Bytes that nobody has read when the link goes are what tells a break from an end.
        channel.write([1, 2, 3])
        bench.double.tell("drop")
        recorder.waitUntilClosed()
        #expect([.reset, .peerClosed].contains(recorder.closeReason))
        let (again, second) = try bench.connect()
        #expect(second.all == [.opened])
        again.close()
    }

    @Test("a reader takes one channel; another is told that it is busy, and the first goes on") func second() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        #expect(try bench.refusal() == .busy)
        channel.write([1, 2, 3])
        recorder.wait { $0.bytes == [1, 2, 3] }
        channel.close()
        recorder.waitUntilClosed()
        try bench.double.wait(for: "UnregisterProfile")
        #expect(try bench.refusal() == nil)
    }

    // MARK: Order

    @Test("a search is over before the reader is connected to") func searchFirst() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let events = bench.search()
        try bench.double.wait(for: "StartDiscovery")
        let (channel, recorder) = try bench.connect()
        #expect(recorder.all == [.opened])
        channel.close()
        try events.wait { $0 == .finished ? true : nil }
        let calls = bench.double.calls
        let stop = try #require(calls.firstIndex(of: "StopDiscovery"))
        let connect = try #require(calls.firstIndex(of: "ConnectProfile"))
        #expect(stop < connect)
    }

    @Test("an unpaired reader is paired first, where a person can be asked") func pairing() throws {
        let bench = try BluetoothBench(#"{"known": [{\#(Self.reader)}], "pairing": "pin", "pin": "0000"}"#)
        let asked = Collector<PairingQuestion>()
        bench.source.askWhenConnecting(on: bench.queue) { event in
            guard case .asked(let question, let answer) = event else { return }
            asked.take(question)
            answer(.text("0000"))
        }
        let (channel, recorder) = try bench.connect()
        #expect(recorder.all == [.opened])
        #expect(asked.all.map(\.kind) == [.enterPIN])
        #expect(asked.all.map(\.device) == [BluetoothBench.device])
        channel.close()
    }

    @Test("an unpaired reader is not connected to where nobody can be asked") func nobodyToAsk() throws {
        let bench = try BluetoothBench(#"{"known": [{\#(Self.reader)}], "pairing": "pin", "pin": "0000"}"#)
        #expect(try bench.refusal() == .notPaired(.needed))
        #expect(bench.double.calls.isEmpty)
    }

    @Test("a search goes on while an unpaired reader is asked for in vain") func searchGoesOn() throws {
        let bench = try BluetoothBench(#"{"known": [{\#(Self.reader)}]}"#)
        _ = bench.search()
        try bench.double.wait(for: "StartDiscovery")
        #expect(try bench.refusal() == .notPaired(.needed))
        #expect(!bench.double.calls.contains("StopDiscovery"))
    }

    @Test(
        "a link that the end of the connection before takes with it is tried again, once",
        arguments: [(1, CloseReason?.none), (2, .reset)])
    func overtaken(times: Int, reason: CloseReason?) throws {
        let bench = try BluetoothBench(Self.paired(#""overtaken": \#(times)"#))
        #expect(try bench.refusal() == reason)
        #expect(bench.double.calls.filter { $0 == "ConnectProfile" }.count == 2)
    }

    // MARK: What goes wrong

    @Test(
        "what the service says is told by what a person can do about it",
        arguments: [
            (#""connect_error": ["org.bluez.Error.Failed", "br-connection-page-timeout"]"#, CloseReason.timedOut),
            (#""connect_error": ["org.bluez.Error.Failed", "br-connection-refused"]"#, .turnedAway),
            (
                #""connect_error": ["org.bluez.Error.NotAvailable", "br-connection-profile-unavailable"]"#,
                .noSerialService
            ),
            (#""connect_error": ["org.bluez.Error.AuthenticationFailed", ""]"#, .notPaired(.lostByReader)),
            (#""profile_error": ["org.bluez.Error.InProgress", ""]"#, .adapter(.busy)),
        ])
    func refusals(knob: String, reason: CloseReason) throws {
        let bench = try BluetoothBench(Self.paired(knob))
        // Nothing is left behind that would keep the next attempt from its chance.
        for _ in 1...2 {
            let refusal = try bench.refusal()
            #expect(refusal == reason)
        }
    }

    @Test(
        "an adapter that is missing, off or blocked is told as such",
        arguments: [("none", SearchProblem.noAdapter), ("off", .adapterOff)])
    func adapter(state: String, problem: SearchProblem) throws {
        let bench = try BluetoothBench(Self.paired(#""adapter": "\#(state)""#))
        #expect(try bench.refusal() == .adapter(problem))
    }

    @Test("an adapter that a switch holds down is blocked") func blocked() throws {
        let folder = try SwitchFolder(soft: "1")
        let bench = try BluetoothBench(Self.paired(#""adapter": "off""#), switches: folder.switches)
        #expect(try bench.refusal() == .adapter(.adapterBlocked))
    }

    @Test("a reader that the service does not know has to be searched for") func unknown() throws {
        let bench = try BluetoothBench("{}")
        #expect(try bench.refusal() == .unknownReader)
    }

    @Test("a link that does not come is given up, and called off") func noLink() throws {
        let bench = try BluetoothBench(Self.paired(#""connect": "no-link""#))
        let (_, recorder) = try bench.open()
        bench.timers.fire(.seconds(5))
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.timedOut)])
        try bench.double.wait(for: "DisconnectProfile")
    }

    @Test("a channel that is closed while it is opened calls the connection off") func closedEarly() throws {
        let bench = try BluetoothBench(Self.paired(#""connect": "hang""#))
        let (channel, recorder) = try bench.open()
        try bench.double.wait(for: "ConnectProfile")
        channel.close()
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.closedHere)])
        try bench.double.wait(for: "DisconnectProfile")
    }

    @Test("a reader that is removed while it is connected to is gone") func removed() throws {
        let bench = try BluetoothBench(Self.paired(#""connect": "hang""#))
        let (_, recorder) = try bench.open()
        try bench.double.wait(for: "ConnectProfile")
        bench.double.tell("vanish \(BluetoothBench.address)")
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.unknownReader)])
    }

    // MARK: The service and the bus

    @Test("without a bus, without the service and without permission nothing is connected to, and each is told")
    func nobodyThere() throws {
        let nowhere = BluetoothReaderSource(address: "unix:path=/nonexistent/bus", switches: .none)
        #expect(try Self.refusal(of: nowhere) == .adapter(.serviceNotRunning))
        let empty = try PrivateBus()
        #expect(
            try Self.refusal(of: BluetoothReaderSource(address: empty.address, switches: .none))
                == .adapter(.serviceNotRunning))
        let denying = try PrivateBus(policy: #"<deny send_destination="org.bluez"/>"#)
        let double = try ServiceDouble(.bluetooth, on: denying, BluetoothBench.paired)
        #expect(
            try Self.refusal(of: BluetoothReaderSource(address: denying.address, switches: .none))
                == .adapter(.notPermitted))
        #expect(double.calls.isEmpty)
    }

    private static func refusal(of source: BluetoothReaderSource) throws -> CloseReason? {
        let channel = try #require(source.channel(to: BluetoothBench.device))
        let recorder = ChannelRecorder()
        channel.open(on: DispatchQueue(label: "test.bluetooth"), handler: recorder.take)
        recorder.wait { !$0.all.isEmpty }
        return recorder.closeReason
    }

    @Test("a service that crashes while it connects is told as lost, and works when it is back") func crash() throws {
        let bench = try BluetoothBench(Self.paired(#""connect": "hang""#))
        let (_, recorder) = try bench.open()
        try bench.double.wait(for: "ConnectProfile")
        try bench.restartDouble(BluetoothBench.paired)
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.serviceLost)])
        #expect(try bench.refusal() == nil)
    }

    @Test("a link outlives the service, and the profile is registered anew for the next") func restart() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        try bench.restartDouble(BluetoothBench.paired)
        #expect(try bench.prepare() == nil)
        channel.write([1, 2, 3])
        recorder.wait { $0.bytes == [1, 2, 3] }
        channel.close()
        recorder.waitUntilClosed()
        #expect(try bench.refusal() == nil)
        #expect(bench.double.calls.prefix(2) == ["RegisterProfile 1101 client", "ConnectProfile"])
    }

    @Test("a service that starts has a moment to tell its adapter") func lateAdapter() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        #expect(try bench.prepare() == nil)
        try bench.restartDouble(#"{"adapter": "none"}"#)
        let (channel, recorder) = try bench.open()
        bench.double.tell("plug")
        recorder.wait { !$0.all.isEmpty }
        #expect(recorder.all == [.closed(.adapter(.adapterOff))])
        channel.close()
    }

    @Test("a service that starts without an adapter has none after that moment") func noLateAdapter() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        #expect(try bench.prepare() == nil)
        try bench.restartDouble(#"{"adapter": "none"}"#)
        let (_, recorder) = try bench.open()
        bench.timers.fire(.seconds(2))
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.adapter(.noAdapter))])
    }

    @Test("a link outlives the bus") func busEnds() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        let changes = Collector<BluetoothReaderSource.Change>()
        bench.source.observe(on: bench.queue, changes.take)
        try bench.bus.end()
        try changes.wait { $0 == .adapter(.serviceNotRunning) ? true : nil }
        channel.write([1, 2, 3])
        recorder.wait { $0.bytes == [1, 2, 3] }
        channel.close()
        recorder.waitUntilClosed()
        #expect(recorder.closeReason == .closedHere)
    }

    @Test("nobody but the service may call the profile, or say what there is") func stranger() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        bench.double.tell("intrude")
        try bench.double.wait(for: "kept out: org.freedesktop.DBus.Error.AccessDenied")
        #expect(bench.source.knownReaders.map(\.device) == [BluetoothBench.device])
        channel.write([1])
        recorder.wait { $0.bytes == [1] }
        channel.close()
    }

    // MARK: Without the profile

    @Test("where another program has the serial profile, the kernel connects without it") func direct() throws {
        let asked = Collector<String>()
        let bench = try BluetoothBench(
            Self.paired(#""profile_error": ["org.bluez.Error.NotPermitted", "UUID already registered"]"#),
            directLink: { address in
                asked.take(address)
                return NoLink()
            })
        // What the kernel says is what is told.
        #expect(try bench.refusal() == .busy)
        #expect(asked.all == [BluetoothBench.address])
    }
}
