import Dispatch
import EventLogging
import HeftTransport
import Synchronization

/// Delays of a few seconds are over at once; longer ones run until the test ends them.
final class TestTimers: TimerScheduler {
    private final class Entry: ScheduledTimer {
        let seconds: Int64
        let queue: DispatchQueue
        let body: @Sendable () -> Void
        private let isCancelled = Mutex(false)

        init(_ delay: Duration, _ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
            seconds = delay.components.seconds
            self.queue = queue
            self.body = body
        }

        var isRunning: Bool { isCancelled.withLock { !$0 } }
        func cancel() { isCancelled.withLock { $0 = true } }

        /// Lets it be over, and tells whether it still ran when its turn came.
        func fire(_ told: @escaping @Sendable (Bool) -> Void = { _ in }) {
            queue.async { [self] in
                guard isRunning else { return told(false) }
                cancel()
                body()
                told(true)
            }
        }
    }

    private static let longestShortDelay = Duration.seconds(5)
    private let started = EventLog<Entry>()

    func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer {
        let entry = Entry(delay, queue, body)
        if delay <= TestTimers.longestShortDelay { entry.fire() }
        started.append(entry)
        return entry
    }

    /// Waits until a delay of so many seconds was started, whether it still runs or not.
    func waitForStart(seconds: Int64) -> Bool {
        started.wait { $0.contains { $0.seconds == seconds } ? true : nil } ?? false
    }

    /// Waits until a delay of so many seconds runs, and lets it be over. One that is stopped at that moment does not
    /// count.
    func expire(seconds: Int64) -> Bool {
        while let running = started.wait({ $0.last { $0.seconds == seconds && $0.isRunning } }) {
            let outcome = EventLog<Bool>()
            running.fire { outcome.append($0) }
            if outcome.wait({ $0.first }) == true { return true }
        }
        return false
    }

    /// All delays so far in whole seconds, in order.
    var delays: [Int64] { started.entries.map(\.seconds) }

    /// Whether no delay runs any more.
    var areAllStopped: Bool { started.entries.allSatisfy { !$0.isRunning } }
}
