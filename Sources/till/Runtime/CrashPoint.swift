import Glibc

/// Places where a test may end the program as a power cut would (`TILL_CRASH_AT`), or interrupt it as Ctrl-C does
/// (`TILL_INTERRUPT_AT`). Debug builds only: in a release build they are nothing.
enum CrashPoint: String, CaseIterable {
    case beforeIntent = "before-intent"
    case afterIntent = "after-intent"
    case beforeRequest = "before-request"
    case afterRequest = "after-request"
    case statusReported = "status-reported"
    case signatureAsked = "signature-asked"
    case beforeRelay = "before-relay"
    case relayNoted = "relay-noted"
    case hostAnswered = "host-answered"
    case beforeOutcome = "before-outcome"
    case afterOutcome = "after-outcome"
    case resultPrinted = "result-printed"
    case beforeRecovery = "before-recovery"

    #if DEBUG
        private static let crash = getenv("TILL_CRASH_AT").map { String(cString: $0) }
        private static let interrupt = getenv("TILL_INTERRUPT_AT").map { String(cString: $0) }
    #endif

    /// Ends or interrupts the program here when the environment asks for it.
    func reach() {
        #if DEBUG
            if CrashPoint.crash == rawValue { kill(getpid(), SIGKILL) }
            if CrashPoint.interrupt == rawValue { kill(getpid(), SIGINT) }
        #endif
    }
}
