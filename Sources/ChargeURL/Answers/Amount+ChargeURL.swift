import Money

extension Amount {
    /// The most decimals that the protocol writes where fewer would be exact.
    private static let chargeDecimals = 2

    /// As an answer writes it: two decimals whenever that is exact, or else all that the currency has. Never rounded:
    /// `10.99` USD, `1500.00` JPY, `1.25` and `1.255` KWD.
    var chargeText: String {
        let text = decimal
        guard currency.minorUnitDigits > 0 else {
            return text + "." + String(repeating: "0", count: Self.chargeDecimals)
        }
        let missing = max(0, Self.chargeDecimals - currency.minorUnitDigits)
        let extra = max(0, currency.minorUnitDigits - Self.chargeDecimals)
        guard text.utf8.suffix(extra).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return text }
        return String(text.dropLast(extra)) + String(repeating: "0", count: missing)
    }

    /// Reads what ``chargeText`` writes, `^(0|[1-9]\d*)\.\d{2,}$`: zeros may stand where the currency has no decimals.
    ///
    /// Nil for anything else, and for an amount beyond what `Amount` holds.
    init?(chargeText text: String, currency: Currency) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count >= Self.chargeDecimals, parts[0] == "0" || parts[0].first != "0"
        else {
            return nil
        }
        let extra = parts[1].dropFirst(currency.minorUnitDigits)
        guard extra.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        let decimals = parts[1].dropLast(extra.count)
        let plain = String(parts[0]) + (decimals.isEmpty ? "" : "." + String(decimals))
        guard let amount = try? Amount(decimal: plain, currency: currency) else { return nil }
        self = amount
    }
}
