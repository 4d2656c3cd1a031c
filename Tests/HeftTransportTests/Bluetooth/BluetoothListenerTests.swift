import BusDoubles
import Dispatch
import HeftTransport
import Testing

@Suite(
    "A reader's side of Bluetooth links", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothListenerTests {
    private static let till = "00:00:00:00:00:07"

    /// A listener on a bus of its own, and who pairs with it.
    private final class Bench {
        let bus: PrivateBus
        var double: ServiceDouble
        let listener: BluetoothListener
        let timers = HandTimers()
        let queue = DispatchQueue(label: "test.bluetooth")
        let links = Collector<any ByteChannel>()
        let pairing = PairingInHand()

        init(_ scenario: String = "{}") throws {
            bus = try PrivateBus()
            double = try ServiceDouble(.bluetooth, on: bus, scenario)
            listener = BluetoothListener(
                name: "Simulated reader", timers: timers, address: bus.address, switches: .none)
        }

        func prepare() throws -> CloseReason? {
            let result = Collector<CloseReason?>()
            listener.prepare(on: queue, completion: result.take)
            return try result.wait(count: 1)[0]
        }

        func start() {
            listener.start(on: queue, handler: links.take)
        }

        func makeVisible(_ answer: PairingAnswer?) throws -> CloseReason? {
            let result = Collector<CloseReason?>()
            listener.makeVisible(
                forSeconds: 120, on: queue,
                ask: { [events = pairing.events] event in
                    events.take(event)
                    if case .asked(_, let reply) = event, let answer { reply(answer) }
                }, completion: result.take)
            return try result.wait(count: 1)[0]
        }
    }

    @Test("links of tills are handed over, and bytes go both ways") func links() throws {
        let bench = try Bench()
        #expect(try bench.prepare() == nil)
        #expect(bench.listener.address == "bt:00:01:02:03:04:05")
        bench.start()
        for count in 1...2 {
            bench.double.tell("incoming \(Self.till)")
            let channel = try bench.links.wait(count: count)[count - 1]
            let recorder = ChannelRecorder()
            channel.open(on: bench.queue, handler: recorder.take)
            channel.write([1, 2, 3])
            recorder.wait { $0.bytes == [1, 2, 3] }
            channel.close()
            recorder.waitUntilClosed()
        }
        try bench.double.wait(for: "RegisterProfile 1101 server")
        #expect(bench.double.calls.filter { $0.hasPrefix("RegisterProfile") }.count == 1)
    }

    @Test("a link that comes before anybody waits for it is refused") func early() throws {
        let bench = try Bench()
        #expect(try bench.prepare() == nil)
        bench.double.tell("incoming \(Self.till)")
        try bench.double.wait(for: "link refused: org.bluez.Error.Rejected")
    }

    @Test("a listener that was stopped gives the service back, and its links stay") func stop() throws {
        let bench = try Bench()
        #expect(try bench.prepare() == nil)
        bench.start()
        bench.double.tell("incoming \(Self.till)")
        let channel = try bench.links.wait(count: 1)[0]
        let recorder = ChannelRecorder()
        channel.open(on: bench.queue, handler: recorder.take)
        bench.listener.stop()
        bench.listener.stop()
        try bench.double.wait(for: "UnregisterProfile")
        channel.write([1])
        recorder.wait { $0.bytes == [1] }
        #expect(try bench.prepare() == .closedHere)
    }

    // MARK: Being found

    @Test("a computer that is made visible asks a person about each till that pairs", arguments: [true, false])
    func visible(isWelcome: Bool) throws {
        let bench = try Bench()
        #expect(try bench.makeVisible(isWelcome ? .accept : .reject) == nil)
        for call in ["RegisterAgent", "RequestDefaultAgent", "Set DiscoverableTimeout 120", "Set Discoverable 1"] {
            try bench.double.wait(for: call)
        }
        bench.double.tell("pair-here \(Self.till)")
        try bench.double.wait(for: isWelcome ? "agreed" : "agent: org.bluez.Error.Rejected")
        #expect(bench.pairing.questions == [.confirmPasskey(4711)])
        let (question, _) = try bench.pairing.waitForQuestion()
        #expect(question.device == ReaderDevice(name: "A till", address: Self.till, kind: .bluetooth))
    }

    @Test("a computer that hides takes its question back and is asked no more") func hide() throws {
        let bench = try Bench()
        #expect(try bench.makeVisible(nil) == nil)
        bench.double.tell("pair-here \(Self.till)")
        let (question, _) = try bench.pairing.waitForQuestion()
        bench.listener.hide()
        try bench.double.wait(for: "UnregisterAgent")
        try bench.double.wait(for: "Set Discoverable 0")
        try bench.pairing.events.wait { event in
            if case .withdrawn(question.number) = event { true } else { nil }
        }
    }

    // MARK: What goes wrong

    @Test(
        "why no link can come is told",
        arguments: [
            (#"{"adapter": "none"}"#, CloseReason.adapter(.noAdapter)), (#"{"adapter": "off"}"#, .adapter(.adapterOff)),
            (#"{"profile_error": ["org.bluez.Error.NotPermitted", "UUID already registered"]}"#, .busy),
        ])
    func refusals(scenario: String, reason: CloseReason) throws {
        let bench = try Bench(scenario)
        #expect(try bench.prepare() == reason)
        #expect(try bench.makeVisible(nil) == reason)
    }

    @Test("without a bus nothing can come, and it is tried again, less and less often") func noBus() throws {
        let timers = HandTimers()
        let listener = BluetoothListener(
            name: "Simulated reader", timers: timers, address: "unix:path=/nonexistent/bus", switches: .none)
        listener.start(on: DispatchQueue(label: "test.bluetooth")) { _ in }
        for seconds in [1, 2, 4, 8, 16, 30, 30] { timers.fire(.seconds(seconds)) }
        listener.stop()
    }

    @Test("a service that restarts gets the profile again") func restart() throws {
        let bench = try Bench()
        #expect(try bench.prepare() == nil)
        bench.start()
        bench.double.kill()
        bench.timers.fire(.seconds(1))
        bench.timers.fire(.seconds(2))
        bench.double = try ServiceDouble(.bluetooth, on: bench.bus, "{}")
        bench.timers.fire(.seconds(4))
        try bench.double.wait(for: "RegisterProfile 1101 server")
        bench.double.tell("incoming \(Self.till)")
        #expect(try bench.links.wait(count: 1).count == 1)
    }

    @Test("a profile that the service drops is registered again") func released() throws {
        let bench = try Bench()
        #expect(try bench.prepare() == nil)
        bench.start()
        bench.double.tell("release")
        try bench.double.wait(for: "released")
        bench.timers.fire(.seconds(1))
        try bench.double.wait(for: "RegisterProfile", after: 1)
    }
}
