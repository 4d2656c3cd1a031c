import BusDoubles
import Dispatch
import Synchronization
import Testing

@testable import HeftTransport

@Suite("A connection to the bus", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct SystemBusTests {
    /// Two connections to a bus of their own: one with an object, one that calls it.
    // Unchecked because `caller` and `callee` are touched on `queue` alone.
    private final class Bench: @unchecked Sendable {
        static let name = "org.example.Object"
        let daemon: PrivateBus
        let queue = DispatchQueue(label: "test.bus")
        let ended = Collector<BusError>()
        private var caller: SystemBus?
        private var callee: SystemBus?

        init() throws {
            daemon = try PrivateBus()
            try queue.sync {
                caller = try SystemBus(address: daemon.address, queue: queue, ended: ended.take)
                callee = try SystemBus(address: daemon.address, queue: queue) { _ in }
            }
        }

        deinit {
            queue.sync {
                caller?.close()
                callee?.close()
            }
        }

        /// Has the object answer calls.
        func serve(_ handler: @escaping @Sendable (BusRequest) -> Bool) throws {
            let replies = Collector<Result<SystemBus.Reply, BusError>>()
            try queue.sync {
                try callee?.export("/object", handler)
                callee?.call(
                    SystemBus.Call(
                        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                        interface: "org.freedesktop.DBus", member: "RequestName",
                        arguments: [.string(Bench.name), .uint32(0)]), completion: replies.take)
            }
            _ = try replies.wait(count: 1)[0].get()
        }

        func call(
            _ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25), givesUp: Bool = false
        ) -> Collector<Result<[BusValue], BusError>> {
            let replies = Collector<Result<[BusValue], BusError>>()
            queue.sync {
                let call = SystemBus.Call(
                    destination: Bench.name, path: "/object", interface: "org.example.Interface", member: member,
                    arguments: arguments, timeout: timeout)
                let id = caller?.call(call) { result in replies.take(result.map(\.values)) }
                if givesUp, let id { caller?.giveUp(id) }
            }
            return replies
        }

        func close() {
            queue.sync { caller?.close() }
        }
    }

    private static let values: [BusValue] = [
        .byte(255), .boolean(true), .boolean(false), .int16(-32_768), .uint16(65_535), .int32(.min), .uint32(.max),
        .int64(.min), .uint64(.max), .double(-0.5), .string("PIN ☕"), .string(""), .objectPath("/a/b"),
        .signature("a{sv}"), .array([.string("a"), .string("b")]), .array([.byte(1), .byte(2)]),
        .structure([.uint32(1), .string("x")]),
        .dictionary(["a": .uint16(1), "b": .array([]), "c": .dictionary(["d": .boolean(true)])]),
    ]

    @Test("values of every kind come back as they went") func values() throws {
        let bench = try Bench()
        try bench.serve { request in
            request.answer(request.arguments)
            return true
        }
        #expect(try bench.call("Echo", Self.values).wait(count: 1) == [.success(Self.values)])
        // A variant comes as what is in it.
        #expect(try bench.call("Echo", [.variant(.uint32(7))]).wait(count: 1) == [.success([.uint32(7)])])
        #expect(try bench.call("Echo").wait(count: 1) == [.success([])])
    }

    @Test("an error comes with its name and its words, and a method that there is not is one") func errors() throws {
        let bench = try Bench()
        try bench.serve { request in
            guard request.member == "Fail" else { return false }
            request.refuse("org.example.Error.Broken", "it is broken")
            // Only the first answer counts.
            request.answer([.byte(1)])
            return true
        }
        #expect(
            try bench.call("Fail").wait(count: 1)
                == [.failure(.answered(name: "org.example.Error.Broken", message: "it is broken"))])
        guard case .failure(.answered(let name, _)) = try bench.call("Other").wait(count: 1)[0] else {
            Issue.record("there is no such method")
            return
        }
        #expect(name == "org.freedesktop.DBus.Error.UnknownMethod")
    }

    @Test("an answer may come later, and in another order") func later() throws {
        let bench = try Bench()
        let held = Mutex<[Int: Held]>([:])
        try bench.serve { request in
            let number = request.arguments.first?.number ?? 0
            held.withLock { $0[number] = Held(request: request) }
            return true
        }
        let first = bench.call("Wait", [.uint32(1)])
        let second = bench.call("Wait", [.uint32(2)])
        // A third is answered by its time-out, so that the first two are there by then.
        let third = bench.call("Wait", [.uint32(3)], timeout: .milliseconds(50))
        #expect(
            try third.wait(count: 1)
                == [
                    .failure(
                        .answered(name: "org.freedesktop.DBus.Error.NoReply", message: "Method call timed out"))
                ])
        for number in [2, 1] {
            bench.queue.sync {
                held.withLock { $0.removeValue(forKey: number) }?.request.answer([.int32(Int32(number))])
            }
        }
        #expect(try second.wait(count: 1) == [.success([.int32(2)])])
        #expect(try first.wait(count: 1) == [.success([.int32(1)])])
        bench.queue.sync { held.withLock { $0 = [:] } }
    }

    // Unchecked because the request is touched on the bus's queue alone.
    private struct Held: @unchecked Sendable {
        let request: BusRequest
    }

    @Test("a call that was given up tells nobody how it ends") func givenUp() throws {
        let bench = try Bench()
        let asked = Collector<String>()
        try bench.serve { request in
            asked.take(request.member)
            request.answer()
            return true
        }
        let givenUp = bench.call("First", givesUp: true)
        #expect(try bench.call("Second").wait(count: 1) == [.success([])])
        #expect(givenUp.all.isEmpty)
        #expect(asked.all == ["First", "Second"])
    }

    @Test("a connection that is closed fails what is out, and what comes after") func closed() throws {
        let bench = try Bench()
        try bench.serve { _ in true }
        let out = bench.call("Never")
        bench.close()
        bench.close()
        #expect(try out.wait(count: 1) == [.failure(.closed)])
        #expect(try bench.call("After").wait(count: 1) == [.failure(.closed)])
        #expect(bench.ended.all.isEmpty, "whoever closes it knows")
    }

    @Test("a bus that ends fails what is out, then tells its end") func ended() throws {
        let bench = try Bench()
        try bench.serve { _ in true }
        let out = bench.call("Never")
        try bench.daemon.end()
        #expect(throws: BusError.self) { try out.wait(count: 1)[0].get() }
        #expect(try bench.ended.wait(count: 1).count == 1)
    }

    @Test(
        "an address that is none, or where nobody listens, is an error at once",
        arguments: ["unix:path=/nonexistent/bus", "nonsense", "", "tcp:host=,port="])
    func address(text: String) {
        let queue = DispatchQueue(label: "test.bus")
        queue.sync {
            _ = #expect(throws: BusError.self) {
                try SystemBus(address: text, queue: queue) { _ in }
            }
        }
    }

    @Test("a path that is none is refused, and nothing traps") func badPath() throws {
        let bench = try Bench()
        let replies = bench.call("not a member")
        guard case .failure(.system) = try replies.wait(count: 1)[0] else {
            Issue.record("it is no name of a member")
            return
        }
    }
}
