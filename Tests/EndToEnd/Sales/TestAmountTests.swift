import PtyHarness
import Testing

/// What one of the amounts with a meaning brings about.
struct TestAmountCase: Sendable, CustomTestStringConvertible {
    var amount: String
    var status: Int32
    var result: JSONValue
    /// Fields of the document beside the result.
    var fields: [String: JSONValue]
    var arguments: [String]

    var testDescription: String { ([amount] + arguments).joined(separator: " ") }

    init(
        _ amount: String, _ status: Int32, _ result: JSONValue, _ fields: [String: JSONValue], _ arguments: String...
    ) {
        self.amount = amount
        self.status = status
        self.result = result
        self.fields = fields
        self.arguments = arguments
    }

    static let answered: [TestAmountCase] = [
        TestAmountCase(
            "12.34", 0, "approved",
            [
                "heading": "APPROVED", "authorisedAmount": "12.34", "total": "12.34", "gratuity": "0.00",
                "verificationMethod": "PIN", "cardEntry": "ICC", "cardScheme": "VISA",
                "maskedCardNumber": "************1111", "statusCode": 1,
                "text": "12.34 GBP was taken. Give the receipt.",
            ]),
        TestAmountCase(
            "10.00", 1, "declined", ["heading": "DECLINED", "statusCode": 1, "message": "Declined by its amount."]),
        TestAmountCase(
            "20.00", 2, "cancelled",
            ["statusCode": 0x12, "text": "The customer pressed the red key. No money was taken."]),
        TestAmountCase(
            "30.00", 0, "approved", ["verificationMethod": "SIGNATURE", "cardEntry": "MSR"], "--signature", "accept"),
        TestAmountCase(
            "30.00", 1, "declined",
            [
                "statusCode": 0x13,
                "text": "The signature was rejected. No money was taken. Ask for another card.",
            ], "--signature", "reject"),
        TestAmountCase("30.00", 1, "declined", ["statusCode": 0x13]),
        TestAmountCase(
            "37.57", 4, "partiallyApproved",
            [
                "heading": "PARTLY PAID", "authorisedAmount": "20.00", "total": "20.00", "due": "17.57",
                "statusCode": 1,
            ]),
        TestAmountCase("37.79", 1, "declined", ["message": "Issuer response code 01: refer to issuer."]),
        TestAmountCase("37.84", 1, "declined", ["message": "Issuer response code 05: not authorised."]),
        TestAmountCase("37.93", 1, "declined", ["message": "Issuer response code 04: pick up card."]),
    ]

    /// Those whose answer comes late or not at all. The time-outs are divided by ``timeScale``.
    static let cutOff: [TestAmountCase] = [
        TestAmountCase("37.68", 3, "failed", ["isRecovered": false]),
        TestAmountCase("80.00", 0, "approved", recovered),
        TestAmountCase("80.05", 0, "approved", recovered),
        TestAmountCase("80.99", 0, "approved", recovered),
        TestAmountCase("90.01", 0, "approved", recovered),
        TestAmountCase("90.02", 0, "approved", recovered),
        TestAmountCase("90.03", 0, "approved", recovered),
        TestAmountCase("90.04", 0, "approved", recovered),
        TestAmountCase("90.05", 0, "approved", recovered),
        TestAmountCase("81.00", 1, "declined", recovered),
        TestAmountCase("90.00", 1, "declined", recovered),
        TestAmountCase("99.99", 1, "declined", recovered),
    ]

    private static let recovered: [String: JSONValue] = ["isRecovered": true, "maskedCardNumber": "************1111"]

    /// Time-outs of 15 to 300 s become 0.15 to 3 s: a machine that is busy with other tests stays within them.
    static let timeScale = "100"
}

