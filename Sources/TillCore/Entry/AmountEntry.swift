import Money

/// The amount that is being typed: pence first, or plain once a point was typed.
///
/// `1250` is 12.50, and so is `12.5`. Decimals follow the currency. What does not fit is refused; what stands stays.
package struct AmountEntry: Equatable, Sendable {
    /// Why a key changed nothing.
    package enum Refusal: Error, Equatable, Sendable {
        /// The amount would be more than a reader takes, or longer than it may be.
        case tooLarge
        /// The currency has no decimals.
        case noDecimals(Currency)
        /// All decimals of the currency are typed.
        case noMoreDecimals(Currency)
        /// There is a point already.
        case secondPoint
    }

    package let currency: Currency
    /// The keys so far, digits and at most one point.
    package private(set) var typed = ""
    /// What a reader takes.
    package static let largest: Int64 = 4_294_967_295

    package init(currency: Currency) {
        self.currency = currency
    }

    /// Filled in with an amount, as if it had been typed.
    package init(_ amount: Amount) {
        currency = amount.currency
        typed = amount.minorUnits > 0 ? String(amount.minorUnits) : ""
    }

    package var isEmpty: Bool { typed.isEmpty }
    /// Whether a point was typed, so that digits before it are whole units.
    package var isPlain: Bool { typed.contains(".") }

    /// Never above ``largest``.
    package var amount: Amount {
        Amount(minorUnits: AmountEntry.minorUnits(of: typed, currency) ?? 0, currency: currency)
    }

    package mutating func type(digit: Int) throws(Refusal) {
        if let point = typed.firstIndex(of: "."), typed[point...].count > currency.minorUnitDigits {
            throw .noMoreDecimals(currency)
        }
        try take(typed + String(digit))
    }

    package mutating func typePoint() throws(Refusal) {
        guard currency.minorUnitDigits > 0 else { throw .noDecimals(currency) }
        guard !isPlain else { throw .secondPoint }
        try take((typed.isEmpty ? "0" : typed) + ".")
    }

    /// Takes the last key back.
    package mutating func erase() {
        if !typed.isEmpty { typed.removeLast() }
    }

    package mutating func clear() {
        typed = ""
    }

    private mutating func take(_ text: String) throws(Refusal) {
        guard AmountEntry.minorUnits(of: text, currency) != nil else { throw .tooLarge }
        typed = text
    }

    /// Nil above what a reader takes.
    private static func minorUnits(of text: String, _ currency: Currency) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        var digits = String(parts.first ?? "")
        if parts.count > 1 {
            let missing = max(0, currency.minorUnitDigits - parts[1].count)
            digits += parts[1] + String(repeating: "0", count: missing)
        }
        guard digits.utf8.count <= 18, let value = Int64(digits.isEmpty ? "0" : digits), value <= largest else {
            return nil
        }
        return value
    }
}
