import Dispatch
import HeftTransport

/// Every delay is over at once.
struct HastyTimers: TimerScheduler {
    private final class Over: ScheduledTimer {
        func cancel() {}
    }

    func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer {
        queue.async(execute: body)
        return Over()
    }
}
