extension Amount {
    /// What a person typed: ASCII digits with at most one separator, `.` or `,`, a digit on either side of it, and no
    /// more decimals than the currency has. Never negative. `12`, `12.5` and `12,50` are amounts in GBP.
    ///
    /// Anything else is refused, never read in part: spaces, signs, grouping, exponents, other digits than ASCII. A comma
    /// and exactly three digits is refused in every currency, for nobody can tell whether it groups.
    ///
    /// - Throws: ``AmountError``; every case but `tooManyPercentageDecimals`, `overflow` and `currencyMismatch`.
    public init(typed text: String, currency: Currency) throws(AmountError) {
        let numeral = try DecimalNumeral(text, separators: [".", ","])
        if numeral.separator == ",", numeral.decimals == 3 { throw .ambiguousComma(text: text) }
        try self.init(numeral, currency)
    }

    /// What a protocol carries, `^\d+(\.\d+)?$` in ASCII and with no more decimals than the currency has. A point only,
    /// never negative.
    ///
    /// - Throws: ``AmountError``, as ``init(typed:currency:)`` but for `ambiguousComma`: a comma is an unexpected character.
    public init(decimal text: String, currency: Currency) throws(AmountError) {
        try self.init(DecimalNumeral(text, separators: ["."]), currency)
    }

    private init(_ numeral: DecimalNumeral, _ currency: Currency) throws(AmountError) {
        guard numeral.decimals <= currency.minorUnitDigits else {
            throw .tooManyDecimals(text: numeral.text, count: numeral.decimals, currency: currency)
        }
        self.init(minorUnits: try numeral.units(places: currency.minorUnitDigits), currency: currency)
    }
}
