import ChargeURL
import Money
import Testing

@Suite("The answer to a charge") struct ChargeResponseTests {
    private static func url(
        _ outcome: ChargeOutcome, to address: String = "app:x", fileMaker: Bool = false
    ) throws -> String {
        try ChargeResponse(outcome, to: ReturnAddress(address, usesFileMakerForm: fileMaker)).url
    }

    @Test("has the fields, order and forms of the protocol's example") func example() throws {
        #expect(
            try Self.url(.approved(Charge.example), to: "com-your-app://action/")
                == "com-your-app://action/?ifcc_responseType=approved&ifcc_transactionId=100001&ifcc_amount=10.99&ifcc_currency=USD&ifcc_redactedCardNumber=XXXXXXXXXXXX1111&ifcc_cardType=Visa&ifcc_taxAmount=0.93&ifcc_taxRate=8.5&ifcc_tipAmount=1.50"
        )
    }

    @Test("tells what the card was charged, not what was asked for") func total() throws {
        let request = try ChargeRequest(Charge.base + "?amount=10.99&taxRate=8.5")
        let subtotal = try #require(request.amount)
        guard case .percentage(let rate) = request.taxRate else {
            Issue.record("no rate")
            return
        }
        let tax = try rate.of(subtotal)
        var charge = Charge.example
        charge.tax = ApprovedCharge.Tax(minorUnits: tax.minorUnits, rate: rate)
        charge.amount = try subtotal.adding(tax).adding(Amount(minorUnits: 150, currency: .usd))
        let pairs = try Charge.pairs(of: Self.url(.approved(charge)))
        #expect(pairs.contains("ifcc_amount=13.42") && pairs.contains("ifcc_taxAmount=0.93"))
        #expect(pairs.contains("ifcc_tipAmount=1.50"))
    }

    @Test("leaves out tax, tip and card number where there is none") func bare() throws {
        let charge = ApprovedCharge(
            transactionID: "", amount: Amount(minorUnits: 5000, currency: .usd), cardNumber: nil, cardType: .unknown)
        #expect(
            try Charge.pairs(of: Self.url(.approved(charge))) == [
                "ifcc_responseType=approved", "ifcc_amount=50.00", "ifcc_currency=USD", "ifcc_cardType=Unknown",
            ])
    }

    @Test(
        "has nothing of the sale unless it is approved",
        arguments: [
            (.cancelled, ["ifcc_responseType=cancelled"]), (.declined, ["ifcc_responseType=declined"]),
            (.error, ["ifcc_responseType=error"]),
            (
                .partlyPaid(reference: "S-7"),
                [
                    "ifcc_responseType=error",
                    "ifcc_errorMessage=Only%20a%20part%20was%20charged.%20Do%20not%20charge%20again%20before%20asking%20at%20the%20till.%20Our%20reference%3A%20S-7",
                ]
            ),
            (
                .setAside(reference: "S-1042/2"),
                [
                    "ifcc_responseType=error",
                    "ifcc_errorMessage=It%20is%20not%20known%20whether%20the%20card%20was%20charged.%20Do%20not%20charge%20again.%20Our%20reference%3A%20S-1042%2F2",
                ]
            ),
        ] as [(ChargeOutcome, [Substring])])
    func notApproved(outcome: ChargeOutcome, pairs: [Substring]) throws {
        #expect(try Charge.pairs(of: Self.url(outcome)) == pairs)
    }

    @Test("to a sale set aside uses no word that invites another charge") func words() throws {
        let message = try #require(ChargeOutcome.setAside(reference: "R").fields.last)
        #expect(message.name == .errorMessage)
        for word in ["retry", "try again", "repeat", "failed", "declined", "not charged"] {
            #expect(!message.value.lowercased().contains(word))
        }
        let long = try #require(
            ChargeOutcome.setAside(reference: "\u{1B}" + String(repeating: "r", count: 500)).fields.last)
        #expect(long.value.hasSuffix(String(repeating: "r", count: 63) + "…") && long.value.count < 255)
    }

    @Test(
        "goes to the end of the query, before a fragment, and changes nothing else",
        arguments: [
            ("app://", "app://?ifcc_responseType=declined"), ("app://done", "app://done?ifcc_responseType=declined"),
            ("app://done/", "app://done/?ifcc_responseType=declined"),
            ("app:done", "app:done?ifcc_responseType=declined"),
            ("app://done?", "app://done?ifcc_responseType=declined"),
            ("app://done?x", "app://done?x&ifcc_responseType=declined"),
            ("app://done?x&", "app://done?x&ifcc_responseType=declined"),
            ("app://done?b=2&a=%7e+%20", "app://done?b=2&a=%7e+%20&ifcc_responseType=declined"),
            ("https://pos.example.test/#/paid", "https://pos.example.test/?ifcc_responseType=declined#/paid"),
            ("https://pos.example.test/?a#b?c", "https://pos.example.test/?a&ifcc_responseType=declined#b?c"),
            ("https://pos.example.test?#", "https://pos.example.test?ifcc_responseType=declined#"),
        ])
    func place(address: String, url: String) throws {
        #expect(try Self.url(.declined, to: address) == url)
    }

    @Test("in FileMaker's form has a bare $ before our names and nowhere else") func fileMaker() throws {
        let request = try ChargeRequest(
            Charge.base
                + "?fm=1&returnURL=fmp%3A%2F%2F%24%2FTill.fmp12%3Fscript%3DCard%2520Done%26param%3D77&amount=1")
        let address = try #require(request.returnAddress)
        #expect(
            ChargeResponse(.approved(Charge.example), to: address).url
                == "fmp://$/Till.fmp12?script=Card%20Done&param=77&$ifcc_responseType=approved&$ifcc_transactionId=100001&$ifcc_amount=10.99&$ifcc_currency=USD&$ifcc_redactedCardNumber=XXXXXXXXXXXX1111&$ifcc_cardType=Visa&$ifcc_taxAmount=0.93&$ifcc_taxRate=8.5&$ifcc_tipAmount=1.50"
        )
        #expect(ChargeResponse(.cancelled, to: address).url.hasSuffix("&param=77&$ifcc_responseType=cancelled"))
    }

    @Test(
        "has amounts with two decimals whenever that is exact, else with the currency's own",
        arguments: [
            (1099, .usd, "10.99"), (5, .usd, "0.05"), (0, .gbp, "0.00"), (123_456_789, .eur, "1234567.89"),
            (1500, .jpy, "1500.00"), (0, .isk, "0.00"), (1250, .kwd, "1.25"), (1255, .kwd, "1.255"), (5, .kwd, "0.005"),
            (1000, .kwd, "1.00"), (.max, .jpy, "9223372036854775807.00"),
        ] as [(Int64, Currency, String)])
    func amounts(minorUnits: Int64, currency: Currency, text: String) throws {
        let charge = ApprovedCharge(
            transactionID: "1", amount: Amount(minorUnits: minorUnits, currency: currency), cardNumber: nil,
            cardType: .unknown, tax: ApprovedCharge.Tax(minorUnits: minorUnits, rate: Percentage(thousandths: 0)),
            tipMinorUnits: minorUnits)
        let pairs = try Charge.pairs(of: Self.url(.approved(charge)))
        #expect(pairs.contains("ifcc_amount=\(text)") && pairs.contains("ifcc_currency=\(currency.alphaCode)"))
        #expect(pairs.contains("ifcc_taxAmount=\(text)") && pairs.contains("ifcc_tipAmount=\(text)"))
        #expect(pairs.contains("ifcc_taxRate=0"))
    }

    @Test(
        "has four decimals only where the currency needs them",
        arguments: [(12345, "1.2345"), (12300, "1.23"), (12340, "1.2340")])
    func fourDecimals(minorUnits: Int64, text: String) throws {
        let currency = try #require(Currency(alphaCode: "CLF"))
        let charge = ApprovedCharge(
            transactionID: "1", amount: Amount(minorUnits: minorUnits, currency: currency), cardNumber: nil,
            cardType: .unknown)
        #expect(try Charge.pairs(of: Self.url(.approved(charge))).contains("ifcc_amount=\(text)"))
    }

    @Test(
        "tells the rate that was applied, with as few decimals as say it",
        arguments: [("8.125", "8.125"), ("8.50", "8.5"), ("8", "8")])
    func taxRate(rate: String, text: String) throws {
        var charge = Charge.example
        charge.tax = ApprovedCharge.Tax(minorUnits: 1, rate: try Percentage(rate))
        #expect(try Charge.pairs(of: Self.url(.approved(charge))).contains("ifcc_taxRate=\(text)"))
    }

    @Test("encodes what the books call a transaction, and a space as %20") func transactionID() throws {
        var charge = Charge.example
        charge.transactionID = "T 1+2&ifcc_amount=0#?%\u{1B}é"
        #expect(
            try Charge.pairs(of: Self.url(.approved(charge)))[1]
                == "ifcc_transactionId=T%201%2B2%26ifcc_amount%3D0%23%3F%25%C3%A9")
        charge.transactionID = String(repeating: "7", count: 300)
        #expect(try Charge.pairs(of: Self.url(.approved(charge)))[1].count == "ifcc_transactionId=".count + 254 + 9)
    }

    @Test(
        "has one of seven words for the card",
        arguments: [
            ("VISA", .visa), ("Visa Debit", .visa), ("visa", .visa), ("MASTERCARD", .masterCard),
            ("Debit MasterCard", .masterCard), ("MASTER CARD", .masterCard), ("AMEX", .amex),
            ("American Express", .amex),
            ("DISCOVER", .discover), ("MAESTRO", .maestro), ("MasterCard Maestro", .maestro), ("Solo", .solo),
            ("JCB", .unknown), ("DINERS", .unknown), ("UNIONPAY", .unknown), ("INTERAC", .unknown), ("", .unknown),
            ("VISAGE", .unknown), ("AMERICAN", .unknown), ("SOLOIST", .unknown), ("Vísa", .unknown),
        ] as [(String, ChargeCardType)])
    func cardType(scheme: String, type: ChargeCardType) {
        #expect(ChargeCardType(schemeName: scheme) == type)
    }

    @Test("has the protocol's seven words") func cardTypes() {
        #expect(
            ChargeCardType.allCases.map(\.rawValue)
                == ["Visa", "MasterCard", "Amex", "Discover", "Maestro", "Solo", "Unknown"])
    }

    @Test(
        "shows four digits of a card number and an X for each other",
        arguments: [
            ("************1111", "XXXXXXXXXXXX1111"), ("XXXXXXXXXXXX1111", "XXXXXXXXXXXX1111"),
            ("4111111111111111", "XXXXXXXXXXXX1111"), ("411111******1111", "XXXXXXXXXXXX1111"),
            ("4111 11** **** 1111", "XXXXXXXXXXXX1111"), ("***********0005", "XXXXXXXXXXX0005"),
            ("1111", "XXXXXXXXXXXX1111"),
            ("...1111", "XXXXXXXXXXXX1111"), (String(repeating: "*", count: 100) + "1111", "XXXXXXXXXXXX1111"),
        ])
    func cardNumber(masked: String, text: String) {
        #expect(RedactedCardNumber(masked)?.text == text)
    }

    @Test(
        "shows no card number without four digits at its end",
        arguments: ["", "111", "1111*", "************", "***١١١١", "**111é"])
    func noCardNumber(masked: String) {
        #expect(RedactedCardNumber(masked) == nil)
    }

    @Test("is the same each time it is given") func again() throws {
        let address = try ReturnAddress("app://x?a=1")
        let first = ChargeResponse(.approved(Charge.example), to: address)
        #expect(first == ChargeResponse(.approved(Charge.example), to: address))
        #expect(first.url == ChargeResponse(.approved(Charge.example), to: address).url)
    }
}
