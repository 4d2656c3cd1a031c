import Dispatch
import Glibc

/// Wakes the screen: each second while something counts, else at the turn of the minute, and never between.
@MainActor final class Ticker {
    private var timer: (any DispatchSourceTimer)?
    private var countsSeconds: Bool?

    /// Sets the pace. The same pace again changes nothing.
    func set(countsSeconds: Bool, _ tick: @escaping @MainActor () -> Void) {
        guard self.countsSeconds != countsSeconds else { return }
        self.countsSeconds = countsSeconds
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        if countsSeconds {
            timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(50))
        } else {
            timer.schedule(
                deadline: .now() + .seconds(60 - Ticker.secondOfMinute), repeating: 60, leeway: .milliseconds(500))
        }
        timer.setEventHandler { MainActor.assumeIsolated { tick() } }
        timer.activate()
        self.timer = timer
    }

    private static var secondOfMinute: Int {
        var spec = timespec()
        clock_gettime(CLOCK_REALTIME, &spec)
        return Int(spec.tv_sec % 60)
    }
}
