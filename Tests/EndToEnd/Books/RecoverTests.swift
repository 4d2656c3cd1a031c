import FoundationEssentials
import Testing

@Suite("till recover") struct RecoverTests {
    /// A shop whose till was killed after the bank had answered.
    private func shopInDoubt(reference: String = "Table 4") throws -> Shop {
        let shop = try Shop()
        let end = try shop.run(
            "sale", "12.34", "--currency", "GBP", "--reference", reference,
            settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(end.status < 0)
        return shop
    }

    /// A reader that has lost its memory cannot say what became of the sale.
    private func shopStillInDoubt() throws -> Shop {
        let shop = try shopInDoubt()
        try FileManager.default.removeItem(atPath: shop.simulator)
        return shop
    }

    @Test("says so when nothing waits")
    func nothingWaiting() throws {
        let shop = try Shop()
        let plain = try shop.run("recover")
        #expect(plain.status == 0)
        #expect(plain.output == "Nothing waiting on the reader.\n")
        #expect(plain.error == "")
        #expect(try shop.run("recover", "--json").output == "{\"inDoubt\":[],\"resolved\":[]}\n")
        #expect(try shop.history() == [])
    }

    @Test("prints what it has resolved")
    func resolves() throws {
        let shop = try shopInDoubt()
        #expect(try shop.history().map { $0["result"] } == ["unknown"])
        let end = try shop.run("recover")
        #expect(end.status == 0)
        #expect(end.output == "APPROVED  12.34 GBP  VISA ************1111  auth 005354  ref Table 4  SIMULATED\n")
        #expect(end.error == "")
        #expect(try shop.run("recover").output == "Nothing waiting on the reader.\n")
    }

    @Test("prints what it has resolved as a document")
    func resolvesAsDocument() throws {
        let shop = try shopInDoubt()
        let resolved = try shop.recover()
        #expect(resolved == (try shop.history()))
        #expect(resolved.map { $0["isRecovered"] } == [true])
        #expect(resolved.map { $0["result"] } == ["approved"])
    }

    @Test("ends with 5 and names the sale while it stays in doubt")
    func stillUnknown() throws {
        let shop = try shopStillInDoubt()
        let plain = try shop.run("recover")
        #expect(plain.status == 5)
        #expect(
            plain.outputLines == [
                "Nothing waiting on the reader.", "STILL UNKNOWN  12.34 GBP  ref Table 4  SIMULATED",
            ])
        let document = try JSONValue(shop.run("recover", "--json").output)
        #expect(document["resolved"]?.elements == [])
        #expect(document["inDoubt"]?.elements.map { $0["result"] } == ["unknown"])
        #expect(
            document["inDoubt"]?.elements.map { $0["text"] } == [
                "The reader has no stored answer. Call support with this sheet before charging again."
            ])
    }

    @Test("ends with 69 while the reader cannot be asked, and leaves the sale in doubt")
    func readerUnreachable() throws {
        let shop = try shopInDoubt()
        // The reader writes its books under this name first.
        try shop.write("", to: shop.simulator + ".new/in-the-way")
        let end = try shop.run("recover", "--json")
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(end.errorLines.last?.hasPrefix("The reader cannot be reached: ") == true)
        #expect(end.errorLines.last?.hasSuffix("Nothing was charged.") == true)
        #expect(try shop.history().map { $0["result"] } == ["unknown"])
        try FileManager.default.removeItem(atPath: shop.simulator + ".new")
        #expect(try shop.recover().count == 1)
        #expect(try shop.expectTruth().map { $0["result"] } == ["approved"])
    }

    @Test("a reader that cannot write its books takes no money, and the sale has failed")
    func readerCannotWrite() throws {
        let shop = try Shop()
        try shop.write("", to: shop.simulator + ".new/in-the-way")
        let end = try shop.run("sale", "12.34", "--currency", "GBP", "--json")
        #expect(end.status == 3, "\(end.error)")
        #expect(try JSONValue(end.output)["result"] == "failed")
        #expect(try shop.expectTruth().count == 1)
        #expect(try shop.readerBooks().host.transactions.isEmpty)
    }

    @Test(
        "a sale in doubt holds back its own ticket, and the same amount until someone says that it is another customer")
    func guards() throws {
        let shop = try shopStillInDoubt()
        let sameAmount = try shop.run("sale", "12.34", "--currency", "GBP")
        #expect(sameAmount.status == 3)
        #expect(sameAmount.output == "")
        #expect(sameAmount.error.hasPrefix("NOT STARTED: 12.34 GBP is in doubt since "))
        #expect(
            sameAmount.error.hasSuffix(
                "Is this another customer? Then charge anyway; the same customer may have been charged already.\n"))
        let sameTicket = try shop.run("sale", "1", "--currency", "GBP", "--reference", "Table 4", "--anyway")
        #expect(sameTicket.status == 3)
        #expect(
            sameTicket.error
                == "NOT STARTED: The sale Table 4 is in doubt: its customer may have been charged already. "
                + "Ask the reader for the answer first.\n")
        #expect(try shop.readerBooks().host.transactions.isEmpty)
        #expect(try shop.run("sale", "5", "--currency", "GBP").status == 0)
        #expect(try shop.run("sale", "12.34", "--currency", "GBP", "--anyway").status == 0)
        #expect(try shop.history().map { $0["result"] } == ["approved", "approved", "unknown"])
        #expect(try shop.readerBooks().moved.count == 2)
    }

    @Test("a sale whose reader does not come back ends with 5, and is resolved when the reader is there again")
    func readerGone() throws {
        let shop = try Shop()
        let till = try shop.start(
            "sale", "12.34", "--currency", "GBP", "--json", "--sim-speed", "brisk", "--time-scale", "2")
        #expect(try till.waitForError("Waiting for card"))
        // From here on the reader cannot write its books, so it drops every link.
        try shop.breakReader()
        let end = try till.waitForEnd()
        #expect(end.status == 5)
        #expect(end.outputLines.count == 1)
        #expect(try JSONValue(end.output)["result"] == "unknown")
        #expect(end.errorLines.last?.contains("Do not charge this customer again.") == true)
        try shop.mendReader()
        #expect(try shop.recover().count == 1)
        #expect(try shop.expectTruth().count == 1)
    }

    @Test("the reader's answer counts before what was decided, and what was paid can be given back")
    func decidedBefore() throws {
        let shop = try Shop()
        _ = try shop.run("sale", "12.50", "--currency", "GBP", settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(try shop.run("decide", "1", "failed", "--by", "Ann", "--evidence", "phone call").status == 0)
        // Books that take their time are waited for.
        let end = try shop.run("recover", "--json", settings: ["TILL_STRAIN_DISK": "300"])
        #expect(end.status == 5)
        #expect(end.error.contains("READER SAYS: PAID. It is paid: do not charge it again."))
        #expect(try JSONValue(end.output)["contradicted"]?.elements.count == 1)
        let shown = try JSONValue(shop.run("show", "1", "--json").output)
        #expect(shown["settledBy"] == "supervisor")
        #expect(shown["readersAnswer"]?["moved"] == "12.50")
        #expect(shown["balance"]?["paid"] == "12.50")
        let report = try shop.run("report").output
        #expect(report.contains("The reader says that 12.50 GBP moved, somebody else no money: operation 1, "))
        #expect(!report.contains("Not taken") && !report.contains("belong to no operation"))
        #expect(try shop.run("refund", "1").status == 0)
        #expect(try shop.readerBooks().host.transactions.first?.refundedMinor == 1250)
    }
}

extension Shop {
    /// Puts a folder where the simulated reader writes its books.
    func breakReader() throws {
        try FileManager.default.moveItem(atPath: simulator, toPath: folder + "/kept.json")
        try FileManager.default.createDirectory(atPath: simulator, withIntermediateDirectories: false)
    }

    func mendReader() throws {
        try FileManager.default.removeItem(atPath: simulator)
        try FileManager.default.moveItem(atPath: folder + "/kept.json", toPath: simulator)
    }
}
