import Money
import Testing

@testable import TillJournal

@Suite("A history query") struct HistoryQueryTests {
    /// 2023-11-14 23:43:20 on the wall.
    static let now = Timestamp(millisecondsSince1970: 1_700_000_000_000, offsetFromUTC: 5400)

    private func query(_ text: String) throws(HistoryQueryError) -> HistoryQuery {
        try HistoryQuery(text, now: Self.now, currencies: [currency("GBP")])
    }

    @Test(
        "reads its words",
        arguments: [
            ("", []), ("  ", []), ("amount:10.00", [.amount([money(1000)])]), ("amount:12,5", [.amount([money(1250)])]),
            ("AMOUNT:500jpy", [.amount([money(500, "JPY")])]), ("card:1111", [.card(lastFour: "1111")]),
            ("ref:T1-000418", [.reference("T1-000418")]), ("ref:ORDER:17", [.reference("ORDER:17")]),
            ("auth:99AA22 id:01236f", [.authorisation("99AA22"), .id("01236f")]),
            ("12.5", [.text("12.5", [money(1250)])]), ("418", [.text("418", [money(41800)])]),
            ("T1-000418", [.text("T1-000418", [])]), ("ref:\"table 4\"", [.reference("table 4")]),
            ("\"table 4\" \"sale\"", [.text("table 4", []), .text("sale", [])]),
            ("\"ORDER:17\"", [.text("ORDER:17", [])]), ("\"\"", []), ("sales", [.text("sales", [])]),
        ] as [(String, [HistoryQuery.Term])])
    func terms(text: String, terms: [HistoryQuery.Term]) throws {
        let query = try query(text)
        #expect(query.terms == terms)
        #expect(query.isEmpty == terms.isEmpty)
    }

    @Test(
        "an amount without a currency is one in each of the shop's, and the currency may stand apart",
        arguments: [
            ("12.50", [.text("12.50", [money(1250), money(1250, "EUR")])]),
            ("1250", [.text("1250", [money(125000), money(125000, "EUR"), money(1250, "JPY")])]),
            ("amount:12,5", [.amount([money(1250), money(1250, "EUR")])]),
            ("12.50 EUR", [.text("12.50EUR", [money(1250, "EUR")])]),
            ("amount:12.50 eur sale", [.amount([money(1250, "EUR")])]),
            ("1250 JPY", [.text("1250JPY", [money(1250, "JPY")])]),
            ("Table EUR", [.text("Table", []), .text("EUR", [])]),
            ("\"12.50\" EUR", [.text("12.50", [money(1250), money(1250, "EUR")]), .text("EUR", [])]),
        ] as [(String, [HistoryQuery.Term])])
    func currencies(text: String, terms: [HistoryQuery.Term]) throws {
        let currencies = [currency("GBP"), currency("EUR"), currency("JPY")]
        #expect(try HistoryQuery(text, now: Self.now, currencies: currencies).terms == terms)
    }

    @Test("reads results and kinds, with and without is:") func states() throws {
        for prefix in ["", "is:", "IS:"] {
            for result in HistoryQuery.Result.allCases {
                #expect(try query(prefix + result.rawValue).results == [result])
                #expect(try query(prefix + result.rawValue.uppercased()).results == [result])
            }
            for kind in HistoryQuery.Kind.allCases { #expect(try query(prefix + kind.rawValue).kinds == [kind]) }
        }
        let both = try query("is:refund declined void failed")
        #expect(both.kinds == [.refund, .void])
        #expect(both.results == [.declined, .failed])
        #expect(!both.isEmpty)
    }

    @Test(
        "reads days as the shop's calendar has them",
        arguments: [
            ("after:2023-11-01", 1_698_791_400_000, nil), ("before:2023-11-01", nil, 1_698_791_400_000),
            ("on:2023-11-14", 1_699_914_600_000, 1_700_001_000_000), ("today", 1_699_914_600_000, 1_700_001_000_000),
            ("is:today", 1_699_914_600_000, 1_700_001_000_000),
            ("after:2023-11-01 today", 1_699_914_600_000, 1_700_001_000_000),
            ("on:2024-02-29", 1_709_159_400_000, 1_709_245_800_000),
        ] as [(String, Int64?, Int64?)])
    func days(text: String, since: Int64?, until: Int64?) throws {
        let query = try query(text)
        #expect(query.since?.millisecondsSince1970 == since)
        #expect(query.until?.millisecondsSince1970 == until)
        #expect(query.terms.isEmpty)
    }

    private static let errors: [(text: String, error: HistoryQueryError, sentence: String)] = [
        (
            String(repeating: "x", count: 201), HistoryQueryError.tooLong,
            "The search is too long. Type at most 200 characters."
        ),
        (String(repeating: "x ", count: 17), .tooManyWords, "There are too many words. Type at most 16."),
        ("ref:\"table 4", .openQuote, "A quotation mark is not closed. Type a second one."),
        (
            "\u{1B}colour:red", .unknownWord("\u{1B}colour"),
            "“?colour:” is not a word of the search. Use amount, card, ref, auth, id, after, before, on or is."
        ),
        ("amount:", .nothingBehind(word: "amount"), "Nothing stands behind “amount:”. Type what to look for."),
        (
            "amount:ten", .noAmount(text: "ten", .unexpectedCharacter("t", position: 1)),
            "“ten” is no amount. There is “t” at position 1; type only digits and one decimal point."
        ),
        (
            "amount:1.234", .noAmount(text: "1.234", .tooManyDecimals(text: "1.234", count: 3, currency: .gbp)),
            "“1.234” is no amount. 1.234 has 3 decimals; GBP has 2."
        ),
        ("card:4111x", .noLastFour(text: "4111x"), "“4111x” is no card. Type the last four digits: card:1111."),
        (
            "on:2023-02-29", .noDay(word: "on", text: "2023-02-29"),
            "“2023-02-29” is no day. Type it as year, month and day: on:2026-11-01."
        ),
        (
            "is:paid", .noState(text: "paid"),
            """
            “paid” is no result and no kind. Use one of approved, declined, cancelled, failed, unknown, partly, voided, \
            refunded, sale, refund, void.
            """
        ),
    ]

    @Test("that cannot be read says what to type", arguments: errors)
    func error(text: String, error: HistoryQueryError, sentence: String) throws {
        #expect(throws: error) { try query(text) }
        #expect(error.sentence == sentence)
    }

    @Test(
        "takes only days of the calendar",
        arguments: ["2023-13-01", "2023-00-01", "2023-04-31", "2023-4-01", "23-04-01", "2023-04-01x", "x"])
    func badDays(text: String) {
        for word in ["after", "before", "on"] {
            #expect(throws: HistoryQueryError.noDay(word: word, text: text)) { try query("\(word):\(text)") }
        }
    }
}
