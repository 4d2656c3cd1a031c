import Testing

@Suite("till history and till show") struct HistoryTests {
    private func shop() throws -> Shop {
        let shop = try Shop()
        for (amount, reference) in [("12.34", "Table A1"), ("10", "Table B1"), ("7.00", "Table C1")] {
            _ = try shop.run("sale", amount, "--currency", "GBP", "--reference", reference)
        }
        return shop
    }

    @Test(
        "words find what fits all of them",
        arguments: [
            (["approved"], [3, 1]), (["declined"], [2]), (["amount:12.34"], [1]), (["12.34", "card:1111"], [1]),
            (["ref:\"Table B1\""], [2]), (["today", "approved"], [3, 1]), (["after:2099-01-01"], []),
            (["amount:12.34", "declined"], []), ([], [3, 2, 1]),
        ])
    func words(words: [String], numbers: [JSONValue]) throws {
        let end = try shop().run(["history", "--json"] + words)
        #expect(end.status == 0)
        #expect(try JSONValue(end.output).elements.map { $0["sequence"] } == numbers)
    }

    @Test("nothing that fits is said to be nothing")
    func nothing() throws {
        #expect(try shop().run("history", "amount:99").output == "Nothing fits.\n")
    }

    @Test("--csv prints the columns of the export, newest first")
    func csv() throws {
        let shop = try shop()
        let lines = try shop.run("history", "--csv").output.split(separator: "\r\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix("sequence,reference,ticket,attempt,customer_reference,kind,verdict,") == true)
        #expect(lines.dropFirst().map { $0.prefix(2) } == ["3,", "2,", "1,"])
        #expect(
            try shop.run("export").output.split(separator: "\r\n").dropFirst().map { $0.prefix(2) } == [
                "1,", "2,", "3,",
            ])
    }

    @Test(
        "who reads the list may go away", arguments: [TillProcess.Sink.brokenPipe, .closed],
        ["history", "export", "report"])
    func nobodyReads(sink: TillProcess.Sink, command: String) throws {
        let shop = try shop()
        let till = try shop.start(command, output: sink)
        let end = try till.waitForEnd()
        #expect(end.status == 0)
        #expect(end.error == "")
    }

    @Test(
        "looking goes on while a till has the books, and does not wait for it",
        arguments: ["history", "report", "export"])
    func whileWriting(command: String) throws {
        let shop = try shop()
        let sale = try shop.start("sale", "5", "--currency", "GBP", "--sim-speed", "real", "--time-scale", "8")
        #expect(try sale.waitForError("Waiting for card"))
        #expect(try shop.run(command).status == 0)
        #expect(try shop.run("show", "1").status == 0)
        #expect(try sale.waitForEnd().status == 0)
    }

    @Test("an operation is found by each of its names, and by their ends")
    func names() throws {
        let shop = try shop()
        let detail = try JSONValue(shop.run("show", "3", "--json").output)
        let row = try #require(detail["operation"])
        let reference = try #require(row["reference"]?.string)
        let id = try #require(row["transactionID"]?.string)
        for name in [reference, id, "Table C1", String(reference.suffix(6)), String(id.suffix(6)), id.uppercased()] {
            let end = try shop.run("show", name, "--json")
            #expect(end.status == 0, "\(name): \(end.error)")
            #expect(try JSONValue(end.output)["operation"]?["sequence"] == 3, "\(name)")
        }
        #expect(try shop.run("show", String(id.suffix(5))).status == 64)
    }

    @Test("a name of several operations lists them, and none is taken")
    func ambiguous() throws {
        let shop = try shop()
        _ = try shop.run("sale", "1", "--currency", "GBP", "--reference", "Table C1")
        for words in [["show", "Table C1"], ["refund", "table c1"], ["reverse", "Table C1"]] {
            let end = try shop.run(words)
            #expect(end.status == 64)
            #expect(end.output == "")
            #expect(
                end.errorLines.first
                    == "till: \"\(words[1])\" names several operations. Give the number of one of them.")
            #expect(end.errorLines.dropFirst().map { $0.prefix(5) } == ["  4  ", "  3  "])
        }
        #expect(try shop.history().count == 4)
    }

    @Test("show tells what happened, what is left, and both receipts")
    func detail() throws {
        let shop = try shop()
        _ = try shop.run("refund", "1", "5")
        let plain = try shop.run("show", "1")
        #expect(plain.status == 0)
        #expect(plain.outputLines.contains("  left to refund        7.34"))
        #expect(plain.output.contains("  REFUNDED  5.00 GBP  VISA ************1111  auth "))
        let document = try JSONValue(shop.run("show", "1", "--json").output)
        #expect(document["balance"]?["refunded"] == "5.00")
        #expect(document["balance"]?["left"] == "7.34")
        #expect(document["undoneBy"]?.elements.map { $0["sequence"] } == [4])
        let events = document["events"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(events.first == "requestSent")
        #expect(events.contains("relayedToBank"))
        for receipt in ["customerReceipt", "merchantReceipt"] {
            #expect(document[receipt]?.string?.contains("12.34 GBP") == true)
        }
        let refund = try JSONValue(shop.run("show", "4", "--json").output)
        #expect(refund["original"] == 1)
        #expect(refund["balance"] == nil)
    }
}
