import Testing

@Suite("till report") struct ReportTests {
    private func shop() throws -> Shop {
        let shop = try Shop()
        for (amount, currency) in [("10.02", "GBP"), ("3", "GBP"), ("10", "GBP"), ("500", "JPY")] {
            _ = try shop.run("sale", amount, "--currency", currency)
        }
        _ = try shop.run("refund", "1", "4")
        _ = try shop.run("reverse", "2")
        return shop
    }

    @Test("X: every kind in a line of its own, and nothing is closed by looking")
    func open() throws {
        let shop = try shop()
        let end = try shop.run("report")
        #expect(end.status == 0)
        #expect(end.outputLines.first?.hasPrefix("X report  ") == true)
        #expect(
            Array(end.outputLines.dropFirst().prefix(6)) == [
                "GBP",
                "  sales               2           13.02",
                "  sale voids          1            3.00",
                "  refunds             1            4.00",
                "  tips in these                    0.00",
                "  net                              6.02",
            ])
        #expect(end.outputLines.contains("JPY"))
        #expect(end.outputLines.last == "Not taken (declined, cancelled, failed): 1")
        let document = try JSONValue(shop.run("report", "--json").output)
        #expect(document["kind"] == "X")
        let pounds = document["currencies"]?.elements.first
        #expect(pounds?["currency"] == "GBP")
        #expect(pounds?["totals"]?["net"] == "6.02")
        #expect(pounds?["totals"]?["refunds"] == ["count": 1, "sum": "4.00"])
    }

    @Test("what is in doubt is listed, not counted, and carried over the close")
    func inDoubt() throws {
        let shop = try shop()
        _ = try shop.run("sale", "33", "--currency", "GBP", settings: ["TILL_CRASH_AT": "relay-noted"])
        let document = try JSONValue(shop.run("report", "--json").output)
        #expect(document["inDoubt"]?.elements.map { $0["amount"] } == ["33.00"])
        #expect(document["currencies"]?.elements.first?["totals"]?["net"] == "6.02")
        #expect(document["currencies"]?.elements.first?["inDoubt"] == ["count": 1, "sum": "33.00"])
    }

    @Test("Z: ends the day on the reader, is kept, and the next day begins with nothing")
    func close() throws {
        let shop = try shop()
        let end = try shop.run("report", "--close", "--by", "Ann", "--json")
        #expect(end.status == 0)
        let document = try JSONValue(end.output)
        #expect(document["kind"] == "Z")
        #expect(document["number"] == 1)
        #expect(document["closedBy"] == "Ann")
        #expect(try shop.run("report", "--closed", "1", "--json").output == end.output)
        #expect(try JSONValue(shop.run("report", "--json").output)["currencies"]?.elements == [])
        #expect(try shop.history().first?["kind"] == "endOfDay")
        _ = try shop.run("sale", "1", "--currency", "GBP")
        #expect(try JSONValue(shop.run("report", "--close", "--json").output)["number"] == 2)
        // An earlier close stays as it was.
        #expect(try shop.run("report", "--closed", "1", "--json").output == end.output)
        let unknown = try shop.run("report", "--closed", "3")
        #expect(unknown.status == 64)
        #expect(unknown.error == "till: The day was not closed so often. See till report.\n")
    }

    @Test("a day is that of the shop's clock", arguments: [("UTC", true), ("XST-14", false)])
    func day(zone: String, isSameDay: Bool) throws {
        let shop = try Shop()
        let sale = try JSONValue(shop.run("sale", "1", "--currency", "GBP", "--json", settings: ["TZ": zone]).output)
        let day = try #require(sale["finishedAt"]?.string?.prefix(10))
        let end = try shop.run("report", "--day", String(day), "--json", settings: ["TZ": zone])
        let document = try JSONValue(end.output)
        #expect(document["currencies"]?.elements.first?["totals"]?["net"] == "1.00")
        #expect(document["from"]?.string?.hasPrefix("\(day)T00:00:00.000") == true)
        #expect(document["from"]?.string?.hasSuffix("Z") == isSameDay)
        let before = try shop.run("report", "--day", "2020-02-29", settings: ["TZ": zone])
        #expect(before.output == "Report of 2020-02-29\nNothing was taken.\n")
    }

    @Test("where the clocks change a day has 23 hours")
    func shortDay() throws {
        let shop = try Shop()
        _ = try shop.run("sale", "1", "--currency", "GBP")
        let zone = "CET-1CEST,M3.5.0,M10.5.0/3"
        let end = try shop.run("report", "--day", "2026-03-29", "--json", settings: ["TZ": zone])
        let document = try JSONValue(end.output)
        #expect(document["from"] == "2026-03-29T00:00:00.000+01:00")
        #expect(document["to"] == "2026-03-30T00:00:00.000+02:00")
    }

    @Test("books that are not begun have no report")
    func missing() throws {
        let shop = try Shop()
        let end = try shop.run("report")
        #expect(end.status == 69)
        #expect(
            end.error
                == "till: There are no books at \(shop.journal) yet. Start the till once, and it begins them.\n")
        #expect(try shop.everyFile().isEmpty)
    }
}

@Suite("till export") struct ExportTests {
    @Test("prints the days asked for, the last included", arguments: ["csv", "json"])
    func days(format: String) throws {
        let shop = try Shop()
        let sale = try JSONValue(
            shop.run("sale", "1", "--currency", "GBP", "--reference", "=cmd()", "--json").output)
        let day = String(sale["startedAt"]?.string?.prefix(10) ?? "")
        func rows(_ words: String...) throws -> Int {
            let end = try shop.run(["export", "--format", format] + words)
            #expect(end.status == 0)
            return end.output.split(whereSeparator: \.isNewline).count - (format == "csv" ? 1 : 0)
        }
        #expect(try rows() == 1)
        #expect(try rows("--from", day, "--to", day) == 1)
        #expect(try rows("--to", "2020-01-01") == 0)
        #expect(try rows("--from", "2099-01-01") == 0)
        let text = try shop.run("export", "--format", format).output
        #expect(text.contains(format == "csv" ? ",'=cmd()," : "\"customer_reference\":\"=cmd()\""))
    }

    @Test("books that are not begun are no operations")
    func empty() throws {
        let shop = try Shop()
        #expect(try shop.run("export", "--format", "json").output == "")
        #expect(try shop.run("export").output.split(separator: "\r\n").count == 1)
        #expect(try shop.everyFile().isEmpty)
    }
}
