/// A currency of ISO 4217: the current list, and the historic codes that a card reader may still report.
public struct Currency: Hashable, Sendable {
    /// Three upper-case letters, `GBP`.
    public let alphaCode: String
    /// The ISO 4217 number, 826 for GBP; on the wire four BCD digits.
    public let numericCode: Int
    /// How many decimals the currency has: 2 for GBP, 0 for JPY, 3 for KWD.
    public let minorUnitDigits: Int
    /// The English name, `Pound Sterling`.
    public let name: String
    /// The sign that is printed, `£`; the alpha code where the currency has none of its own.
    public let symbol: String

    init(_ alphaCode: String, _ numericCode: Int, _ minorUnitDigits: Int, _ name: String, symbol: String? = nil) {
        self.alphaCode = alphaCode
        self.numericCode = numericCode
        self.minorUnitDigits = minorUnitDigits
        self.name = name
        self.symbol = symbol ?? alphaCode
    }

    /// Two currencies are the same when their alpha codes are.
    public static func == (left: Currency, right: Currency) -> Bool { left.alphaCode == right.alphaCode }

    public func hash(into hasher: inout Hasher) { hasher.combine(alphaCode) }
}
