import Money

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

    /// Counts the operations of a ticket, from 1.
    package var attempt: Int
    /// The operation that this one refunds or reverses; nil when it stands in no operation of these books.
    package var originalSequence: Int64?
    /// What the reader itself has said of it, where the outcome in force is somebody else's word: a supervisor's, the bank's
    /// list's, or the till's. Nil while it has said nothing.
    package var readersAnswer: OperationOutcome?
    /// The tip as it was last changed at the bank after the sale; nil when it was not. No part of the outcome's amounts.
    package var changedTip: Amount?

    package init(
        sequence: Int64, intent: OperationIntent, outcome: OperationOutcome?, wasRelayedToBank: Bool,
        attempt: Int = 1, originalSequence: Int64? = nil, readersAnswer: OperationOutcome? = nil
    ) {
        self.sequence = sequence
        self.intent = intent
        self.outcome = outcome
        self.wasRelayedToBank = wasRelayedToBank
        self.attempt = attempt
        self.originalSequence = originalSequence
        self.readersAnswer = readersAnswer
    }

    /// Money may have moved, and nobody knows yet: there is no outcome, or an unknown one.
    package var isInDoubt: Bool {
        guard let outcome else { return true }
        return !outcome.isClear
    }

    /// The ticket and the attempt at it, as they are shown: `T1-000418-K7Q2/2`.
    package var numberedTicket: String { "\(intent.ticket)/\(attempt)" }

    /// What has moved for certain, gratuity included; nil unless it was approved, in full or in part. The reader's answer
    /// that money moved counts before anybody's word that none did.
    package var moved: Amount? { amount(movedBy: outcome) ?? amount(movedBy: readersAnswer) }

    /// The `eFTTransactionID`, whoever told it.
    package var transactionID: String? { outcome?.transactionID ?? readersAnswer?.transactionID }

    /// The reader has told of other money than the outcome in force does.
    package var isContradicted: Bool { readersAnswer.map { contradicts($0) } ?? false }

    /// Whether an outcome tells of other money than the one in force.
    package func contradicts(_ other: OperationOutcome) -> Bool {
        amount(movedBy: other) != amount(movedBy: outcome)
    }

    /// What an outcome of this operation says has moved; nil where none has.
    package func amount(movedBy outcome: OperationOutcome?) -> Amount? {
        guard let outcome, outcome.verdict == .approved || outcome.verdict == .partiallyApproved else { return nil }
        return outcome.authorised ?? outcome.total ?? outcome.requested ?? intent.amount
    }
}
