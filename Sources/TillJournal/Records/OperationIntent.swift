import Money

/// What is about to be asked of a reader. It stands in the books before the first byte of it leaves.
package struct OperationIntent: Equatable, Sendable {
    package var kind: OperationKind
    /// Nil for operations without money, such as the start of the day.
    package var amount: Amount?
    /// The till's own name for the operation, from ``JournalStore/mintReference()``; unique in these books.
    package var reference: String
    /// What is sent to the reader as the customer reference: ``reference``, unless the cashier gave another.
    package var customerReference: String
    /// What is paid: the operations of one ticket are attempts at the same sale, or take parts of it. ``reference``,
    /// unless the ticket had operations before.
    package var ticket: String
    /// What was sold, for a person; empty where nobody said.
    package var description = ""
    /// The merchant's own; empty for none.
    package var invoiceNumber = ""
    /// What the amount is made of; nil where it is one sum without tax and tip.
    package var parts: SaleParts?
    /// The `eFTTransactionID` of the operation that this one refunds or reverses.
    package var originalTransactionID: String?
    package var reader: ReaderIdentity
    /// Names this run of the machine, from its start to its next: events that were noted in an earlier run may have
    /// been lost with a power cut.
    package var bootID: String
    package var startedAt: Timestamp

    /// - Parameters:
    ///   - customerReference: nil when the cashier gave none; then ``reference`` is sent.
    ///   - ticket: nil for a new ticket; then it has ``reference`` as its name.
    package init(
        kind: OperationKind, amount: Amount?, reference: String, customerReference: String? = nil,
        ticket: String? = nil, originalTransactionID: String? = nil, reader: ReaderIdentity, bootID: String,
        startedAt: Timestamp
    ) {
        self.kind = kind
        self.amount = amount
        self.reference = reference
        self.customerReference = customerReference ?? reference
        self.ticket = ticket ?? reference
        self.originalTransactionID = originalTransactionID
        self.reader = reader
        self.bootID = bootID
        self.startedAt = startedAt
    }
}
