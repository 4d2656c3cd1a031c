import FoundationEssentials
import Testing

@Suite("Books that cannot be used") struct UnusableBooksTests {
    @Test("a second till on the same books ends with 69 and names the first, which goes on undisturbed")
    func sameBooks() throws {
        let shop = try Shop()
        let first = try shop.start("sale", "12.34", "--currency", "GBP", "--sim-speed", "real", "--time-scale", "8")
        #expect(try first.waitForError("Waiting for card"))
        for words in [["sale", "5", "--currency", "GBP"], ["recover"]] {
            let second = try shop.run(words)
            #expect(second.status == 69)
            #expect(second.output == "")
            #expect(
                second.error
                    == "till: Another till, process \(first.process), has the books \(shop.journal) open. "
                    + "Close it first, or go on there. Nothing was charged.\n")
        }
        // To look is allowed.
        #expect(try shop.history().count == 1)
        #expect(try shop.run("devices").status == 0)
        #expect(try first.waitForEnd().status == 0)
        #expect(try shop.expectTruth().map { $0["amount"] } == ["12.34"])
    }

    @Test("a second till with other books cannot use the same simulated reader")
    func sameReader() throws {
        let shop = try Shop()
        let other = shop.folder + "/other.sqlite"
        let first = try shop.start("sale", "12.34", "--currency", "GBP", "--sim-speed", "real", "--time-scale", "8")
        #expect(try first.waitForError("Waiting for card"))
        let second = try shop.run("sale", "5", "--currency", "GBP", "--journal", other)
        #expect(second.status == 69)
        #expect(second.output == "")
        #expect(
            second.error
                == "till: Another program, process \(first.process), uses the simulated reader \(shop.simulator). "
                + "Close it first, or go on there. Nothing was charged.\n")
        #expect(try first.waitForEnd().status == 0)
        #expect(try shop.expectTruth().map { $0["amount"] } == ["12.34"])
        #expect(try shop.run("sale", "5", "--currency", "GBP", "--journal", other).status == 0)
        #expect(try JSONValue(shop.run("history", "--json", "--journal", other).output).elements.count == 1)
    }

    private static let garbage = "This is no database, and long enough that nobody takes it for an empty one.\n"

    @Test(
        "a journal of garbage is refused and left as it is",
        arguments: [
            ["sale", "5", "--currency", "GBP"], ["recover"], ["history"], ["history", "--json"], ["show", "1"],
            ["refund", "1"], ["reverse", "1"], ["report"], ["report", "--close"], ["export"],
        ])
    func garbageJournal(words: [String]) throws {
        let shop = try Shop()
        try shop.write(UnusableBooksTests.garbage, to: shop.journal)
        let end = try shop.run(words)
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(
            end.error.hasPrefix(
                "till: The books \(shop.journal) are damaged and were left as they are. "
                    + "Put the file aside, keep it, and bring back a copy."))
        #expect(shop.contents(of: shop.journal) == Array(UnusableBooksTests.garbage.utf8))
    }

    @Test(
        "a simulated reader's books of garbage are refused and left as they are",
        arguments: [["sale", "5", "--currency", "GBP"], ["recover"], ["devices"]])
    func garbageReader(words: [String]) throws {
        let shop = try Shop()
        try shop.write(UnusableBooksTests.garbage, to: shop.simulator)
        let end = try shop.run(words)
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(
            end.error
                == "till: The simulated reader's books at \(shop.simulator) are damaged. "
                + "Move the file away to start with empty books. Nothing was charged.\n")
        #expect(shop.contents(of: shop.simulator) == Array(UnusableBooksTests.garbage.utf8))
        #expect(try shop.run("history").output == "Nothing was charged yet.\n")
    }

    @Test("a state folder that cannot be made is named")
    func noFolder() throws {
        let shop = try Shop()
        try shop.write("", to: shop.folder + "/state")
        let end = try shop.run("sale", "5", "--currency", "GBP")
        #expect(end.status == 69)
        #expect(
            end.error
                == "till: The folder \(shop.folder)/state for the books cannot be made. "
                + "Make it, or allow the till to, and start again. Nothing was charged.\n")
    }

    @Test(
        "without a home there are no books", arguments: [["sale", "5", "--currency", "GBP"], ["recover"], ["history"]])
    func noHome(words: [String]) throws {
        let end = try TillProcess(words, environment: [:]).waitForEnd()
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(
            end.error.hasPrefix(
                "till: The till does not know where to keep its books. Set HOME or XDG_STATE_HOME and start again."))
    }

    @Test(
        "on a full disk no sale is sent, the message says so, and the books stay as they were",
        arguments: [4096, 16384, 24576],
        [["sale", "5", "--currency", "GBP"], ["refund", "1"], ["reverse", "1"], ["report", "--close"]])
    func fullDisk(bytes: Int, words: [String]) throws {
        let shop = try Shop()
        #expect(try shop.run("sale", "12.34", "--currency", "GBP").status == 0)
        let rows = try shop.history()
        let books = shop.contents(of: shop.journal)
        let host = shop.contents(of: shop.simulator)
        let end = try TillProcess(words, environment: shop.environment, fileSizeMax: bytes).waitForEnd()
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(end.errorLines.count == 1)
        #expect(end.error.contains("The disk that holds the books \(shop.journal) is full. Free some space"))
        #expect(shop.contents(of: shop.journal) == books)
        #expect(shop.contents(of: shop.simulator) == host)
        // With room again, all goes on.
        #expect(try shop.history() == rows)
        #expect(try shop.run(words).status == 0)
        try shop.expectTruth()
    }

    @Test(
        "a folder in the journal's place is refused and left alone",
        arguments: [
            ["sale", "5", "--currency", "GBP"], ["recover"], ["history"], ["report"], ["journal", "check"],
            ["export"], ["refund", "1"],
        ])
    func folder(words: [String]) throws {
        let shop = try Shop()
        try shop.write("kept", to: shop.journal + "/inside")
        let end = try shop.run(words)
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(
            end.error.hasPrefix("till: The books \(shop.journal) could not be used. Check the disk, then try again."))
        #expect(shop.contents(of: shop.journal + "/inside") == Array("kept".utf8))
    }

    @Test("the full screen needs a terminal")
    func noTerminal() throws {
        let end = try Shop().run("--demo")
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(end.errorLines.count == 1)
    }

    @Test("books and reader can be read by their owner alone")
    func modes() throws {
        let shop = try Shop()
        #expect(try shop.run("sale", "12.34", "--currency", "GBP").status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: shop.stateFolder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: shop.stateFolder + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }
}
