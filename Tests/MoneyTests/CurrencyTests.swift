import Testing

@testable import Money

@Suite("Currency") struct CurrencyTests {
    @Test(
        "a currency is found by its alpha code and by its number",
        arguments: [
            ("GBP", 826, 2, "Pound Sterling", "£"), ("EUR", 978, 2, "Euro", "€"), ("USD", 840, 2, "US Dollar", "$"),
            ("ISK", 352, 0, "Iceland Krona", "ISK"), ("JPY", 392, 0, "Yen", "¥"),
            ("KWD", 414, 3, "Kuwaiti Dinar", "KWD"),
            ("CLP", 152, 0, "Chilean Peso", "CLP"), ("CLF", 990, 4, "Unidad de Fomento", "CLF"),
            ("UGX", 800, 0, "Uganda Shilling", "UGX"), ("TND", 788, 3, "Tunisian Dinar", "TND"),
            ("XAF", 950, 0, "CFA Franc BEAC", "XAF"), ("XOF", 952, 0, "CFA Franc BCEAO", "XOF"),
            ("XPF", 953, 0, "CFP Franc", "XPF"), ("XCD", 951, 2, "East Caribbean Dollar", "EC$"),
            ("XCG", 532, 2, "Caribbean Guilder", "XCG"), ("ZWG", 924, 2, "Zimbabwe Gold", "ZWG"),
            ("ALL", 8, 2, "Lek", "ALL"), ("VED", 926, 2, "Bolívar Soberano", "VED"),
            ("VES", 928, 2, "Bolívar Soberano", "VES"), ("SLE", 925, 2, "Leone", "SLE"),
        ])
    func current(alphaCode: String, numericCode: Int, digits: Int, name: String, symbol: String) throws {
        let currency = try #require(Currency(alphaCode: alphaCode))
        #expect(currency.numericCode == numericCode)
        #expect(currency.minorUnitDigits == digits)
        #expect(currency.name == name)
        #expect(currency.symbol == symbol)
        #expect(!currency.isHistoric)
        #expect(Currency(numericCode: numericCode) == currency)
    }

    @Test(
        "a historic currency is found, and says that it is historic",
        arguments: [
            ("HRK", 191, 2), ("LTL", 440, 2), ("LVL", 428, 2), ("EEK", 233, 2), ("SKK", 703, 2), ("SIT", 705, 2),
            ("MTL", 470, 2), ("CYP", 196, 2), ("ZWL", 932, 2), ("BYR", 974, 0), ("ROL", 642, 2), ("TRL", 792, 0),
            ("VEF", 937, 2), ("MRO", 478, 2), ("STD", 678, 2), ("SLL", 694, 2), ("CUC", 931, 2), ("BGN", 975, 2),
            ("ITL", 380, 0), ("DEM", 276, 2), ("FRF", 250, 2), ("ESP", 724, 0), ("NLG", 528, 2), ("BEF", 56, 0),
            ("ATS", 40, 2), ("FIM", 246, 2), ("IEP", 372, 2), ("LUF", 442, 0), ("PTE", 620, 0), ("GRD", 300, 0),
        ])
    func historic(alphaCode: String, numericCode: Int, digits: Int) throws {
        let currency = try #require(Currency(alphaCode: alphaCode))
        #expect(currency.numericCode == numericCode)
        #expect(currency.minorUnitDigits == digits)
        #expect(currency.isHistoric)
        #expect(Currency(numericCode: numericCode) == currency)
    }

    @Test(
        "where a number was used twice the later currency wins, and the earlier keeps it",
        arguments: [("XCG", "ANG"), ("CHW", "CHC"), ("CSD", "YUM")])
    func reusedNumber(later: String, earlier: String) throws {
        let currency = try #require(Currency(alphaCode: earlier))
        #expect(currency.isHistoric)
        #expect(Currency(numericCode: currency.numericCode)?.alphaCode == later)
    }

    @Test("no other number was used twice") func numbersAreUnique() {
        let numbers = Dictionary(grouping: Currency.all, by: \.numericCode)
        let reused = numbers.filter { $0.value.count > 1 }.mapValues { $0.map(\.alphaCode) }
        #expect(reused == [532: ["ANG", "XCG"], 948: ["CHC", "CHW"], 891: ["CSD", "YUM"]])
    }

    @Test(
        "text that is not exactly a code is no currency",
        arguments: [
            "", "G", "GB", "GBPX", "gbp", "Gbp", " GBP", "GBP ", "GB1", "826", "ZZZ", "GBÞ", "ＧＢＰ", "\u{212A}WD",
            "SE\u{212A}",
        ])
    func noCode(text: String) {
        #expect(Currency(alphaCode: text) == nil)
    }

    @Test("codes that are no money are no currency", arguments: ["XXX", "XTS", "XAU", "XAG", "XDR", "XUA", "XBA"])
    func noMoney(code: String) {
        #expect(Currency(alphaCode: code) == nil)
    }

    @Test(
        "numbers that no currency has are none", arguments: [Int.min, -826, -1, 0, 1, 959, 963, 999, 1000, 8260, .max])
    func noNumber(number: Int) {
        #expect(Currency(numericCode: number) == nil)
    }

    @Test("the list is complete, sorted by alpha code and without doubles") func all() {
        let codes = Currency.all.map(\.alphaCode)
        #expect(codes == codes.sorted())
        #expect(Set(codes).count == codes.count)
        #expect(Currency.current.count == 165)
        #expect(Currency.historic.count == 54)
        #expect(codes.count == 219)
    }

    @Test("each currency is well formed and found by its own codes") func wellFormed() throws {
        for currency in Currency.all {
            let code = currency.alphaCode
            #expect(currency.numericCode > 0 && currency.numericCode < 999, "\(code)")
            #expect([0, 2, 3, 4].contains(currency.minorUnitDigits), "\(code)")
            #expect(!currency.name.isEmpty && !currency.symbol.isEmpty, "\(code)")
            #expect(Currency(alphaCode: code) == currency)
            let byNumber = try #require(Currency(numericCode: currency.numericCode))
            #expect(byNumber == currency || currency.isHistoric, "\(code)")
        }
    }

    @Test("no two currencies have the same sign") func symbols() {
        #expect(Set(Currency.all.map(\.symbol)).count == Currency.all.count)
    }

    @Test("only these currencies have other than two decimals") func decimals() {
        func codes(_ digits: Int) -> String {
            Currency.current.filter { $0.minorUnitDigits == digits }.map(\.alphaCode).joined(separator: " ")
        }
        #expect(codes(0) == "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF")
        #expect(codes(3) == "BHD IQD JOD KWD LYD OMR TND")
        #expect(codes(4) == "CLF UYW")
    }

    @Test("the named currencies carry their codes") func named() {
        let named: [Currency] = [
            .gbp, .eur, .usd, .isk, .jpy, .kwd, .nok, .sek, .dkk, .chf, .zar, .cad, .aud,
        ]
        let codes = "GBP EUR USD ISK JPY KWD NOK SEK DKK CHF ZAR CAD AUD"
        #expect(named.map(\.alphaCode).joined(separator: " ") == codes)
    }
}
