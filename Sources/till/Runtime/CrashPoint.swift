import Glibc

/// Places where a test may end the program as a power cut would (`TILL_CRASH_AT`), or interrupt it as Ctrl-C does
/// (`TILL_INTERRUPT_AT`). Debug builds only: in a release build they are nothing.
enum CrashPoint: String, CaseIterable {
    // Coming to the reader.
    case beforeConnect = "before-connect"
    case connected
    case inDoubtLoaded = "in-doubt-loaded"

    // The intent.
    case beforeIntent = "before-intent"
    case referenceMinted = "reference-minted"
    case afterIntent = "after-intent"

    // The wire.
    case beforeRequest = "before-request"
    case afterRequest = "after-request"
    case statusReported = "status-reported"
    case statusNoted = "status-noted"
    case cancelSent = "cancel-sent"
    case signatureAsked = "signature-asked"
    case signatureAnswered = "signature-answered"
    case beforeRelay = "before-relay"
    case relayNoted = "relay-noted"
    case hostAsked = "host-asked"
    case hostAnswered = "host-answered"
    case answerRelayed = "answer-relayed"
    case resultArrived = "result-arrived"
    case linkLost = "link-lost"
    case beforeReconnect = "before-reconnect"

    // The outcome.
    case beforeOutcome = "before-outcome"
    case afterOutcome = "after-outcome"
    case outcomeKnown = "outcome-known"
    case resultPrinted = "result-printed"
    case resultSeen = "result-seen"

    // Recovery.
    case beforeRecovery = "before-recovery"
    case afterRecovery = "after-recovery"
    case recoveryAnswered = "recovery-answered"

    // The day, and decisions.
    case beforeDayClose = "before-day-close"
    case afterDayClose = "after-day-close"
    case beforeDecision = "before-decision"
    case afterDecision = "after-decision"

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
