import Dispatch
import HeftTransport
import Synchronization
import Testing

@Suite("A channel in memory") struct MemoryChannelTests {
    @Test("bytes come out of the other end in order, also those written before it opened") func order() {
        let (left, right) = MemoryChannel.pair()
        let queue = DispatchQueue(label: "test.channel")
        let recorder = ChannelRecorder()
        left.open(on: queue) { _ in }
        left.write([1, 2])
        right.open(on: queue) { recorder.take($0) }
        left.write([3])
        left.close()
        recorder.waitUntilClosed()
        #expect(recorder.all == [.opened, .received([1, 2]), .received([3]), .closed(.peerClosed)])
    }

    @Test("whoever closes it is told so, once, and nothing comes after") func closing() {
        let (left, right) = MemoryChannel.pair()
        let queue = DispatchQueue(label: "test.channel")
        let recorder = ChannelRecorder()
        left.open(on: queue) { recorder.take($0) }
        left.close()
        left.close()
        right.close()
        right.write([1])
        recorder.waitUntilClosed()
        queue.sync {}
        #expect(recorder.all == [.opened, .closed(.closedHere)])
    }
}

@Suite("A set of timers") struct TimerSetTests {
    /// Timers that fire when the test says so.
    private final class ManualTimers: TimerScheduler {
        final class Entry: ScheduledTimer {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            func cancel() {}
        }
        let entries = Mutex<[Entry]>([])

        func schedule(
            after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
        ) -> any ScheduledTimer {
            let entry = Entry(body)
            entries.withLock { $0.append(entry) }
            return entry
        }
    }

    @Test("a timer that was stopped or started anew does not fire late") func stale() {
        let timers = ManualTimers()
        let fired = Mutex<[Int]>([])
        let set = TimerSet<String>(scheduler: timers, queue: .main) { _, number in
            fired.withLock { $0.append(number) }
        }
        set.start("ack", after: .seconds(20))
        set.start("ack", after: .seconds(20))
        for entry in timers.entries.withLock({ $0 }) { entry.body() }
        let numbers = fired.withLock { $0 }
        #expect(numbers.map { set.accepts("ack", $0) } == [false, true])
        #expect(!set.accepts("ack", numbers[1]))
    }
}
