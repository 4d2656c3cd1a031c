/// What the cardholder does where the reader asks for a tip.
package enum Tip: Hashable, Sendable {
    /// The reader does not ask.
    case notAsked
    /// The reader asks, and the cardholder gives none.
    case none
    /// Whole per cent of the amount; a broken minor unit is rounded up.
    case percentage(UInt32)
    /// Minor units of the payment's currency.
    case amount(UInt32)

    /// What the tip makes of an amount; nil where nothing is added.
    ///
    /// Readers round up: 15 % of 33.33 is 5.00. A tip that the wire cannot carry with its amount is cut.
    func gratuity(on amountMinor: UInt32) -> Gratuity? {
        let wanted: UInt64
        switch self {
        case .notAsked, .none: return nil
        case .percentage(let percentage):
            wanted = Tip.roundedUp(UInt64(amountMinor) * UInt64(percentage), by: 100)
        case .amount(let minorUnits): wanted = UInt64(minorUnits)
        }
        let minorUnits = UInt32(min(wanted, UInt64(UInt32.max - amountMinor)))
        guard minorUnits > 0, amountMinor > 0 else { return nil }
        if case .percentage(let percentage) = self {
            return Gratuity(minorUnits: minorUnits, percentage: UInt64(percentage))
        }
        let percentage = Tip.roundedUp(UInt64(minorUnits) * 100, by: UInt64(amountMinor))
        return Gratuity(minorUnits: minorUnits, percentage: percentage)
    }

    private static func roundedUp(_ dividend: UInt64, by divisor: UInt64) -> UInt64 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder == 0 ? quotient : quotient + 1
    }
}

/// A tip that was given.
package struct Gratuity: Codable, Equatable, Sendable {
    /// Minor units of the payment's currency, above 0.
    package var minorUnits: UInt32
    /// Whole per cent of the amount, as the reader says it.
    package var percentage: UInt64
}
