import BusDoubles
import Dispatch
import HeftTransport
import Testing

@Suite("The computer's sleep", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct ComputerSleepTests {
    private struct Bench {
        let bus: PrivateBus
        let double: ServiceDouble
        let sleep: ComputerSleep
        let events = Collector<ComputerSleep.Event>()
        let queue = DispatchQueue(label: "test.sleep")

        init(_ scenario: String = "{}") throws {
            bus = try PrivateBus()
            double = try ServiceDouble(.login, on: bus, scenario)
            sleep = ComputerSleep(address: bus.address)
            sleep.observe(on: queue, events.take)
        }

        /// Waits until everything that was asked of it before has been taken in, and answered.
        func settle() throws -> Bool? {
            let power = Collector<Bool?>()
            sleep.isOnExternalPower(on: queue, completion: power.take)
            return try power.wait(count: 1)[0]
        }
    }

    @Test("is put off by a lock that says who and why, and let be when nobody needs it put off")
    func block() throws {
        let bench = try Bench()
        bench.sleep.hold([.block])
        try #expect(
            bench.double.wait(for: "Inhibit")
                == "Inhibit sleep Till block A card payment or a reader's update is under way")
        bench.sleep.hold([.block])
        _ = try bench.settle()
        bench.sleep.hold([])
        try bench.double.wait(for: "released block")
        // Once more, for the next payment.
        bench.sleep.hold([.block])
        try bench.double.wait(for: "Inhibit", after: 1)
        #expect(bench.double.calls.count { $0.hasPrefix("Inhibit") } == 2)
    }

    @Test("each way of putting it off is held by itself") func both() throws {
        let bench = try Bench()
        bench.sleep.hold([.delay])
        try bench.double.wait(for: "Inhibit sleep Till delay")
        bench.sleep.hold([.delay, .block])
        try bench.double.wait(for: "Inhibit sleep Till block")
        bench.sleep.hold([.delay])
        try bench.double.wait(for: "released block")
        _ = try bench.settle()
        #expect(!bench.double.calls.contains("released delay"))
        bench.sleep.hold([])
        try bench.double.wait(for: "released delay")
    }

    @Test("a lock that comes when nobody wants it any more is given back at once") func late() throws {
        let bench = try Bench(#"{"slow": ["block"]}"#)
        bench.sleep.hold([.block])
        try bench.double.wait(for: "Inhibit")
        bench.sleep.hold([])
        _ = try bench.settle()
        bench.double.tell("give")
        try bench.double.wait(for: "released block")
    }

    @Test("a lock that is wanted again before it came is asked for once") func again() throws {
        let bench = try Bench(#"{"slow": ["block"]}"#)
        bench.sleep.hold([.block])
        try bench.double.wait(for: "Inhibit")
        bench.sleep.hold([])
        bench.sleep.hold([.block])
        _ = try bench.settle()
        bench.double.tell("give")
        _ = try bench.settle()
        #expect(bench.double.calls.filter { !$0.hasPrefix("Get") }.count == 1)
        bench.sleep.hold([])
        try bench.double.wait(for: "released block")
    }

    @Test("who may not block it delays it all the same") func refused() throws {
        let bench = try Bench(#"{"refused": ["block"]}"#)
        bench.sleep.hold([.block, .delay])
        try bench.double.wait(for: "Inhibit sleep Till delay")
        _ = try bench.settle()
        bench.sleep.hold([])
        try bench.double.wait(for: "released delay")
        #expect(!bench.double.calls.contains("released block"))
    }

    @Test("is told when it comes and when it is over, once each") func told() throws {
        let bench = try Bench()
        bench.sleep.hold([.delay])
        _ = try bench.settle()
        for command in ["sleep", "sleep", "wake", "wake", "sleep"] { bench.double.tell(command) }
        #expect(try bench.events.wait(count: 3) == [.begins, .isOver, .begins])
    }

    @Test("is told by the service alone") func intruder() throws {
        let bench = try Bench()
        bench.sleep.hold([.delay])
        _ = try bench.settle()
        bench.double.tell("intrude")
        try bench.double.wait(for: "(intruded)")
        _ = try bench.settle()
        #expect(bench.events.all.isEmpty)
        bench.double.tell("sleep")
        #expect(try bench.events.wait(count: 1) == [.begins])
    }

    @Test("a service or a bus that ends in the middle of it ends it", arguments: [true, false])
    func ended(isBus: Bool) throws {
        let bench = try Bench()
        bench.sleep.hold([.delay])
        _ = try bench.settle()
        bench.double.tell("sleep")
        try bench.events.wait(count: 1)
        if isBus { try bench.bus.end() } else { bench.double.kill() }
        #expect(try bench.events.wait(count: 2) == [.begins, .isOver])
    }

    @Test("power from outside is told, and that there is none", arguments: [true, false])
    func power(isThere: Bool) throws {
        let bench = try Bench(#"{"power": \#(isThere)}"#)
        #expect(try bench.settle() == isThere)
    }

    @Test("without the service nothing is held, told or waited for") func noService() throws {
        let bus = try PrivateBus()
        for address in [bus.address, "unix:path=/nonexistent/bus"] {
            let sleep = ComputerSleep(address: address)
            let power = Collector<Bool?>()
            sleep.hold([.block, .delay])
            sleep.isOnExternalPower(on: DispatchQueue(label: "test.sleep"), completion: power.take)
            #expect(try power.wait(count: 1) == [nil])
            sleep.hold([])
        }
    }

    @Test("a service that comes later is asked with the next reason") func serviceComesLater() throws {
        let bus = try PrivateBus()
        let sleep = ComputerSleep(address: bus.address)
        let power = Collector<Bool?>()
        sleep.hold([.delay])
        sleep.isOnExternalPower(on: DispatchQueue(label: "test.sleep"), completion: power.take)
        #expect(try power.wait(count: 1) == [nil])
        let double = try ServiceDouble(.login, on: bus)
        sleep.hold([.delay, .block])
        try double.wait(for: "Inhibit sleep Till block")
        try double.wait(for: "Inhibit sleep Till delay")
    }

    @Test("what is held is given back when nobody has it any more") func letGo() throws {
        let bus = try PrivateBus()
        let double = try ServiceDouble(.login, on: bus)
        var sleep: ComputerSleep? = ComputerSleep(address: bus.address)
        sleep?.hold([.block])
        try double.wait(for: "Inhibit")
        sleep = nil
        try double.wait(for: "released block")
    }
}
