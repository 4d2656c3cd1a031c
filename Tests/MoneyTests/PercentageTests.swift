import Money
import SeededRandom
import Testing

@Suite("Percentage") struct PercentageTests {
    @Test(
        "text is read and shown",
        arguments: [
            ("8.125", 8125, "8.125"), ("8.5", 8500, "8.5"), ("8.50", 8500, "8.5"), ("8", 8000, "8"), ("0", 0, "0"),
            ("0.001", 1, "0.001"), ("0.010", 10, "0.01"), ("100", 100_000, "100"), ("007.5", 7500, "7.5"),
            ("20.05", 20_050, "20.05"), ("4294967.295", .max, "4294967.295"),
        ] as [(String, UInt32, String)])
    func text(text: String, thousandths: UInt32, formatted: String) throws {
        let percentage = try Percentage(text)
        #expect(percentage == Percentage(thousandths: thousandths))
        #expect(percentage.formatted == formatted)
    }

    @Test(
        "other text is refused",
        arguments: [
            ("", .empty), ("8%", .unexpectedCharacter("%", position: 2)),
            ("-8", .unexpectedCharacter("-", position: 1)),
            ("8,5", .unexpectedCharacter(",", position: 2)), (" 8", .unexpectedCharacter(" ", position: 1)),
            ("8e1", .unexpectedCharacter("e", position: 2)), ("٨", .unexpectedCharacter("٨", position: 1)),
            (".5", .noDigitBefore(separator: ".")), ("8.", .noDigitAfter(separator: ".")),
            ("8.1.2", .secondSeparator(".", position: 4)),
            ("8.1255", .tooManyPercentageDecimals(text: "8.1255", count: 4)),
            ("8.5000", .tooManyPercentageDecimals(text: "8.5000", count: 4)),
            ("4294967.296", .tooLarge(text: "4294967.296")),
            ("99999999999999999999", .tooLarge(text: "99999999999999999999")),
        ] as [(String, AmountError)])
    func refused(text: String, error: AmountError) {
        #expect(throws: error) { try Percentage(text) }
    }

    @Test(
        "a share is rounded half away from zero, and mirrored for negative amounts",
        arguments: [
            ("10.99", .usd, "8.5", 93), ("4.00", .usd, "8.125", 33), ("10.00", .usd, "8.25", 83),
            ("2.00", .usd, "6.25", 13), ("1.65", .usd, "8.25", 14), ("105", .jpy, "10", 11), ("104", .jpy, "10", 10),
            ("0.00", .usd, "8.5", 0), ("10.00", .usd, "0", 0), ("10.00", .usd, "100", 1000),
            ("10.00", .usd, "250", 2500),
            ("0.01", .usd, "50", 1), ("0.01", .usd, "49.999", 0), ("1.000", .kwd, "0.05", 1),
            ("1.000", .kwd, "0.049", 0),
            ("92233720368547758.07", .usd, "100", .max),
        ] as [(String, Currency, String, Int64)])
    func share(text: String, currency: Currency, rate: String, minorUnits: Int64) throws {
        let amount = try Amount(typed: text, currency: currency)
        let percentage = try Percentage(rate)
        #expect(try percentage.of(amount) == Amount(minorUnits: minorUnits, currency: currency))
        let mirrored = Amount(minorUnits: -amount.minorUnits, currency: currency)
        #expect(try percentage.of(mirrored) == Amount(minorUnits: -minorUnits, currency: currency))
    }

    @Test("the tax on three articles is the tax on their sum") func quantity() throws {
        let sum = try Amount(typed: "0.55", currency: .usd).multiplied(by: 3)
        #expect(try Percentage("8.25").of(sum) == Amount(minorUnits: 14, currency: .usd))
    }

    @Test(
        "the share that a gross amount includes is rounded half away from zero",
        arguments: [
            (1200, "20", 200), (1000, "20", 167), (1199, "20", 200), (100, "25", 20), (3, "100", 2), (1, "100", 1),
            (1, "99.999", 0), (1190, "19", 190), (1070, "7", 70), (1000, "0", 0), (0, "20", 0),
            (.max, "0.001", 92_232_798_040_567), (.max, "100", 4_611_686_018_427_387_904),
        ] as [(Int64, String, Int64)])
    func included(gross: Int64, rate: String, minorUnits: Int64) throws {
        let percentage = try Percentage(rate)
        #expect(
            percentage.included(in: Amount(minorUnits: gross, currency: .eur))
                == Amount(minorUnits: minorUnits, currency: .eur))
        #expect(
            percentage.included(in: Amount(minorUnits: -gross, currency: .eur))
                == Amount(minorUnits: -minorUnits, currency: .eur))
    }

    @Test("a share is added to a net amount") func added() throws {
        #expect(
            try Percentage("8.5").added(to: Amount(minorUnits: 1099, currency: .usd))
                == Amount(minorUnits: 1192, currency: .usd))
        #expect(
            try Percentage("8.5").added(to: Amount(minorUnits: -1099, currency: .usd))
                == Amount(minorUnits: -1192, currency: .usd))
    }

    @Test("a result beyond Int64 is an error, and none at the limit traps", arguments: [Int64.min, .max])
    func limits(minorUnits: Int64) throws {
        let amount = Amount(minorUnits: minorUnits, currency: .gbp)
        let highest = Percentage(thousandths: .max)
        #expect(try Percentage("100").of(amount) == amount)
        #expect(throws: AmountError.overflow) { try Percentage("100.001").of(amount) }
        #expect(throws: AmountError.overflow) { try highest.of(amount) }
        #expect(throws: AmountError.overflow) { try Percentage("0.001").added(to: amount) }
        #expect(try highest.included(in: amount).isLess(than: amount) == (minorUnits > 0))
    }

    @Test("a share is exact for any amount and rate", arguments: [UInt64](1...4))
    func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let minorUnits = Int64(random.number(bits: 63)) * (Bool.random(using: &random) ? 1 : -1)
            let percentage = Percentage(thousandths: UInt32(random.number(bits: 32)))
            try #require(try Percentage(percentage.formatted) == percentage)

            let amount = Amount(minorUnits: minorUnits, currency: .gbp)
            let product = wide(minorUnits) * wide(percentage.thousandths)
            let share = nearest(product, 100_000)
            if let minorUnits = Int64(exactly: share) {
                try #require(try percentage.of(amount).minorUnits == minorUnits)
            } else {
                #expect(throws: AmountError.overflow) { try percentage.of(amount) }
            }
            let included = nearest(product, 100_000 + wide(percentage.thousandths))
            try #require(wide(percentage.included(in: amount).minorUnits) == included)
        }
    }

    private func wide(_ number: some BinaryInteger) -> Int128 { Int128(number) }

    /// The whole number nearest to the quotient, away from zero when two are.
    private func nearest(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        let magnitude = (dividend.magnitude * 2 + divisor.magnitude) / (divisor.magnitude * 2)
        return Int128(magnitude) * dividend.signum()
    }
}
