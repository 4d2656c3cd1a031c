import FoundationEssentials
import Testing

@Suite("The transaction feed") struct FeedTests {
    /// More than the longest operation, its clock skew and the feed's delay together.
    private static let later = ["TILL_CLOCK_AHEAD": "7200"]

    /// A till that was killed after the bank had answered, and a reader that has since lost what it kept.
    private func shopInDoubt(
        _ amount: String = "12.34", crashAt point: String = "host-answered", reference: String = "Table 4"
    ) throws -> Shop {
        let shop = try Shop()
        let end = try shop.run(
            "sale", amount, "--currency", "GBP", "--reference", reference, settings: ["TILL_CRASH_AT": point])
        #expect(end.status < 0)
        try shop.editReaderBooks { books in
            for key in ["inFlight", "pending"] { books[key] = nil }
            books["payments"] = .array([])
        }
        return shop
    }

    @Test("a sale that the reader no longer knows is found in the bank's list") func found() throws {
        let shop = try shopInDoubt()
        let end = try shop.run("recover")
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output == "APPROVED  12.34 GBP  auth 005354  ref Table 4  SIMULATED\n")
        #expect(end.error.hasPrefix("Table 4: The bank's transaction list has it: SALE AUTHORISED 12.34 GBP "))
        let rows = try shop.expectTruth()
        #expect(rows.map { $0["result"] } == ["approved"])
        #expect(try shop.run("recover").output == "Nothing waiting on the reader.\n")
    }

    @Test("the document names the finding and its evidence") func document() throws {
        let shop = try shopInDoubt()
        let document = try JSONValue(shop.run("recover", "--json").output)
        #expect(document["resolved"]?.elements.map { $0["result"] } == ["approved"])
        #expect(document["inDoubt"]?.elements == [])
        #expect(document["feed"]?.elements.map { $0["finding"] } == ["foundInFeed"])
        #expect(document["feed"]?.elements.map { $0["reference"] } == ["Table 4"])
    }

    @Test(
        "a decline and a partial approval are found as such",
        arguments: [("10.00", JSONValue.string("declined")), ("37.57", .string("partiallyApproved"))])
    func otherResults(amount: String, result: JSONValue) throws {
        let shop = try shopInDoubt(amount)
        let end = try shop.run("recover")
        #expect(end.status == 0, "\(end.error)")
        #expect(try shop.expectTruth().map { $0["result"] } == [result])
    }

    @Test("of two equal amounts the one in doubt is found, not the one that is settled") func equalAmounts() throws {
        let shop = try Shop()
        #expect(try shop.run("sale", "12.34", "--currency", "GBP").status == 0)
        let end = try shop.run(
            "sale", "12.34", "--currency", "GBP", settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(end.status < 0)
        try shop.editReaderBooks { books in
            for key in ["inFlight", "pending"] { books[key] = nil }
        }
        #expect(try shop.recover().map { $0["result"] } == ["approved"])
        #expect(try shop.expectTruth().count == 2)
    }

    @Test("what the bank's list does not have stays in doubt at first, and has failed when it can no longer come")
    func absent() throws {
        let shop = try shopInDoubt(crashAt: "relay-noted")
        #expect(try shop.readerBooks().host.transactions.isEmpty)
        let early = try shop.run("recover")
        #expect(early.status == 5)
        #expect(early.outputLines.last == "STILL UNKNOWN  12.34 GBP  ref Table 4  SIMULATED")
        #expect(early.error == "Table 4: The bank's transaction list does not have it so far.\n")
        #expect(try shop.history().map { $0["result"] } == ["unknown"])

        let late = try shop.run(["recover"], settings: FeedTests.later)
        #expect(late.status == 0)
        #expect(
            late.error == "Table 4: The bank's transaction list is complete and does not have it: no money moved.\n")
        #expect(try shop.expectTruth().map { $0["result"] } == ["failed"])
    }

    @Test("two transactions that may be the sale are shown, and nobody guesses") func ambiguous() throws {
        let shop = try shopInDoubt()
        try shop.editReaderBooks { books in
            guard case .object(var host)? = books["host"], case .array(let transactions)? = host["transactions"],
                case .object(var second)? = transactions.first
            else { return }
            second["id"] = .string("00000000-0000-0000-0000-000000000002")
            host["transactions"] = .array(transactions + [.object(second)])
            books["host"] = .object(host)
        }
        let end = try shop.run(["recover"], settings: FeedTests.later)
        #expect(end.status == 5)
        #expect(end.error.hasPrefix("Table 4: The bank's transaction list does not decide. Compare by hand: "))
        #expect(end.error.contains("id 00000000-0000-0000-0000-000000000002"))
        #expect(try shop.history().map { $0["result"] } == ["unknown"])
    }
}

extension Shop {
    /// Changes what the simulated reader and its host remember, while no till runs.
    fileprivate func editReaderBooks(_ body: (inout [String: JSONValue]) -> Void) throws {
        let bytes = try #require(contents(of: simulator))
        guard case .object(var books) = try JSONValue(String(decoding: bytes, as: UTF8.self)) else {
            Issue.record("the simulated reader's books are no object")
            return
        }
        body(&books)
        try JSONEncoder().encode(JSONValue.object(books)).write(to: URL(filePath: simulator))
    }
}

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
