import Testing

@Suite("till refund and till reverse") struct ReturnTests {
    private func shop(_ amount: String = "12.34") throws -> Shop {
        let shop = try Shop()
        _ = try shop.run("sale", amount, "--currency", "GBP", "--reference", "Table 4")
        return shop
    }

    @Test("a refund gives back what is left")
    func whole() throws {
        let shop = try shop()
        let part = try shop.run("refund", "1", "5.00")
        #expect(part.status == 0)
        #expect(part.output.hasPrefix("REFUNDED  5.00 GBP  VISA ************1111  auth "))
        #expect(part.errorLines.last == "5.00 GBP was given back. Give the receipt.")
        let rest = try shop.run("refund", "Table 4", "--json")
        #expect(rest.status == 0)
        let document = try JSONValue(rest.output)
        #expect(document["amount"] == "7.34")
        #expect(document["heading"] == "REFUNDED")
        try shop.expectTruth()
        #expect(try shop.readerBooks().host.transactions.first?.refundedMinor == 1234)
    }

    @Test("a reversal voids the whole sale, and then the sale cannot be given back again")
    func reversal() throws {
        let shop = try shop()
        let end = try shop.run("reverse", "1")
        #expect(end.status == 0)
        #expect(end.output.hasPrefix("VOIDED  12.34 GBP  auth "))
        #expect(end.errorLines.last == "The sale of 12.34 GBP was voided. Give the receipt.")
        try shop.expectTruth()
        for words in [["reverse", "1"], ["refund", "1"], ["refund", "1", "1"]] {
            let again = try shop.run(words)
            #expect(again.status == 3)
            #expect(again.output == "")
            #expect(again.error.hasSuffix(" already. There is nothing left to give back. No money was moved.\n"))
        }
        #expect(try shop.history().count == 2)
    }

    @Test("a refund can be voided, and its money is left to refund again")
    func refundReversal() throws {
        let shop = try shop()
        _ = try shop.run("refund", "1", "5")
        let end = try shop.run("reverse", "2")
        #expect(end.status == 0)
        #expect(end.errorLines.last == "The refund of 5.00 GBP was voided. Give the receipt.")
        try shop.expectTruth()
        #expect(try JSONValue(shop.run("refund", "1", "--json").output)["amount"] == "12.34")
        try shop.expectTruth()
    }

    @Test(
        "what the books do not allow is told, ends with 3, and is not asked of the reader",
        arguments: [
            (
                ["refund", "1", "12.35"],
                "12.35 GBP is more than the 12.34 GBP that are left. Give back 12.34 GBP at most."
            ),
            (["refund", "2"], "Operation 2 is not one that can be given back. Choose the sale in the history."),
            (["refund", "3"], "REF was not paid, so there is nothing to give back. Choose another payment."),
            (["reverse", "3"], "REF was not paid, so there is nothing to give back. Choose another payment."),
        ])
    func refused(words: [String], sentence: String) throws {
        let shop = try shop()
        _ = try shop.run("report", "--close")
        let declined = try JSONValue(shop.run("sale", "10", "--currency", "GBP", "--json").output)
        let count = try shop.history().count
        let end = try shop.run(words)
        #expect(end.status == 3)
        #expect(end.output == "")
        let reference = try #require(declined["reference"]?.string)
        #expect(end.error == sentence.replacing("REF", with: reference) + " No money was moved.\n")
        #expect(try shop.history().count == count)
        #expect(try shop.readerBooks().host.transactions.count == 2)
    }

    @Test("more than the rest is refused, refund for refund")
    func sums() throws {
        let shop = try shop("10.01")
        #expect(try shop.run("refund", "1", "6.00").status == 0)
        let end = try shop.run("refund", "1", "5.00")
        #expect(end.status == 3)
        #expect(
            end.error
                == "5.00 GBP is more than the 4.01 GBP that are left. Give back 4.01 GBP at most. No money was moved.\n"
        )
        try shop.expectTruth()
    }

    @Test(
        "an amount that makes no sense is wrong usage",
        arguments: [
            ("0", "An amount of 0 cannot be given back. Give an amount above 0."),
            ("-5", "There is “-” at position 1; type only digits and one decimal point."),
            ("1.234", "1.234 has 3 decimals; GBP has 2."),
        ])
    func amounts(text: String, message: String) throws {
        let shop = try shop()
        let end = try shop.run("refund", "1", text)
        #expect(end.status == 64)
        #expect(end.error == "till: \(message)\n")
        #expect(try shop.history().count == 1)
    }

    @Test("the bank's no to a refund leaves the sale paid")
    func declined() throws {
        let shop = try shop("15.00")
        let end = try shop.run("refund", "1", "10.00")
        #expect(end.status == 1)
        #expect(end.output.hasPrefix("NOT REFUNDED  10.00 GBP"))
        #expect(
            end.errorLines.last == "The bank did not accept it. No money was given back. The sale stays paid.")
        try shop.expectTruth()
    }

    @Test("a reversal after its day was closed is refused beforehand, and points to the refund")
    func afterClose() throws {
        let shop = try shop()
        #expect(try shop.run("report", "--close").status == 0)
        let count = try shop.history().count
        let end = try shop.run("reverse", "1")
        #expect(end.status == 3)
        #expect(end.output == "")
        #expect(end.error.hasSuffix(" cannot be voided any more. Use a refund instead. No money was moved.\n"))
        #expect(try shop.history().count == count)
        #expect(try shop.run("refund", "1").status == 0)
        try shop.expectTruth()
    }

    @Test("a refund whose answer is lost is asked for, not repeated")
    func lostAnswer() throws {
        let shop = try shop("200.00")
        let end = try shop.run("refund", "1", "80.00", "--time-scale", "200")
        #expect(end.status == 0)
        #expect(end.output.hasPrefix("REFUNDED  80.00 GBP"))
        try shop.expectTruth()
        #expect(try shop.readerBooks().host.transactions.count == 2)
    }

    @Test("a refund in doubt keeps the sale from being given back again until it is known")
    func inDoubt() throws {
        let shop = try shop()
        _ = try shop.run("refund", "1", "5", settings: ["TILL_CRASH_AT": "relay-noted"])
        #expect(try shop.history().first?["result"] == "unknown")
        #expect(try shop.history().first?["text"]?.string?.hasPrefix("The answer did not arrive. ") == true)
        // The next command asks the reader first, which holds nothing: no money has moved.
        let end = try shop.run("refund", "1", "--json")
        #expect(end.status == 0)
        #expect(try JSONValue(end.output)["amount"] == "12.34")
        try shop.expectTruth()
    }
}
