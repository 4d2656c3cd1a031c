import ChargeURL
import Money
import Testing

@Suite("A charge request") struct ChargeRequestTests {
    @Test("of the protocol's example is read") func example() throws {
        let request = try ChargeRequest(
            "com-innerfence-ccterminal://charge/1.0.0/?amount=10.99&email=john%40example.com&returnURL=com-your-app%3A%2F%2Faction%2F"
        )
        #expect(request.amount == Amount(minorUnits: 1099, currency: .usd))
        #expect(request.email == "john@example.com")
        #expect(request.returnAddress?.text == "com-your-app://action/")
        #expect(request.returnAddress?.usesFileMakerForm == false)
        #expect(!request.namesCurrency && !request.isAmountFixed && !request.returnsImmediately)
        #expect(request.unknownParameters == [] && request.adjustments == [])
    }

    @Test("has every parameter of the protocol") func everything() throws {
        let request = try ChargeRequest(
            Charge.base
                + "?returnAppName=Till%20%26%20Co&returnURL=fmp%3A%2F%2F%24%2FTill.fmp12&returnImmediately=1&fm=1"
                + "&amount=0010.5&amountFixed=1&taxRate=8.125&currency=GBP&email=a.b%2Bc%40x-y.example"
                + "&firstName=J%C3%B3n&lastName=%C3%9E%C3%B3r&company=O%27Neill&address=1+1&city=Bath&state=ON"
                + "&zip=101&phone=%2B354%20555&country=IS&invoiceNumber=A17&description=Tea%20%F0%9F%8D%B5")
        #expect(request.returnAppName == "Till & Co")
        #expect(request.returnAddress == (try ReturnAddress("fmp://$/Till.fmp12", usesFileMakerForm: true)))
        #expect(request.returnsImmediately && request.isAmountFixed && request.namesCurrency)
        #expect(request.amount == Amount(minorUnits: 1050, currency: .gbp) && request.currency == .gbp)
        #expect(request.taxRate == .percentage(Percentage(thousandths: 8125)))
        #expect(request.email == "a.b+c@x-y.example")
        #expect([request.firstName, request.lastName, request.company] == ["Jón", "Þór", "O'Neill"])
        #expect([request.address, request.city, request.state, request.zip] == ["1+1", "Bath", "ON", "101"])
        #expect([request.phone, request.country] == ["+354 555", "IS"])
        #expect([request.invoiceNumber, request.description] == ["A17", "Tea 🍵"])
        #expect(request.unknownParameters == [] && request.adjustments == [])
    }

    @Test(
        "needs no parameter, and an empty one is none",
        arguments: ["", "?", "?&&", "?returnURL=&email=&description=&returnAppName=&amountFixed=&fm", "?email&zip="])
    func empty(query: String) throws {
        let request = try ChargeRequest(Charge.base + query, defaultCurrency: .isk)
        #expect(request.returnAddress == nil && request.returnAppName == nil && request.email == nil)
        #expect(request.amount == nil && request.taxRate == nil && request.currency == .isk && !request.isAmountFixed)
        #expect(request.description == nil && request.zip == nil)
        #expect(request.unknownParameters == [] && request.adjustments == [])
    }

    @Test(
        "has no case in scheme and host",
        arguments: [
            "COM-InnerFence-CCTerminal://charge/1.0.0/?amount=1", "com-innerfence-ccterminal://CHARGE/1.0.0/?amount=1",
        ])
    func caseless(url: String) throws {
        #expect(try ChargeRequest(url).amount?.minorUnits == 100)
    }

