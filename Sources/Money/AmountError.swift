/// Why a text is no amount or percentage, or why a calculation has no result.
///
/// Positions count characters from 1.
public enum AmountError: Error, Equatable, Sendable {
    /// The text has no characters.
    case empty
    /// The text has more than `limit` characters.
    case tooLong(limit: Int)
    /// A character that has no place in a number: a sign, a space, a letter, a digit that is not ASCII.
    case unexpectedCharacter(Character, position: Int)
    /// The text has a separator already.
    case secondSeparator(Character, position: Int)
    /// The text begins with its separator.
    case noDigitBefore(separator: Character)
    /// The text ends with its separator.
    case noDigitAfter(separator: Character)
    /// A comma and exactly three digits: some write thousands so, some write decimals so.
    case ambiguousComma(text: String)
    /// More decimals than the currency has.
    case tooManyDecimals(text: String, count: Int, currency: Currency)
    /// More decimals than a ``Percentage`` has.
    case tooManyPercentageDecimals(text: String, count: Int)
    /// A number beyond what an ``Amount`` or a ``Percentage`` holds.
    case tooLarge(text: String)
    /// The result is beyond what an ``Amount`` holds.
    case overflow
    /// The two amounts of a calculation or comparison have different currencies.
    case currencyMismatch(Currency, Currency)
}

extension AmountError: CustomStringConvertible {
    /// A sentence for a person: what was wrong, and what to do. It repeats no control character of the text.
    public var description: String {
        switch self {
        case .empty:
            "Nothing was typed; type a number."
        case .tooLong(let limit):
            "The number is too long; type at most \(limit) characters."
        case .unexpectedCharacter(let character, let position):
            "There is \(Self.name(of: character)) at position \(position); type only digits and one decimal point."
        case .secondSeparator(let separator, let position):
            "There is a second separator “\(separator)” at position \(position); type one at most."
        case .noDigitBefore(let separator):
            "There is no digit before “\(separator)”; type 0 before it."
        case .noDigitAfter(let separator):
            "There is no digit after “\(separator)”; type one or leave “\(separator)” out."
        case .ambiguousComma(let text):
            "\(text) may mean thousands or decimals; type it without a comma."
        case .tooManyDecimals(let text, let count, let currency):
            "\(text) has \(Self.decimals(count)); \(currency.alphaCode) has "
                + (currency.minorUnitDigits == 0 ? "none." : "\(currency.minorUnitDigits).")
        case .tooManyPercentageDecimals(let text, let count):
            "\(text) has \(Self.decimals(count)); a percentage has at most \(Percentage.decimals)."
        case .tooLarge(let text):
            "\(text) is too large; type a smaller number."
        case .overflow:
            "The result is too large; use smaller amounts."
        case .currencyMismatch(let left, let right):
            "\(left.alphaCode) and \(right.alphaCode) do not mix; use one currency."
        }
    }

    private static func decimals(_ count: Int) -> String { count == 1 ? "1 decimal" : "\(count) decimals" }

    /// The character itself only where it is one printable ASCII character: any other can hide, reorder or pile up.
    private static func name(of character: Character) -> String {
        if character == " " { return "a space" }
        if let ascii = character.asciiValue, (0x21...0x7E).contains(ascii) { return "“\(character)”" }
        return "a character that is not a digit"
    }
}
