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

    /// By the alpha code, as ``==(_:_:)``.
    public func hash(into hasher: inout Hasher) { hasher.combine(alphaCode) }
}

// MARK: - Lookups

extension Currency {
    /// Every currency that can be looked up, current and historic, by alpha code.
    public static let all: [Currency] = (current + historic).sorted { $0.alphaCode < $1.alphaCode }

    private static let byAlphaCode = Dictionary(
        all.map { ($0.alphaCode, $0) },
        uniquingKeysWith: { first, _ in first })

    // The current currencies come first, so they win a number that was used before.
    private static let byNumericCode = Dictionary(
        (current + historic).map { ($0.numericCode, $0) },
        uniquingKeysWith: { first, _ in first })

    private static let historicAlphaCodes = Set(historic.map(\.alphaCode))

    /// The currency of exactly three upper-case ASCII letters, `GBP`. Nil for any other text, for a code that no
    /// currency has, and for the codes of ISO 4217 that are no money of their own, `XXX` and `XTS` among them.
    public init?(alphaCode: String) {
        // Strings are equal by canonical equivalence, and U+212A KELVIN SIGN is equivalent to K: the bytes are compared.
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard alphaCode.utf8.count == 3, alphaCode.utf8.allSatisfy(letters.contains),
            let currency = Currency.byAlphaCode[alphaCode]
        else { return nil }
        self = currency
    }

    /// The currency of an ISO 4217 number, 826 for GBP. Nil for a number that no currency has.
    ///
    /// Where a number was used twice this is the current currency: 532 is XCG, no longer ANG. Where both are historic it
    /// is the later one.
    public init?(numericCode: Int) {
        guard let currency = Currency.byNumericCode[numericCode] else { return nil }
        self = currency
    }

    /// Whether ISO 4217 has withdrawn the currency.
    public var isHistoric: Bool { Currency.historicAlphaCodes.contains(alphaCode) }
}

// MARK: - Common currencies

extension Currency {
    /// Australian Dollar, 2 decimals.
    public static let aud = Currency("AUD", 36, 2, "Australian Dollar", symbol: "A$")
    /// Canadian Dollar, 2 decimals.
    public static let cad = Currency("CAD", 124, 2, "Canadian Dollar", symbol: "CA$")
    /// Swiss Franc, 2 decimals.
    public static let chf = Currency("CHF", 756, 2, "Swiss Franc")
    /// Danish Krone, 2 decimals.
    public static let dkk = Currency("DKK", 208, 2, "Danish Krone")
    /// Euro, 2 decimals.
    public static let eur = Currency("EUR", 978, 2, "Euro", symbol: "€")
    /// Pound Sterling, 2 decimals.
    public static let gbp = Currency("GBP", 826, 2, "Pound Sterling", symbol: "£")
    /// Iceland Krona, 0 decimals.
    public static let isk = Currency("ISK", 352, 0, "Iceland Krona")
    /// Yen, 0 decimals.
    public static let jpy = Currency("JPY", 392, 0, "Yen", symbol: "¥")
    /// Kuwaiti Dinar, 3 decimals.
    public static let kwd = Currency("KWD", 414, 3, "Kuwaiti Dinar")
    /// Norwegian Krone, 2 decimals.
    public static let nok = Currency("NOK", 578, 2, "Norwegian Krone")
    /// Swedish Krona, 2 decimals.
    public static let sek = Currency("SEK", 752, 2, "Swedish Krona")
    /// US Dollar, 2 decimals.
    public static let usd = Currency("USD", 840, 2, "US Dollar", symbol: "$")
    /// Rand, 2 decimals.
    public static let zar = Currency("ZAR", 710, 2, "Rand", symbol: "R")
}
