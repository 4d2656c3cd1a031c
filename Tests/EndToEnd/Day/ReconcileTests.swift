import Testing

@Suite("till reconcile") struct ReconcileTests {
    private func shop() throws -> Shop {
        let shop = try Shop()
        for amount in ["10.02", "12.30", "9"] { _ = try shop.run("sale", amount, "--currency", "GBP") }
        _ = try shop.run("refund", "1", "4")
        return shop
    }

    /// The bank's numbers of the shop's operations, oldest first.
    private func numbers(_ shop: Shop) throws -> [String] {
        try shop.history().reversed().map { try #require($0["transactionID"]?.string) }
    }

    private func write(_ list: String, _ shop: Shop) throws -> String {
        let path = shop.folder + "/list.csv"
        try shop.write(list, to: path)
        return path
    }

    @Test("the simulated bank's own list tells the same as the books")
    func same() throws {
        let shop = try shop()
        let end = try shop.run("reconcile")
        #expect(end.status == 0)
        #expect(end.outputLines == ["The books and the bank's list tell the same: 4 payments are in both."])
        let document = try JSONValue(shop.run("reconcile", "--json").output)
        #expect(document["sameCount"] == 4)
        #expect(document["isListComplete"] == true)
    }

    @Test("a file with one payment more, one less and one whose digits were turned round")
    func differs() throws {
        let shop = try shop()
        let ids = try numbers(shop)
        let list = try write(
            """
            transactionID,type,amount,currency,reference
            \(ids[0]),SALE,10.02,GBP,
            \(ids[1]),SALE,12.03,GBP,
            \(ids[3]),REFUND,4.00,GBP,
            "4711",SALE,33.00,GBP,"Table ""5"", late"

            """, shop)
        let end = try shop.run("reconcile", "--list", list, "--json")
        #expect(end.status == 1)
        let document = try JSONValue(end.output)
        #expect(document["sameCount"] == 2)
        let findings = document["findings"]?.elements ?? []
        #expect(findings.map { $0["kind"] } == ["amountDiffers", "missingInList", "missingInBooks"])
        #expect(findings.map { $0["inBooks"] } == ["12.30", "9.00", nil])
        #expect(findings.map { $0["inList"] } == ["12.03", nil, "33.00"])
        #expect(findings.last?["reference"] == "Table \"5\", late")
        let text = try shop.run("reconcile", "--list", list)
        #expect(text.output.contains("Not in the books: the bank has 33.00 GBP"))
    }

    @Test(
        "a list that cannot be read says where, and compares nothing",
        arguments: [
            ("", "The list is empty. Its first row names the columns."),
            ("a,b\n1,2\n", "The list needs the columns amount and currency, by these names."),
            ("amount,currency\n1,GBP\n", "The list needs a column transactionID or reference, by these names."),
            ("amount,currency,reference\n1,GBP,a\n1,XXQ,b\n", "Row 3 of the list names no currency of ISO 4217."),
            ("amount,currency,reference\n1e3,GBP,a\n", "Row 2 of the list: "),
            ("amount,currency,reference\n1,GBP,\"a\n", "The list ends within quotation marks. Is the file whole?"),
        ])
    func unreadable(list: String, message: String) throws {
        let shop = try shop()
        let end = try shop.run("reconcile", "--list", try write(list, shop))
        #expect(end.status == 64)
        #expect(end.error.contains(message))
        #expect(end.output.isEmpty)
    }

    @Test("the report of a close keeps what comparing it came to")
    func close() throws {
        let shop = try shop()
        let end = try shop.run("report", "--close", "--json")
        let document = try JSONValue(end.output)
        #expect(document["comparison"]?["sameCount"] == 4)
        #expect(document["comparison"]?["findings"]?.elements == [])
        #expect(try shop.run("report", "--closed", "1").output.contains("tell the same: 4 payments are in both."))
    }
}
