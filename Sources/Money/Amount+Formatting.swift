extension Amount: CustomStringConvertible {
    /// With all decimals of the currency and commas between thousands, the same in every locale: `-1,234,567.00`.
    public var formatted: String { text(grouped: true) }

    /// As ``formatted`` without the commas, `-1234567.00`. ``init(decimal:currency:)`` reads it unless it is negative.
    public var decimal: String { text(grouped: false) }

    /// As ``formatted`` with the alpha code: `12.50 GBP`.
    public var formattedWithCode: String { "\(formatted) \(currency.alphaCode)" }

    /// As ``formatted`` with the currency's sign before the digits, `-£12.50`; a sign that ends in a letter stands apart,
    /// `zł 12.50`. A currency without a sign of its own shows its code, as ``formattedWithCode`` does.
    public var formattedWithSymbol: String {
        let symbol = currency.symbol
        guard symbol != currency.alphaCode else { return formattedWithCode }
        let gap = symbol.last?.isLetter == true ? " " : ""
        return sign + symbol + gap + unsignedText(grouped: true)
    }

    /// ``formattedWithCode``.
    public var description: String { formattedWithCode }

    private var sign: String { minorUnits < 0 ? "-" : "" }

    private func text(grouped: Bool) -> String { sign + unsignedText(grouped: grouped) }

    private func unsignedText(grouped: Bool) -> String {
        // The magnitude, because the lowest `Int64` has no positive counterpart.
        var digits = String(minorUnits.magnitude)
        let decimals = currency.minorUnitDigits
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let fraction = digits.suffix(decimals)
        let whole = digits.dropLast(decimals)
        return (grouped ? Self.grouped(whole) : String(whole)) + (decimals == 0 ? "" : "." + fraction)
    }

    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
