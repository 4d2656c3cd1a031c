/// What a reader was asked to do. The raw values are stored in the books and never change.
package enum OperationKind: String, CaseIterable, Codable, Sendable {
    case sale
    /// A sale that also returns a token for the card.
    case saleAndTokenize
    case refund
    /// Voids a sale of the same day.
    case saleReversal
    /// Voids a refund of the same day.
    case refundReversal
    /// Returns a token for a card; takes no money.
    case tokenize
    case startOfDay
    case endOfDay
    /// Brings the reader's software and settings up to date.
    case update
}