@Suite("The test amounts, by command") struct TestAmountTests {
    @discardableResult
    private func check(
        _ test: TestAmountCase, _ extra: [String], at place: OutsideReader.Place? = nil
    ) throws -> TillProcess.End {
        let shop = try Shop()
        let reader = try place.map { try OutsideReader(at: $0, of: shop, "--time-scale", TestAmountCase.timeScale) }
        let end = try shop.run(
            ["sale", test.amount, "--currency", "GBP", "--json"] + test.arguments + extra + (reader?.arguments ?? []))
        #expect(end.status == test.status, "\(end.error)")
        #expect(end.outputLines.count == 1)
        let document = try JSONValue(end.output)
        #expect(document["result"] == test.result)
        #expect(document["kind"] == "sale")
        #expect(document["amount"]?.string == test.amount)
        #expect(document["currency"] == "GBP")
        #expect(document["isSimulated"] == true)
        for (name, value) in test.fields { #expect(document[name] == value, "\(name)") }
        #expect(try shop.history(reader?.arguments ?? []) == [document])
        // The host's books say the same.
        let moved = try shop.readerBooks().moved
        // A reader whose bank is elsewhere takes back by a reversal what was not signed for.
        let standing = moved.filter { !$0.isReversed && $0.originalID.isEmpty }
        let isTaken = test.result == "approved" || test.result == "partiallyApproved"
        #expect(standing.map(\.id) == (isTaken ? [document["transactionID"]?.string] : []))
        return end
    }

    @Test(
        "an amount has its result, its exit status and one row in the books",
        arguments: TestAmountCase.answered)
    func answered(test: TestAmountCase) throws {
        try check(test, ["--sim-speed", "instant"])
    }

    @Test(
        "a reader outside of the till has the same results",
        arguments: OutsideReader.Place.allCases, TestAmountCase.answered)
    func outside(place: OutsideReader.Place, test: TestAmountCase) throws {
        try check(test, ["--time-scale", TestAmountCase.timeScale], at: place)
    }

    @Test(
        "a reader outside of the till keeps the result of a sale whose answer is cut off",
        arguments: OutsideReader.Place.allCases, TestAmountCase.cutOff.filter { $0.amount != "37.68" })
    func cutOffOutside(place: OutsideReader.Place, test: TestAmountCase) throws {
        try check(test, ["--time-scale", TestAmountCase.timeScale], at: place)
    }

    @Test("a bank that never answers leaves the sale in doubt: the reader cannot look into its books")
    func bankSilentOutside() throws {
        let shop = try Shop()
        let reader = try OutsideReader(at: .tcp, of: shop, "--time-scale", TestAmountCase.timeScale)
        let end = try shop.run(
            ["sale", "37.68", "--currency", "GBP", "--json", "--time-scale", TestAmountCase.timeScale]
                + reader.arguments)
        #expect(end.status == 5, "\(end.error)")
        #expect(try JSONValue(end.output)["result"] == "unknown")
        #expect(try shop.readerBooks().moved.isEmpty)
    }

    @Test(
        "a sale whose answer is cut off ends with the result that waited on the reader",
        arguments: TestAmountCase.cutOff)
    func cutOff(test: TestAmountCase) throws {
        let end = try check(test, ["--sim-speed", "instant", "--time-scale", TestAmountCase.timeScale])
        let asking = "The answer did not arrive. Asking the reader for it; that charges nothing."
        #expect(end.errorLines.filter { $0 == asking }.count == 1)
        // Only the books' last word may say that no money was taken.
        #expect(!end.errorLines.dropLast().contains { $0.contains("No money was taken") || $0.contains("NOT STARTED") })
    }

    @Test(
        "whoever sits at the terminal judges the signature",
        arguments: [("1", Int32(0), "approved"), ("2", 1, "declined")])
    func judged(key: String, status: Int32, result: JSONValue) throws {
        let shop = try Shop()
        let till = try PtyProgram(
            PtyProgram.built("till"), ["sale", "30", "--currency", "GBP"], environment: shop.environment)
        #expect(till.wait(for: "1 accept, 2 reject:"))
        till.send("maybe\n")
        #expect(till.wait(for: "Type 1 to accept or 2 to reject:"))
        till.send("\(key)\n")
        #expect(till.waitForExit() == status)
        #expect(try shop.history().map { $0["result"] } == [result])
    }

    @Test("a signature that nobody judges in time is declined")
    func notJudged() throws {
        let shop = try Shop()
        let till = try PtyProgram(
            PtyProgram.built("till"), ["sale", "30", "--currency", "GBP", "--time-scale", "100"],
            environment: shop.environment)
        #expect(till.wait(for: "No answer to the signature in time."))
        #expect(till.waitForExit() == 1)
        #expect(try shop.history().map { $0["result"] } == ["declined"])
        #expect(try shop.readerBooks().moved.isEmpty)
    }
}
