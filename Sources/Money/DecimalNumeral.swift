/// A number written as ASCII digits with at most one separator, and a digit on either side of that. It is read as a whole
/// or not at all.
struct DecimalNumeral {
    /// The longest text that is read. Nineteen digits hold every `Int64`, so this leaves room for leading zeros.
    static let charactersMax = 40

    let text: String
    let separator: Character?
    /// How many digits follow the separator.
    let decimals: Int
    /// The digits before and after the separator, 0 to 9.
    private let digits: [UInt8]

    /// - Throws: `tooLong`, `unexpectedCharacter`, `secondSeparator`, `noDigitBefore`, `noDigitAfter`, `empty`.
    init(_ text: String, separators: [Character]) throws(AmountError) {
        var digits: [UInt8] = []
        var separator: Character?
        var decimals = 0
        for (index, character) in text.enumerated() {
            guard index < Self.charactersMax else { throw .tooLong(limit: Self.charactersMax) }
            if let digit = Self.value(of: character) {
                digits.append(digit)
                if separator != nil { decimals += 1 }
            } else if separators.contains(character) {
                guard separator == nil else { throw .secondSeparator(character, position: index + 1) }
                guard !digits.isEmpty else { throw .noDigitBefore(separator: character) }
                separator = character
            } else {
                throw .unexpectedCharacter(character, position: index + 1)
            }
        }
        guard !digits.isEmpty else { throw .empty }
        if let separator, decimals == 0 { throw .noDigitAfter(separator: separator) }
        self.text = text
        self.separator = separator
        self.decimals = decimals
        self.digits = digits
    }

    /// The number in units of the last of `places` decimals: 12.5 with 2 places is 1250. There may be no more decimals
    /// than places.
    ///
    /// - Throws: `tooLarge`.
    func units(places: Int) throws(AmountError) -> Int64 {
        var units: Int64 = 0
        for digit in digits + Array(repeating: 0, count: places - decimals) {
            let (tenfold, tooLarge) = units.multipliedReportingOverflow(by: 10)
            let (sum, stillTooLarge) = tenfold.addingReportingOverflow(Int64(digit))
            guard !tooLarge, !stillTooLarge else { throw .tooLarge(text: text) }
            units = sum
        }
        return units
    }

    private static func value(of character: Character) -> UInt8? {
        guard let ascii = character.asciiValue, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(ascii) else {
            return nil
        }
        return ascii - UInt8(ascii: "0")
    }
}
