import BusDoubles
import Dispatch
import HeftTransport
import Testing

@Suite("The Bluetooth adapter", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothSourceTests {
    @Test("an adapter that is off is switched on") func powerOn() throws {
        let bench = try BluetoothBench(#"{"adapter": "off", "known": [{\#(BluetoothBench.reader), "paired": true}]}"#)
        #expect(try bench.prepare() == .adapterOff)
        #expect(try bench.powerOn() == nil)
        #expect(bench.double.calls == ["Set Powered 1"])
        #expect(try bench.prepare() == nil)
        #expect(try bench.powerOn() == nil)
        #expect(bench.double.calls == ["Set Powered 1"], "it was on")
        #expect(try bench.refusal() == nil)
    }

    @Test(
        "why an adapter stays off is told",
        arguments: [
            (#""power_error": ["org.bluez.Error.Failed", "Failed"]"#, true, SearchProblem.adapterBlocked),
            (#""power_error": ["org.bluez.Error.Blocked", "Blocked through rfkill"]"#, false, .adapterBlocked),
            (#""power_error": ["org.bluez.Error.Failed", "Failed"]"#, false, .busy),
            (#""power_error": ["org.freedesktop.DBus.Error.AccessDenied", ""]"#, false, .notPermitted),
        ])
    func staysOff(knob: String, isBlocked: Bool, problem: SearchProblem) throws {
        let folder = try SwitchFolder(soft: isBlocked ? "1" : "0")
        let bench = try BluetoothBench(#"{"adapter": "off", \#(knob)}"#, switches: folder.switches)
        #expect(try bench.powerOn() == problem)
    }

    @Test("a computer without an adapter has none to switch on") func nothingToSwitchOn() throws {
        #expect(try BluetoothBench(#"{"adapter": "none"}"#).powerOn() == .noAdapter)
    }

    @Test("a reader is forgotten without being there, and what is not known is forgotten already") func forget() throws
    {
        let bench = try BluetoothBench(BluetoothBench.paired)
        #expect(try bench.prepare() == nil)
        let changes = Collector<BluetoothReaderSource.Change>()
        bench.source.observe(on: bench.queue, changes.take)
        bench.source.forget(ReaderDevice(name: "", address: "00:00:00:00:00:01", kind: .bluetooth))
        bench.source.forget(ReaderDevice(name: "", address: BluetoothBench.address, kind: .wired))
        bench.source.forget(ReaderDevice(name: "", address: BluetoothBench.address.lowercased(), kind: .bluetooth))
        #expect(try changes.wait(count: 1) == [.readers([])])
        try bench.double.wait(for: "RemoveDevice")
        #expect(bench.double.calls == ["RemoveDevice \(BluetoothBench.address)"])
        #expect(bench.source.knownReaders.isEmpty)
    }

    @Test("who forgets a reader is told when that is done, or why it is not") func forgotten() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        #expect(try bench.forget() == nil)
        #expect(bench.double.calls == ["RemoveDevice \(BluetoothBench.address)"])
        #expect(try bench.forget() == nil, "nothing is kept any more")
        let kept = try BluetoothBench(
            #"{"known": [{\#(BluetoothBench.reader)}], "remove_error": ["org.bluez.Error.NotReady", ""]}"#)
        #expect(try kept.forget() == .adapterOff)
        let nobody = BluetoothReaderSource(address: "unix:path=/nonexistent/bus", switches: .none)
        let result = Collector<SearchProblem?>()
        nobody.forget(BluetoothBench.address, on: bench.queue, completion: result.take)
        #expect(try result.wait(count: 1)[0] == .serviceNotRunning)
    }

    @Test("changes of the adapter and of what is known are told") func changes() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        #expect(try bench.prepare() == nil)
        let changes = Collector<BluetoothReaderSource.Change>()
        bench.source.observe(on: bench.queue, changes.take)
        bench.double.tell("off")
        try changes.wait { $0 == .adapter(.adapterOff) ? true : nil }
        bench.double.tell("unplug")
        try changes.wait { $0 == .readers([]) ? true : nil }
        try changes.wait { $0 == .adapter(.noAdapter) ? true : nil }
        bench.double.kill()
        try changes.wait { $0 == .adapter(.serviceNotRunning) ? true : nil }
    }

    @Test("a reader whose link is ours is not held by somebody else, also for the seconds after") func held() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (channel, recorder) = try bench.connect()
        #expect(bench.source.knownReaders.map(\.isHeld) == [false])
        channel.close()
        recorder.waitUntilClosed()
        try bench.double.wait(for: "UnregisterProfile")
        #expect(bench.source.knownReaders.map(\.isHeld) == [false])
    }

    @Test("a device of another kind is none of its own") func otherKinds() throws {
        let source = BluetoothReaderSource(address: "unix:path=/nonexistent/bus", switches: .none)
        let device = ReaderDevice(name: "HiPro", address: BluetoothBench.address, kind: .wired)
        #expect(source.channel(to: device) == nil)
        #expect(source.pair(device, on: .main, ask: { _ in }, completion: { _ in }) == nil)
    }

    @Test("a source that is let go of leaves the bus") func letGo() throws {
        let bus = try PrivateBus()
        let double = try ServiceDouble(.bluetooth, on: bus, BluetoothBench.paired)
        do {
            let source = BluetoothReaderSource(timers: HandTimers(), address: bus.address, switches: .none)
            let done = Collector<SearchProblem?>()
            source.prepare(on: DispatchQueue(label: "test.bluetooth"), completion: done.take)
            #expect(try done.wait(count: 1) == [nil])
        }
        double.tell("watch")
        try double.wait(for: "alone")
    }
}
