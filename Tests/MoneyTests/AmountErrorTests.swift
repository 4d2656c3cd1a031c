import Money
import Testing

@Suite("Amount errors") struct AmountErrorTests {
    @Test(
        "each error says what was wrong and what to do",
        arguments: [
            (.empty, "Nothing was typed; type a number."),
            (.tooLong(limit: 40), "The number is too long; type at most 40 characters."),
            (
                .unexpectedCharacter("-", position: 1),
                "There is “-” at position 1; type only digits and one decimal point."
            ),
            (
                .unexpectedCharacter(" ", position: 3),
                "There is a space at position 3; type only digits and one decimal point."
            ),
            (
                .unexpectedCharacter("\u{1B}", position: 2),
                "There is a character that is not a digit at position 2; type only digits and one decimal point."
            ),
            (
                .unexpectedCharacter("٣", position: 2),
                "There is a character that is not a digit at position 2; type only digits and one decimal point."
            ),
            (
                .secondSeparator(",", position: 6),
                "There is a second separator “,” at position 6; type one at most."
            ),
            (.noDigitBefore(separator: "."), "There is no digit before “.”; type 0 before it."),
            (.noDigitAfter(separator: ","), "There is no digit after “,”; type one or leave “,” out."),
            (.ambiguousComma(text: "1,234"), "1,234 may mean thousands or decimals; type it without a comma."),
            (.tooManyDecimals(text: "10.999", count: 3, currency: .gbp), "10.999 has 3 decimals; GBP has 2."),
            (.tooManyDecimals(text: "1.5", count: 1, currency: .jpy), "1.5 has 1 decimal; JPY has none."),
            (
                .tooManyPercentageDecimals(text: "8.1255", count: 4),
                "8.1255 has 4 decimals; a percentage has at most 3."
            ),
            (.tooLarge(text: "9223372036854775808"), "9223372036854775808 is too large; type a smaller number."),
            (.overflow, "The result is too large; use smaller amounts."),
            (.currencyMismatch(.gbp, .eur), "GBP and EUR do not mix; use one currency."),
        ] as [(AmountError, String)])
    func sentence(error: AmountError, text: String) {
        #expect(error.description == text)
    }
}
