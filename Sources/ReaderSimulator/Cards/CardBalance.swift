/// What a card still holds, for acquirers that tell it with an approval.
package struct CardBalance: Codable, Equatable, Sendable {
    /// Minor units of ``currency``, without a sign.
    package var minorUnits: UInt32
    /// Whether the cardholder owes it.
    package var isOwed: Bool
    /// The number of ISO 4217, 826 for GBP.
    package var currency: Int

    package init(minorUnits: UInt32, isOwed: Bool = false, currency: Int) {
        self.minorUnits = minorUnits
        self.isOwed = isOwed
        self.currency = currency
    }

    /// The word of `BalanceSign`.
    var sign: String { isOwed ? "-" : "+" }
}
