/// A sum of money: whole minor units of one currency.
public struct Amount: Hashable, Sendable {
    /// Minor units of ``currency``: 1000 in GBP is £10.00. Negative for money that goes back.
    public var minorUnits: Int64
    public var currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }
}
