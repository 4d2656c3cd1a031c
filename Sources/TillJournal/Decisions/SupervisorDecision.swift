/// What a supervisor has decided about an operation in doubt.
package struct SupervisorDecision: Equatable, Sendable {
    /// The raw values are stored in the books and never change.
    package enum Kind: String, CaseIterable, Sendable {
        /// The reader may take new operations, although that can erase the answer it holds. Settles nothing.
        case setAside
        /// The same ticket may be charged once more, or the same sale refunded once more. Settles nothing.
        case goOnAnyway
        /// Another customer may be charged the same amount. Settles nothing, and lets nothing be charged again.
        case anotherCustomer
        /// It was paid, or the money was given back.
        case approved
        /// No money moved.
        case failed
    }

    package var kind: Kind
    package var supervisor: String
    /// What the decision rests on: the bank's words on the telephone, a statement.
    package var evidence: String
    package var at: Timestamp

    package init(kind: Kind, supervisor: String, evidence: String, at: Timestamp) {
        self.kind = kind
        self.supervisor = supervisor
        self.evidence = evidence
        self.at = at
    }
}
