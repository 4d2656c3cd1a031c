import HeftTransport
import TillCore

/// Has the computer stay awake while something is on its way with the reader, and tells the desk when it sleeps all the
/// same.
@MainActor final class SleepGuard {
    /// Takes what the desk should know.
    var post: @MainActor (DeskEvent) -> Void = { _ in }

    private let sleep = ComputerSleep()
    private var held: Set<ComputerSleep.Hold> = []
    private var isSleepAhead = false

    init() {
        sleep.observe(on: .main) { [weak self] event in
            MainActor.assumeIsolated { self?.take(event) }
        }
    }

    private func take(_ event: ComputerSleep.Event) {
        switch event {
        case .begins:
            isSleepAhead = true
            post(.sleepBegins)
        case .isOver:
            isSleepAhead = false
            post(.sleepIsOver)
        }
    }

    /// Looks at the desk after each thing that happened to it.
    func see(_ desk: Desk) {
        var holds: Set<ComputerSleep.Hold> = []
        // Until the outcome is in the books.
        if !desk.mayEnd { holds.insert(.block) }
        // So long as there is a link to be closed.
        if !desk.mayEnd || desk.reader != nil { holds.insert(.delay) }
        if holds != held {
            held = holds
            sleep.hold(holds)
        }
        // What was on its way has come in the moment that was left.
        if isSleepAhead, desk.mayEnd, desk.reader != nil { post(.sleepBegins) }
    }

    /// - Parameter completion: nil where it is not known whether there is power from outside.
    func isOnExternalPower(completion: @escaping @MainActor (Bool?) -> Void) {
        sleep.isOnExternalPower(on: .main) { answer in
            MainActor.assumeIsolated { completion(answer) }
        }
    }
}