    @Test(
        "amounts are whole minor units of their currency",
        arguments: [
            ("19.99", "USD", 1999), ("0.29", "USD", 29), ("17.08", "usd", 1708), ("1.1", "GBP", 110), ("8", "EUR", 800),
            ("1500", "JPY", 1500), ("1.255", "KWD", 1255), ("1.2", "kwd", 1200), ("0", "USD", 0),
            ("999999999999999", "JPY", 999_999_999_999_999), ("9999999999999.99", "USD", 999_999_999_999_999),
            ("1.2345", "CLF", 12345),
        ] as [(String, String, Int64)])
    func amounts(text: String, code: String, minorUnits: Int64) throws {
        let request = try ChargeRequest(Charge.url(.amount, text, and: "&currency=" + code), defaultCurrency: .isk)
        let currency = try #require(Currency(alphaCode: code.uppercased()))
        #expect(request.amount == Amount(minorUnits: minorUnits, currency: currency))
        #expect(request.namesCurrency)
    }

    @Test("every price up to 100.00 is exact") func everyPrice() throws {
        for minorUnits in 1...10_000 as ClosedRange<Int64> {
            let amount = Amount(minorUnits: minorUnits, currency: .usd)
            #expect(try ChargeRequest(Charge.base + "?amount=" + amount.decimal).amount == amount)
        }
    }

