import Money

/// The amount that is being typed: by digits as on a card terminal, or plain once a point was typed.
///
/// `1250` is 12.50, and so is `12.5`. Decimals follow the currency. What does not fit is refused; what stands stays.
package struct AmountEntry: Equatable, Sendable {
    /// What digits without a point are.
    package enum Keypad: String, CaseIterable, Sendable {
        /// `1250` is 12.50, as on a card terminal.
        case minorUnitsFirst
        /// `12` is 12.00; a point begins the decimals.
        case decimalPoint
    }

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
    package let keypad: Keypad
    /// The keys so far, digits and at most one point.
    package private(set) var typed = ""
    /// What a reader takes.
    package static let largest: Int64 = 4_294_967_295

    package init(currency: Currency, keypad: Keypad = .minorUnitsFirst) {
        self.currency = currency
        self.keypad = keypad
    }

    /// Filled in with an amount, as if it had been typed.
    package init(_ amount: Amount, keypad: Keypad = .minorUnitsFirst) {
        currency = amount.currency
        self.keypad = keypad
        guard amount.minorUnits > 0 else { return }
        typed = keypad == .minorUnitsFirst ? String(amount.minorUnits) : amount.decimal
    }

    package var isEmpty: Bool { typed.isEmpty }
    /// Whether a point was typed, so that digits before it are whole units.
    package var isPlain: Bool { typed.contains(".") }

    /// The digits as a plain number; nil where a point stands or nothing.
    package var wholeNumber: Int64? { isPlain ? nil : Int64(typed) }

    /// Never above ``largest``.
    package var amount: Amount {
        Amount(minorUnits: minorUnits(of: typed) ?? 0, currency: currency)
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
        guard minorUnits(of: text) != nil else { throw .tooLarge }
        typed = text
    }

    /// Nil above what a reader takes.
    private func minorUnits(of text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        var digits = String(parts.first ?? "")
        if parts.count > 1 || (keypad == .decimalPoint && !digits.isEmpty) {
            let decimals = parts.count > 1 ? String(parts[1]) : ""
            digits += decimals + String(repeating: "0", count: max(0, currency.minorUnitDigits - decimals.count))
        }
        guard digits.utf8.count <= 18, let value = Int64(digits.isEmpty ? "0" : digits),
            value <= AmountEntry.largest
        else { return nil }
        return value
    }
}
