import Glibc

/// Places where a test may end the program as a power cut would. Debug builds only: in a release build they are nothing.
enum CrashPoint: String, CaseIterable {
    case beforeIntent = "before-intent"
    case afterIntent = "after-intent"
    case beforeRequest = "before-request"
    case afterRequest = "after-request"
    case statusReported = "status-reported"
    case beforeRelay = "before-relay"
    case relayNoted = "relay-noted"
    case hostAnswered = "host-answered"
    case beforeOutcome = "before-outcome"
    case afterOutcome = "after-outcome"
    case beforeRecovery = "before-recovery"

    #if DEBUG
        private static let chosen = getenv("TILL_CRASH_AT").map { String(cString: $0) }
    #endif

    /// Ends the program here when the environment asks for it.
    func reach() {
        #if DEBUG
            if CrashPoint.chosen == rawValue { kill(getpid(), SIGKILL) }
        #endif
    }
}
