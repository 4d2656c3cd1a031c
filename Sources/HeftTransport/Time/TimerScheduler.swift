import Dispatch

/// Where delays come from, so that a time-out of minutes can be tested in milliseconds.
package protocol TimerScheduler: Sendable {
    /// Runs `body` on `queue` after `delay`, unless it is cancelled before.
    func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer
}

/// A delay that runs.
package protocol ScheduledTimer: AnyObject, Sendable {
    /// Cancels it. The body may still run when it was about to; whoever cancels keeps its own count.
    func cancel()
}

/// Real delays, divided by a whole number.
package struct DispatchTimers: TimerScheduler {
    /// 1 for real time; 100 makes a second last 10 ms.
    package let scale: Int

    package init(scale: Int = 1) {
        self.scale = max(1, scale)
    }

    package func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let scaled = delay / scale
        let nanoseconds = scaled.components.seconds * 1_000_000_000 + scaled.components.attoseconds / 1_000_000_000
        timer.schedule(deadline: .now() + .nanoseconds(Int(max(0, nanoseconds))))
        timer.setEventHandler(handler: body)
        timer.resume()
        return SourceTimer(timer)
    }
}

// Unchecked because a dispatch source may be cancelled and released from any thread, and nothing else is done with it.
private final class SourceTimer: ScheduledTimer, @unchecked Sendable {
    private let source: any DispatchSourceTimer

    init(_ source: any DispatchSourceTimer) {
        self.source = source
    }

    func cancel() { source.cancel() }

    deinit { source.cancel() }
}

/// The running timers of one owner, by name. Confined to the queue that it was made for.
///
/// A timer that was stopped or started anew never fires late: every start has a number, and a firing with an old number
/// is dropped.
package final class TimerSet<ID: Hashable & Sendable> {
    private let scheduler: any TimerScheduler
    private let queue: DispatchQueue
    private let fired: @Sendable (ID, Int) -> Void
    private var running: [ID: (number: Int, timer: any ScheduledTimer)] = [:]
    private var starts = 0

    /// - Parameter fired: called on the queue with a name and a number; the owner passes both to ``accepts(_:_:)``.
    package init(
        scheduler: any TimerScheduler, queue: DispatchQueue, fired: @escaping @Sendable (ID, Int) -> Void
    ) {
        self.scheduler = scheduler
        self.queue = queue
        self.fired = fired
    }

    package func start(_ id: ID, after delay: Duration) {
        stop(id)
        starts += 1
        let number = starts
        let timer = scheduler.schedule(after: delay, on: queue) { [fired] in fired(id, number) }
        running[id] = (number, timer)
    }

    package func stop(_ id: ID) {
        running.removeValue(forKey: id)?.timer.cancel()
    }

    package func stopAll() {
        for entry in running.values { entry.timer.cancel() }
        running = [:]
    }

    /// Whether a firing is of a timer that still runs; it is over then.
    package func accepts(_ id: ID, _ number: Int) -> Bool {
        guard running[id]?.number == number else { return false }
        running.removeValue(forKey: id)
        return true
    }
}
