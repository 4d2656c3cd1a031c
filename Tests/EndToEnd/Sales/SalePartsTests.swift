import Testing

@Suite("What till sale says of a sale") struct SalePartsTests {
    private func document(_ shop: Shop, _ words: String...) throws -> JSONValue {
        let end = try shop.run(words)
        #expect(end.status == 0, "\(end.error)")
        return try JSONValue(end.output)
    }

    @Test("tax and tip come on top of the amount, and stand in the books with what was sold") func everything() throws {
        let shop = try Shop()
        let sale = try document(
            shop, "sale", "10.99", "--currency", "GBP", "--tax", "8.5", "--tip", "1.50", "--description",
            "2 x Filter coffee", "--invoice", "A17", "--json")
        #expect(sale["amount"] == "13.42")
        let shown = try document(shop, "show", "1", "--json")
        #expect(shown["description"] == "2 x Filter coffee")
        #expect(shown["invoiceNumber"] == "A17")
        #expect(
            shown["parts"]
                == .object([
                    "subtotal": "10.99", "tax": "0.93", "taxRate": "8.5", "taxIncluded": false, "tip": "1.50",
                ]))
        let text = try shop.run("show", "1").output
        for line in ["subtotal              10.99", "tax                   0.93 (8.5 %)", "tip                   1.50"]
        {
            #expect(text.contains(line), "\(text)")
        }
        let report = try shop.run("report").output
        #expect(report.contains("tips keyed                       1.50"), "\(report)")
        #expect(report.contains("tax in these                     0.93"), "\(report)")
        let rows = try shop.run("export").output.split(separator: "\r\n")
        #expect(rows.last?.hasSuffix(",2 x Filter coffee,A17,10.99,0.93,8.5,false,1.50,") == true)
    }

    @Test("tax that is in the amount changes no total, and a token is asked for") func included() throws {
        let shop = try Shop()
        let sale = try document(
            shop, "sale", "12", "--currency", "GBP", "--tax", "20", "--tax-included", "--tokenize", "--json")
        #expect(sale["amount"] == "12.00")
        #expect(sale["kind"] == "saleAndTokenize")
        let shown = try document(shop, "show", "1", "--json")
        #expect(shown["parts"]?["tax"] == "2.00")
        #expect(shown["cardToken"]?.string?.isEmpty == false)
    }

    @Test(
        "what makes no sense is refused before anything is sent",
        arguments: [
            (["--tip", "5.01"], "The tip is too large: 5.00 GBP is the most for this amount. Change it first.\n"),
            (["--tax", "100.001"], "--tax takes a rate of at most 100 per cent.\n"),
            (["--tax-included"], "--tax-included needs a rate: --tax 20 --tax-included.\n"),
            (["--invoice", ""], "--invoice takes 1 to 32 characters.\n"),
            (["--description", "a\tb"], "--description takes letters, digits and signs, no control characters.\n"),
        ])
    func refused(options: [String], message: String) throws {
        let shop = try Shop()
        let end = try shop.run(["sale", "10", "--currency", "GBP"] + options)
        #expect(end.status == 64)
        #expect(end.error == "till: \(message)")
    }
}
