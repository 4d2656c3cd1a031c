import Testing

@Suite("till history and till devices") struct ListingTests {
    @Test("books that are not begun are an empty list, and are not begun by looking")
    func empty() throws {
        let shop = try Shop()
        let plain = try shop.run("history")
        #expect(plain.status == 0)
        #expect(plain.output == "Nothing was charged yet.\n")
        #expect(plain.error == "")
        #expect(try shop.run("history", "--json").output == "[]\n")
        #expect(try shop.everyFile().isEmpty)
    }

    @Test("lists what was charged, newest first, one line each")
    func plain() throws {
        let shop = try Shop()
        for (amount, reference) in [("12.34", "A"), ("10", "B"), ("37.57", "C")] {
            _ = try shop.run("sale", amount, "--currency", "GBP", "--reference", reference)
        }
        let end = try shop.run("history")
        #expect(end.status == 0)
        // The time takes 19 columns: 2026-03-14 15:09:26.
        #expect(
            end.outputLines.map { String($0.dropFirst(19)) } == [
                "  PARTLY PAID  20.00 GBP  VISA ************1111  auth 021192  ref C  SIMULATED",
                "  DECLINED  10.00 GBP  VISA ************1111  ref B  SIMULATED",
                "  APPROVED  12.34 GBP  VISA ************1111  auth 005354  ref A  SIMULATED",
            ])
        let times = end.outputLines.map { $0.prefix(19) }
        #expect(times == times.sorted().reversed())
        let rows = try shop.history()
        #expect(rows.map { $0["sequence"] } == [3, 2, 1])
        #expect(rows.map { $0["customerReference"] } == ["C", "B", "A"])
    }

    @Test("a sale that is cut off stands in it as unknown")
    func unknown() throws {
        let shop = try Shop()
        _ = try shop.run(
            "sale", "12.34", "--currency", "GBP", "--reference", "A", settings: ["TILL_CRASH_AT": "relay-noted"])
        let line = try shop.run("history").output
        #expect(line.hasSuffix("  UNKNOWN  12.34 GBP  ref A  SIMULATED\n"))
        let rows = try shop.history()
        #expect(rows.map { $0["result"] } == ["unknown"])
        #expect(rows.map { $0["finishedAt"] } == [nil])
    }

    @Test("books of its own are listed by --journal")
    func journal() throws {
        let shop = try Shop()
        let path = shop.folder + "/mine.sqlite"
        #expect(try shop.run("sale", "12.34", "--currency", "GBP", "--journal", path).status == 0)
        #expect(try shop.history() == [])
        #expect(try JSONValue(shop.run("history", "--json", "--journal", path).output).elements.count == 1)
    }

    @Test("the simulated reader is always there, and marked as what it is")
    func devices() throws {
        let shop = try Shop()
        let plain = try shop.run("devices", "--reader", "sim")
        #expect(plain.status == 0)
        #expect(
            plain.output == """
                Simulated reader  sim  SIMULATED, no money moves
                Simulated HiPro, with a scanner  sim:hipro  SIMULATED, no money moves
                Simulated HiLite of an earlier generation  sim:old  SIMULATED, no money moves

                """)
        #expect(plain.error == "")
        let document = try shop.run("devices", "--json", "--reader", "sim").output
        let devices = try JSONValue(document).elements
        #expect(devices.map { $0["address"] } == [.string("sim"), .string("sim:hipro"), .string("sim:old")])
        #expect(
            document.hasPrefix(
                "[{\"address\":\"sim\",\"isPaired\":true,\"isSimulated\":true,\"kind\":\"simulated\","
                    + "\"name\":\"Simulated reader\"},"))
    }

    @Test(
        "the simulated reader plays the model of its address", arguments: ["sim", "sim:hilite", "sim:hipro", "sim:old"])
    func models(address: String) throws {
        let shop = try Shop()
        let run = try shop.run("sale", "10.50", "--currency", "GBP", "--reader", address)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("10.50"))
    }
}
