import HeftKit
import Synchronization
import TillJournal

/// Notes in the books that something goes to the bank, before it goes: whoever finds the operation without an outcome
/// then knows that money may have moved.
final class JournallingGateway: HostGateway {
    private let inner: any HostGateway
    private let journal: Journal
    private let sequence = Mutex<Int64?>(nil)

    init(_ inner: any HostGateway, journal: Journal) {
        self.inner = inner
        self.journal = journal
    }

    /// The operation that host traffic belongs to from now on.
    func operationStarts(_ sequence: Int64?) {
        self.sequence.withLock { $0 = sequence }
    }

    func perform(
        _ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void
    ) -> any HostCall {
        let call = PendingCall()
        let sequence = sequence.withLock { $0 }
        CrashPoint.beforeRelay.reach()
        journal.async { (store) throws(JournalError) in
            guard let sequence else { return }
            try store.note(OperationEvent(at: SystemClock.now(), kind: .relayedToBank), of: sequence)
        } then: { [inner] result in
            guard case .success = result else {
                // What cannot be noted is not sent: the reader ends the payment, and no money has moved.
                completion(.failed)
                return
            }
            CrashPoint.relayNoted.reach()
            call.start {
                let running = inner.perform(exchange) { answer in
                    CrashPoint.hostAnswered.reach()
                    completion(answer)
                    CrashPoint.answerRelayed.reach()
                }
                CrashPoint.hostAsked.reach()
                return running
            }
        }
        return call
    }
}

/// A call that starts once its note is written, and may be cancelled before.
private final class PendingCall: HostCall {
    private enum State: Sendable {
        case waiting
        case running(any HostCall)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    func start(_ perform: () -> any HostCall) {
        guard !isCancelled else { return }
        let call = perform()
        let wasCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(call)
            return false
        }
        if wasCancelled { call.cancel() }
    }

    func cancel() {
        let running = state.withLock { state -> (any HostCall)? in
            defer { state = .cancelled }
            if case .running(let call) = state { return call }
            return nil
        }
        running?.cancel()
    }

    private var isCancelled: Bool {
        state.withLock { state in
            if case .cancelled = state { true } else { false }
        }
    }
}
