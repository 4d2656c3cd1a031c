import Money
import Testing

@Suite("Amount formatting") struct AmountFormattingTests {
    @Test(
        "an amount is shown with its decimals, with and without grouping",
        arguments: [
            (0, .gbp, "0.00", "0.00"), (1, .gbp, "0.01", "0.01"), (-5, .gbp, "-0.05", "-0.05"),
            (99, .gbp, "0.99", "0.99"), (1250, .gbp, "12.50", "12.50"), (99_999, .gbp, "999.99", "999.99"),
            (100_000, .gbp, "1,000.00", "1000.00"), (123_456_700, .gbp, "1,234,567.00", "1234567.00"),
            (-123_456_789, .gbp, "-1,234,567.89", "-1234567.89"), (-10_000, .gbp, "-100.00", "-100.00"),
            (0, .jpy, "0", "0"), (105, .jpy, "105", "105"), (-1_234_567, .isk, "-1,234,567", "-1234567"),
            (5, .kwd, "0.005", "0.005"), (1_234_567, .kwd, "1,234.567", "1234.567"),
            (.max, .gbp, "92,233,720,368,547,758.07", "92233720368547758.07"),
            (.min, .gbp, "-92,233,720,368,547,758.08", "-92233720368547758.08"),
            (.min, .jpy, "-9,223,372,036,854,775,808", "-9223372036854775808"),
        ] as [(Int64, Currency, String, String)])
    func formatted(minorUnits: Int64, currency: Currency, grouped: String, plain: String) {
        let amount = Amount(minorUnits: minorUnits, currency: currency)
        #expect(amount.formatted == grouped)
        #expect(amount.decimal == plain)
        #expect(amount.formattedWithCode == "\(grouped) \(currency.alphaCode)")
        #expect("\(amount)" == amount.formattedWithCode)
    }

    @Test(
        "a currency's own sign stands before the digits, and the code stands in for a sign",
        arguments: [
            (1250, "GBP", "£12.50"), (-1250, "GBP", "-£12.50"), (123_456, "USD", "$1,234.56"), (1250, "AUD", "A$12.50"),
            (105, "JPY", "¥105"), (1250, "ZAR", "R 12.50"), (1250, "PLN", "zł 12.50"), (1250, "CHF", "12.50 CHF"),
            (-1250, "NOK", "-12.50 NOK"), (.min, "EUR", "-€92,233,720,368,547,758.08"),
        ] as [(Int64, String, String)])
    func symbol(minorUnits: Int64, code: String, text: String) throws {
        let currency = try #require(Currency(alphaCode: code))
        #expect(Amount(minorUnits: minorUnits, currency: currency).formattedWithSymbol == text)
    }
}
