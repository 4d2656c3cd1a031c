import Money

/// What became of a sale's money, and what can still be done with it. All amounts are in the sale's currency.
package struct SaleBalance: Equatable, Sendable {
    package enum Reversal: Equatable, Sendable {
        case none
        /// By the operation with this number.
        case reversed(by: Int64)
        case inDoubt(Int64)
    }

    package var sequence: Int64
    /// What a refund or a reversal must name; nil when it is not known.
    package var transactionID: String?
    /// Gratuity included. Zero when nothing was paid, and while the sale is in doubt.
    package var paid: Amount
    /// What refunds have given back for certain. A refund that was itself reversed does not count.
    package var refunded: Amount
    /// What refunds in doubt may have given back.
    package var refundedInDoubt: Amount
    package var reversal: Reversal
    /// What can be given back at most: a refund or reversal in doubt counts as gone.
    package var rest: Amount
    /// What was paid on the same ticket without a card, and goes back with the sale's void, or has gone back with it; nil
    /// where the void ends no ticket.
    package var besides: TenderSums?
    /// Why nothing of it can be refunded now; nil when ``rest`` can.
    package var refundObstacle: Refusal?
    /// Why it cannot be reversed now; nil when it can.
    package var reversalObstacle: Refusal?

    package var mayBeReversed: Bool { reversalObstacle == nil }
}
