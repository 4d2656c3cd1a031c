import Money
import SeededRandom
import Testing

@Suite("Amount parsing") struct AmountParsingTests {
    @Test(
        "what a person types is read to the last minor unit",
        arguments: [
            ("0", .gbp, 0), ("0.00", .gbp, 0), ("12", .gbp, 1200), ("12.5", .gbp, 1250), ("12,5", .gbp, 1250),
            ("12.50", .gbp, 1250), ("12,50", .gbp, 1250), ("007", .gbp, 700), ("1,2345", unidad, 12345),
            ("1500", .jpy, 1500), ("1500", .isk, 1500), ("1.234", .kwd, 1234), ("1,23", .kwd, 1230), ("1", .kwd, 1000),
            ("92233720368547758.07", .gbp, .max), ("9223372036854775807", .jpy, .max),
            ("0000000000000000000000000000000000000.01", .gbp, 1),
            ("19.99", .usd, 1999), ("8.20", .usd, 820), ("4.35", .usd, 435), ("1.15", .usd, 115), ("2.30", .usd, 230),
            ("0.29", .usd, 29), ("17.08", .usd, 1708), ("64.10", .usd, 6410), ("1.10", .usd, 110),
        ] as [(String, Currency, Int64)])
    func typed(text: String, currency: Currency, minorUnits: Int64) throws {
        #expect(try Amount(typed: text, currency: currency) == Amount(minorUnits: minorUnits, currency: currency))
    }

    @Test(
        "anything else is refused, and the error says why",
        arguments: [
            ("", .gbp, .empty),
            (" ", .gbp, .unexpectedCharacter(" ", position: 1)),
            (" 12 ", .gbp, .unexpectedCharacter(" ", position: 1)),
            ("12 ", .gbp, .unexpectedCharacter(" ", position: 3)),
            ("12\r\n", .gbp, .unexpectedCharacter("\r\n", position: 3)),
            ("12\0", .gbp, .unexpectedCharacter("\0", position: 3)),
            ("1e3", .gbp, .unexpectedCharacter("e", position: 2)),
            ("0x10", .gbp, .unexpectedCharacter("x", position: 2)),
            ("١٢", .gbp, .unexpectedCharacter("١", position: 1)),
            ("1２", .gbp, .unexpectedCharacter("２", position: 2)),
            ("1\u{301}2", .gbp, .unexpectedCharacter("1\u{301}", position: 1)),
            ("1\u{FE0F}\u{20E3}", .gbp, .unexpectedCharacter("1\u{FE0F}\u{20E3}", position: 1)),
            ("1\u{66B}5", .gbp, .unexpectedCharacter("\u{66B}", position: 2)),
            ("--5", .gbp, .unexpectedCharacter("-", position: 1)),
            ("-5", .gbp, .unexpectedCharacter("-", position: 1)),
            ("+5", .gbp, .unexpectedCharacter("+", position: 1)),
            ("£5", .gbp, .unexpectedCharacter("£", position: 1)),
            ("1'000", .gbp, .unexpectedCharacter("'", position: 2)),
            (".5", .gbp, .noDigitBefore(separator: ".")),
            (",5", .gbp, .noDigitBefore(separator: ",")),
            (".", .gbp, .noDigitBefore(separator: ".")),
            ("5.", .gbp, .noDigitAfter(separator: ".")),
            ("5,", .jpy, .noDigitAfter(separator: ",")),
            ("5..", .gbp, .secondSeparator(".", position: 3)),
            ("1.234,56", .gbp, .secondSeparator(",", position: 6)),
            ("1,234.56", .gbp, .secondSeparator(".", position: 6)),
            ("1,234,567", .gbp, .secondSeparator(",", position: 6)),
            ("1,234", .gbp, .ambiguousComma(text: "1,234")),
            ("1,234", .jpy, .ambiguousComma(text: "1,234")),
            ("1,234", .kwd, .ambiguousComma(text: "1,234")),
            ("0,123", .kwd, .ambiguousComma(text: "0,123")),
            ("10.999", .gbp, .tooManyDecimals(text: "10.999", count: 3, currency: .gbp)),
            ("1.000", .gbp, .tooManyDecimals(text: "1.000", count: 3, currency: .gbp)),
            ("1.5", .jpy, .tooManyDecimals(text: "1.5", count: 1, currency: .jpy)),
            ("1,5", .jpy, .tooManyDecimals(text: "1,5", count: 1, currency: .jpy)),
            ("1.0", .isk, .tooManyDecimals(text: "1.0", count: 1, currency: .isk)),
            ("1,2345", .kwd, .tooManyDecimals(text: "1,2345", count: 4, currency: .kwd)),
            ("92233720368547758.08", .gbp, .tooLarge(text: "92233720368547758.08")),
            ("92233720368547759", .gbp, .tooLarge(text: "92233720368547759")),
            ("9223372036854775808", .jpy, .tooLarge(text: "9223372036854775808")),
            (String(repeating: "9", count: 40), .gbp, .tooLarge(text: String(repeating: "9", count: 40))),
            (String(repeating: "0", count: 41), .gbp, .tooLong(limit: 40)),
            (String(repeating: "1", count: 500), .gbp, .tooLong(limit: 40)),
        ] as [(String, Currency, AmountError)])
    func refused(text: String, currency: Currency, error: AmountError) {
        #expect(throws: error) { try Amount(typed: text, currency: currency) }
        #expect((try? Amount(decimal: text, currency: currency)) == nil)
    }