    @Test("an amount without a currency is in the default")
    func defaultCurrency() throws {
        let request = try ChargeRequest(Charge.url(.amount, "1500"), defaultCurrency: .isk)
        #expect(request.amount == Amount(minorUnits: 1500, currency: .isk))
        #expect(!request.namesCurrency)
        #expect(throws: ChargeRequestError.amount(.tooManyDecimals(text: "1.50", count: 2, currency: .isk))) {
            try ChargeRequest(Charge.url(.amount, "1.50"), defaultCurrency: .isk)
        }
    }

    @Test(
        "tax is a rate below 100 with up to three decimals, or the till's own",
        arguments: [
            ("8", .percentage(Percentage(thousandths: 8000))), ("8.5", .percentage(Percentage(thousandths: 8500))),
            ("8.25", .percentage(Percentage(thousandths: 8250))), ("8.125", .percentage(Percentage(thousandths: 8125))),
            ("0", .percentage(Percentage(thousandths: 0))), ("99", .percentage(Percentage(thousandths: 99_000))),
            ("99.999", .percentage(Percentage(thousandths: 99_999))), ("default", .defaultOfTill),
        ] as [(String, ChargeTaxRate)])
    func taxRate(text: String, rate: ChargeTaxRate) throws {
        #expect(try ChargeRequest(Charge.url(.taxRate, text)).taxRate == rate)
    }

    @Test(
        "a flag is set by 1 alone",
        arguments: [
            ("1", true), ("0", false), ("", false), ("yes", false), ("true", false), ("01", false), ("1 ", false),
        ])
    func flags(value: String, isSet: Bool) throws {
        let request = try ChargeRequest(
            Charge.base + "?amount=1&returnURL=a:b"
                + ["amountFixed", "fm", "returnImmediately"].map { "&\($0)=" + Charge.encoded(value) }.joined())
        #expect(request.isAmountFixed == isSet && request.returnsImmediately == isSet)
        #expect(request.returnAddress?.usesFileMakerForm == isSet)
        let isNoticed = !["1", "0", ""].contains(value)
        let noticed: [ChargeAdjustment] = [
            .flagNotSet(.returnImmediately), .flagNotSet(.fileMaker), .flagNotSet(.amountFixed),
        ]
        #expect(request.adjustments == (isNoticed ? noticed : []))
    }

    @Test("a plus stays a plus, in either form") func plus() throws {
        let request = try ChargeRequest(Charge.base + "?description=a+b%2Bc%20d&phone=+1")
        #expect(request.description == "a+b+c d" && request.phone == "+1")
    }

    @Test("names may be percent-encoded, and are exact") func names() throws {
        let request = try ChargeRequest(Charge.base + "?%61mount=2&Amount=3&AMOUNTFIXED=1&ifcc_amount=4")
        #expect(request.amount?.minorUnits == 200 && !request.isAmountFixed)
        #expect(request.unknownParameters == ["Amount", "AMOUNTFIXED", "ifcc_amount"])
    }

    @Test("unknown parameters are named for the log and mean nothing, whatever they hold") func unknown() throws {
        let long = String(repeating: "n", count: 200)
        let request = try ChargeRequest(
            Charge.base + "?x=1&x=2&%1B%5Bm=3&=4&latin=%E9&%E9=1&amount=1&" + long + "=5")
        #expect(
            request.unknownParameters == [
                "x", "x", "[m", "", "latin", "\u{FFFD}", String(repeating: "n", count: 39) + "…",
            ])
        #expect(request.amount?.minorUnits == 100)
    }

    @Test("a value may hold what the query has no use for") func delimiters() throws {
        let request = try ChargeRequest(Charge.base + "?description=a=b?c/d&returnURL=https://x.example/?y=z&amount=1")
        #expect(request.description == "a=b?c/d" && request.amount?.minorUnits == 100)
        #expect(request.returnAddress?.text == "https://x.example/?y=z")
    }

    @Test(
        "text that is too long is shortened to its limit, visibly",
        arguments: ChargeParameter.allCases.filter { $0.scalarsMax != nil && $0 != .email })
    func shortened(parameter: ChargeParameter) throws {
        let limit = try #require(parameter.scalarsMax)
        let whole = String(repeating: "é", count: limit)
        let request = try ChargeRequest(Charge.url(parameter, whole))
        #expect(request.text(parameter) == whole && request.adjustments == [])

        let cut = try ChargeRequest(Charge.url(parameter, whole + "x"))
        #expect(cut.text(parameter) == String(repeating: "é", count: limit - 1) + "…")
        #expect(cut.adjustments == [.shortened(parameter, scalarsMax: limit)])
    }

    @Test("shortening cuts no character in two, and counts what one is made of") func shortenedCharacters() throws {
        let family = "👨‍👩‍👧"
        let families = try ChargeRequest(Charge.url(.zip, String(repeating: family, count: 5)))
        #expect(families.zip == String(repeating: family, count: 3) + "…")
        let pile = try ChargeRequest(Charge.url(.zip, "a" + String(repeating: "\u{301}", count: 1000)))
        #expect(pile.zip == "…")
    }

    @Test(
        "control and format characters are left out of text",
        arguments: [
            ("a\u{1B}[31mb", "a[31mb"), ("a\r\nb\tc\u{0}", "abc"), ("a\u{202E}54.01\u{2069}b", "a54.01b"),
            ("a\u{2028}b\u{85}\u{FEFF}", "ab"), ("\u{7F}", nil),
        ] as [(String, String?)])
    func cleaned(text: String, expected: String?) throws {
        let request = try ChargeRequest(Charge.url(.description, text))
        #expect(request.description == expected)
        #expect(request.adjustments == [.cleaned(.description)])
    }

    @Test("64 KiB are read, and one byte more is not") func size() throws {
        let base = Charge.base + "?amount=1&x="
        let url = base + String(repeating: "y", count: 65536 - base.utf8.count)
        #expect(try ChargeRequest(url).amount?.minorUnits == 100)
        #expect(throws: ChargeRequestError.malformed(.tooLong(bytesMax: 65536))) { try ChargeRequest(url + "y") }
    }
}

extension ChargeRequest {
    /// The text of a parameter that is text.
    func text(_ parameter: ChargeParameter) -> String? {
        switch parameter {
        case .returnAppName: returnAppName
        case .email: email
        case .firstName: firstName
        case .lastName: lastName
        case .company: company
        case .address: address
        case .city: city
        case .state: state
        case .zip: zip
        case .phone: phone
        case .country: country
        case .invoiceNumber: invoiceNumber
        case .description: description
        case .returnURL: returnAddress?.text
        case .returnImmediately, .fileMaker, .amount, .amountFixed, .taxRate, .currency: nil
        }
    }
}
