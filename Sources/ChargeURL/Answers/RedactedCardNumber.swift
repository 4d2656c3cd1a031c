/// What an answer shows of a card's number: `X` for every digit but the last four.
public struct RedactedCardNumber: Hashable, Sendable {
    /// `XXXXXXXXXXXX1111`.
    public let text: String

    /// How many characters a card number has.
    private static let lengths = 8...19
    private static let usualLength = 16
    private static let digitsShown = 4

    /// A number as a reader or a receipt prints it, in any redaction: `************1111`, `4111 11** **** 1111`, `1111`.
    /// Digits before the last four are redacted too. Length is kept where it is that of a card number, or else it is 16.
    ///
    /// Nil when the text does not end in four ASCII digits.
    public init?(_ masked: String) {
        let characters = masked.filter { $0 != " " && $0 != "-" }
        let shown = characters.suffix(Self.digitsShown)
        guard shown.utf8.count == Self.digitsShown, shown.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        let length = Self.lengths.contains(characters.count) ? characters.count : Self.usualLength
        text = String(repeating: "X", count: length - Self.digitsShown) + shown
    }
}
