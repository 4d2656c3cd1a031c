/// An operation as it stands in the books.
package struct OperationRecord: Equatable, Sendable {
    /// Grows with every operation and is never used again, so that it orders them whatever the clock did.
    package var sequence: Int64
    package var intent: OperationIntent
    /// Nil until one was recorded.
    package var outcome: OperationOutcome?
    /// The reader's data went to the bank. False may also mean that a power cut took the note: see
    /// ``JournalStore/note(_:of:)``.
    package var wasRelayedToBank: Bool

    package init(sequence: Int64, intent: OperationIntent, outcome: OperationOutcome?, wasRelayedToBank: Bool) {
        self.sequence = sequence
        self.intent = intent
        self.outcome = outcome
        self.wasRelayedToBank = wasRelayedToBank
    }

    /// Money may have moved, and nobody knows yet: there is no outcome, or an unknown one.
    package var isInDoubt: Bool {
        guard let outcome else { return true }
        return !outcome.isClear
    }
}
