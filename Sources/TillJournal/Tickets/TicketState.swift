import Money

/// How far a ticket is paid. All amounts are in the ticket's currency.
package struct TicketState: Equatable, Sendable, Codable {
    package var reference: String
    /// What the ticket costs: the amount of the sale before its first payment, or of the newest sale while nothing is
    /// paid.
    @CodedAmount package var asked: Amount
    /// What customers have added on the reader.
    @CodedAmount package var gratuity: Amount
    /// By sales that were not reversed, gratuity included.
    @CodedAmount package var paidByCard: Amount
    /// Without what went back with the void of the last card payment.
    @CodedAmount package var paidOtherwise: Amount
    /// What refunds of these sales have given back. It does not become due again.
    @CodedAmount package var refunded: Amount
    /// Never below zero.
    @CodedAmount package var due: Amount
    /// How many operations the ticket has.
    package var attempts: Int
    /// The numbers of sales whose outcome is not known: until then nothing more may be charged.
    package var inDoubt: [Int64]

    package init(
        reference: String, asked: Amount, gratuity: Amount, paidByCard: Amount, paidOtherwise: Amount,
        refunded: Amount, due: Amount, attempts: Int, inDoubt: [Int64]
    ) {
        self.reference = reference
        _asked = CodedAmount(wrappedValue: asked)
        _gratuity = CodedAmount(wrappedValue: gratuity)
        _paidByCard = CodedAmount(wrappedValue: paidByCard)
        _paidOtherwise = CodedAmount(wrappedValue: paidOtherwise)
        _refunded = CodedAmount(wrappedValue: refunded)
        _due = CodedAmount(wrappedValue: due)
        self.attempts = attempts
        self.inDoubt = inDoubt
    }

    /// A part is paid and the rest is not.
    package var isPartlyPaid: Bool {
        due.minorUnits > 0 && (paidByCard.minorUnits > refunded.minorUnits || paidOtherwise.minorUnits > 0)
    }
}
