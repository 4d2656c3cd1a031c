/// A result that belongs to no operation here, or that contradicts the one it belongs to. Money may have moved, so it
/// is kept.
package struct UnclaimedResult: Equatable, Sendable {
    /// Counts the unclaimed results of these books.
    package var number: Int64
    package var reader: ReaderIdentity
    /// The customer reference in the result; empty when it carries none.
    package var customerReference: String
    /// The operation whose recorded outcome it contradicts; nil when it matches none.
    package var contradictedSequence: Int64?
    package var outcome: OperationOutcome

    package init(
        number: Int64, reader: ReaderIdentity, customerReference: String, contradictedSequence: Int64?,
        outcome: OperationOutcome
    ) {
        self.number = number
        self.reader = reader
        self.customerReference = customerReference
        self.contradictedSequence = contradictedSequence
        self.outcome = outcome
    }
}