    @Test(
        "a protocol's amount is read",
        arguments: [
            ("0", .gbp, 0), ("12.5", .gbp, 1250), ("12.50", .gbp, 1250), ("0.05", .gbp, 5), ("1.234", .kwd, 1234),
            ("105", .jpy, 105), ("1.2345", unidad, 12345),
        ] as [(String, Currency, Int64)])
    func decimal(text: String, currency: Currency, minorUnits: Int64) throws {
        #expect(try Amount(decimal: text, currency: currency) == Amount(minorUnits: minorUnits, currency: currency))
    }

    @Test("a protocol's amount has no comma", arguments: ["12,50", "1,234", "1,5", ",5"])
    func decimalComma(text: String) throws {
        let position = try #require(Array(text).firstIndex(of: ",")) + 1
        #expect(throws: AmountError.unexpectedCharacter(",", position: position)) {
            try Amount(decimal: text, currency: .gbp)
        }
    }

    @Test("each amount from 0.01 to 100.00 reads back as it is shown, with a point and with a comma")
    func roundTrip() throws {
        for minorUnits in Int64(1)...10_000 {
            let pence = minorUnits % 100
            let text = "\(minorUnits / 100).\(pence < 10 ? "0" : "")\(pence)"
            let amount = Amount(minorUnits: minorUnits, currency: .gbp)
            try #require(amount.decimal == text)
            try #require(try Amount(typed: text, currency: .gbp) == amount)
            try #require(try Amount(typed: String(text.map { $0 == "." ? "," : $0 }), currency: .gbp) == amount)
            try #require(try Amount(decimal: text, currency: .gbp) == amount)
        }
    }

    @Test("no text traps, and what is read shows the same digits", arguments: [UInt64](1...4))
    func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Half the texts are made of digits and separators alone, so that many are read.
        let plain = Array("00123456789999..,,")
        let mixed = plain + Array("-+ eE٣\u{301}\0\n£")
        var read = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...(Bool.random(using: &random) ? 6 : 44), using: &random)
            let alphabet = Bool.random(using: &random) ? plain : mixed
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            let currency = try #require(Currency.all.randomElement(using: &random))
            guard let amount = try? Amount(typed: text, currency: currency) else { continue }
            read += 1
            try #require(amount.minorUnits >= 0)
            try #require(significant(amount.decimal) == significant(text), "\(text) in \(currency.alphaCode)")
        }
        #expect(read > 1000)
    }

    @Test("whatever is shown reads back", arguments: [UInt64](5...8))
    func fuzzRoundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let currency = try #require(Currency.all.randomElement(using: &random))
            let amount = Amount(minorUnits: Int64(random.number(bits: 63)), currency: currency)
            try #require(try Amount(decimal: amount.decimal, currency: currency) == amount)
            try #require(try Amount(typed: amount.decimal, currency: currency) == amount)
        }
    }

    /// The number without what does not change it: leading zeros, and zeros at the end of decimals.
    private func significant(_ text: String) -> String {
        let parts = text.split(whereSeparator: { $0 == "." || $0 == "," })
        let whole = parts[0].drop { $0 == "0" }
        let fraction = String(parts.count > 1 ? parts[1] : "").reversed().drop { $0 == "0" }.reversed()
        return whole + "." + String(fraction)
    }
}

/// Unidad de Fomento, with four decimals.
private let unidad = Currency.all.first { $0.alphaCode == "CLF" } ?? .gbp
