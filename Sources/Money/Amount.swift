/// A sum of money: whole minor units of one currency.
public struct Amount: Hashable, Sendable {
    /// Minor units of ``currency``: 1000 in GBP is £10.00. Negative for money that goes back.
    public var minorUnits: Int64
    /// What ``minorUnits`` are units of.
    public var currency: Currency

    /// - Parameter minorUnits: 1000 in GBP is £10.00.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }
}

extension Amount {
    /// The sum of two amounts of the same currency.
    ///
    /// - Throws: ``AmountError/currencyMismatch(_:_:)``, ``AmountError/overflow``.
    public func adding(_ other: Amount) throws(AmountError) -> Amount {
        try requireCurrency(of: other)
        return try Amount(minorUnits.addingReportingOverflow(other.minorUnits), currency)
    }

    /// The difference of two amounts of the same currency.
    ///
    /// - Throws: ``AmountError/currencyMismatch(_:_:)``, ``AmountError/overflow``.
    public func subtracting(_ other: Amount) throws(AmountError) -> Amount {
        try requireCurrency(of: other)
        return try Amount(minorUnits.subtractingReportingOverflow(other.minorUnits), currency)
    }

    /// The amount so many times, as for a quantity of one article.
    ///
    /// - Throws: ``AmountError/overflow``.
    public func multiplied(by count: Int) throws(AmountError) -> Amount {
        try Amount(minorUnits.multipliedReportingOverflow(by: Int64(count)), currency)
    }

    /// Whether this amount is the smaller of two of the same currency. Amounts of different currencies have no order,
    /// so `Amount` is not `Comparable`.
    ///
    /// - Throws: ``AmountError/currencyMismatch(_:_:)``.
    public func isLess(than other: Amount) throws(AmountError) -> Bool {
        try requireCurrency(of: other)
        return minorUnits < other.minorUnits
    }

    private func requireCurrency(of other: Amount) throws(AmountError) {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
    }

    private init(_ result: (partialValue: Int64, overflow: Bool), _ currency: Currency) throws(AmountError) {
        guard !result.overflow else { throw .overflow }
        self.init(minorUnits: result.partialValue, currency: currency)
    }
}
