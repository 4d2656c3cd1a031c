/// A rate of tax, tip or discount with up to three decimals. Never negative.
public struct Percentage: Hashable, Comparable, Sendable {
    /// How many decimals a percentage may have.
    public static let decimals = 3

    /// Thousandths of a percent: 8125 is 8.125 %.
    public let thousandths: UInt32

    /// - Parameter thousandths: of a percent; 8125 is 8.125 %.
    public init(thousandths: UInt32) {
        self.thousandths = thousandths
    }

    /// By the rate.
    public static func < (left: Percentage, right: Percentage) -> Bool { left.thousandths < right.thousandths }
}

// MARK: - Text

extension Percentage {
    /// Reads `^\d+(\.\d+)?$` in ASCII with at most three decimals: `8`, `8.5`, `8.125`. A point only, without `%`.
    ///
    /// - Throws: ``AmountError``; `tooManyPercentageDecimals`, `tooLarge` above 4294967.295, and what concerns the
    ///   characters of the text.
    public init(_ text: String) throws(AmountError) {
        let numeral = try DecimalNumeral(text, separators: ["."])
        guard numeral.decimals <= Self.decimals else {
            throw .tooManyPercentageDecimals(text: text, count: numeral.decimals)
        }
        guard let thousandths = UInt32(exactly: try numeral.units(places: Self.decimals)) else {
            throw .tooLarge(text: text)
        }
        self.init(thousandths: thousandths)
    }

    /// With as few decimals as say it, without grouping and without `%`: `8.125`, `8.5`, `8`.
    public var formatted: String {
        let (whole, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
        guard fraction > 0 else { return String(whole) }
        var decimals = String(String(1000 + fraction).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        return "\(whole).\(decimals)"
    }
}

// MARK: - Shares of amounts

extension Percentage {
    /// 100 % in thousandths.
    private static let whole: UInt64 = 100_000

    /// This share of `amount`, in its minor units, half away from zero: 8.5 % of 10.99 is 0.93, and of -10.99 is -0.93.
    ///
    /// - Throws: ``AmountError/overflow``.
    public func of(_ amount: Amount) throws(AmountError) -> Amount {
        guard let share = share(of: amount, in: Self.whole) else { throw .overflow }
        return share
    }

    /// `amount` and this share of it: the gross of a net price.
    ///
    /// - Throws: ``AmountError/overflow``.
    public func added(to amount: Amount) throws(AmountError) -> Amount {
        try amount.adding(of(amount))
    }

    /// What of `gross` is this share of the rest, gross × rate / (100 % + rate), in its minor units, half away from zero:
    /// 12.00 contains 2.00 at 20 %.
    public func included(in gross: Amount) -> Amount {
        guard let share = share(of: gross, in: Self.whole + UInt64(thousandths)) else {
            preconditionFailure("A part of an amount is never larger than the amount.")
        }
        return share
    }

    /// `amount` × ``thousandths`` / `divisor`, half away from zero. Nil when it is beyond `Int64`.
    private func share(of amount: Amount, in divisor: UInt64) -> Amount? {
        // On magnitudes, for the lowest `Int64` has no positive counterpart. `dividingFullWidth` traps where the quotient
        // is too wide, which is when the high half is not below the divisor.
        let product = amount.minorUnits.magnitude.multipliedFullWidth(by: UInt64(thousandths))
        guard product.high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        // The divisor is below 2³³, so twice the remainder fits.
        let (rounded, tooLarge) = quotient.addingReportingOverflow(remainder * 2 >= divisor ? 1 : 0)
        guard !tooLarge, let minorUnits = Int64(magnitude: rounded, isNegative: amount.minorUnits < 0) else {
            return nil
        }
        return Amount(minorUnits: minorUnits, currency: amount.currency)
    }
}

extension Int64 {
    fileprivate init?(magnitude: UInt64, isNegative: Bool) {
        if isNegative {
            guard magnitude <= Int64.min.magnitude else { return nil }
            self = Int64(truncatingIfNeeded: 0 &- magnitude)
        } else {
            self.init(exactly: magnitude)
        }
    }
}
