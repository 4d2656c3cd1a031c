import Dispatch

/// When to paint: what a key did at once, and what happens by itself twenty times a second at most.
@MainActor final class FramePacer {
    private static let interval: UInt64 = 50_000_000

    private let paint: @MainActor () -> Void
    /// Nanoseconds since the machine started.
    private var paintedAt: UInt64 = 0
    /// When the next picture is due, if one is.
    private var dueAt: UInt64?

    init(_ paint: @escaping @MainActor () -> Void) {
        self.paint = paint
    }

    /// Something has changed. What changes in one turn of the main queue is painted once.
    func soon() {
        guard dueAt == nil else { return }
        let due = max(DispatchTime.now().uptimeNanoseconds, paintedAt + FramePacer.interval)
        dueAt = due
        DispatchQueue.main.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) { [weak self] in
            MainActor.assumeIsolated {
                if let self, self.dueAt == due { self.now() }
            }
        }
    }

    /// Paints at once.
    func now() {
        dueAt = nil
        paintedAt = DispatchTime.now().uptimeNanoseconds
        paint()
    }
}
