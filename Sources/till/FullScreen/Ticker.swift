import Dispatch
import Glibc

/// Wakes the screen: each second while something counts, else at the turn of the minute, and never between.
@MainActor final class Ticker {
    private var timer: (any DispatchSourceTimer)?
    private var countsSeconds: Bool?
    /// When it woke the screen last, in seconds since the machine started, sleep included.
    private var wokeAt = Ticker.secondsSinceStart
    /// So many seconds late, the computer or this program stood still meanwhile.
    private static let late = 30

    private var hasStoodStill = false

    /// Whether far more time passed since it was asked last than the pace allows.
    func stoodStill() -> Bool {
        lookBack()
        defer { hasStoodStill = false }
        return hasStoodStill
    }

    private func lookBack() {
        let now = Ticker.secondsSinceStart
        if now - wokeAt > (countsSeconds == true ? 1 : 60) + Ticker.late { hasStoodStill = true }
        wokeAt = now
    }

    /// Sets the pace. The same pace again changes nothing.
    func set(countsSeconds: Bool, _ tick: @escaping @MainActor () -> Void) {
        guard self.countsSeconds != countsSeconds else { return }
        lookBack()
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

    private static var secondsSinceStart: Int {
        var spec = timespec()
        clock_gettime(CLOCK_BOOTTIME, &spec)
        return Int(spec.tv_sec)
    }

    private static var secondOfMinute: Int {
        var spec = timespec()
        clock_gettime(CLOCK_REALTIME, &spec)
        return Int(spec.tv_sec % 60)
    }
}
