import Glibc
import Testing

@Suite("A reader as a program of its own") struct OutsideReaderTests {
    @Test("takes, gives back and voids, and the three books agree", arguments: OutsideReader.Place.allCases)
    func returns(place: OutsideReader.Place) throws {
        let shop = try Shop()
        let reader = try OutsideReader(at: place, of: shop)
        func run(_ words: String...) throws -> TillProcess.End { try shop.run(words + reader.arguments) }
        #expect(try run("day", "start").status == 0)
        let sale = try run("sale", "12.50", "--currency", "GBP", "--json")
        #expect(sale.status == 0, "\(sale.error)")
        let id = try #require(try JSONValue(sale.output)["transactionID"]?.string)
        #expect(try run("refund", id, "5.00").status == 0)
        let second = try run("sale", "7.50", "--currency", "GBP", "--tokenize", "--json")
        #expect(try run("reverse", try #require(try JSONValue(second.output)["transactionID"]?.string)).status == 0)
        #expect(try run("recover").status == 0)
        #expect(try run("report", "--close").status == 0)
        let rows = try shop.history(reader.arguments)
        #expect(rows.count == 6)
        #expect(rows.allSatisfy { $0["isSimulated"] == true })
        let moved = try shop.readerBooks().moved
        #expect(moved.count == 4)
        #expect(moved.filter(\.isReversed).count == 1)
    }

    @Test(
        "a result that waits on it survives its restart, and the till that waits fetches it",
        arguments: OutsideReader.Place.allCases)
    func restart(place: OutsideReader.Place) throws {
        let shop = try Shop()
        try shop.write("next link-lost\nwait linked\nwait unlinked\nquit\n", to: shop.folder + "/scenario")
        var reader = try OutsideReader(
            at: place, of: shop, "--scenario", shop.folder + "/scenario", "--time-scale", "10")
        let address = reader.address
        let till = try TillProcess(
            ["sale", "12.34", "--currency", "GBP", "--json", "--time-scale", "10"] + reader.arguments,
            environment: shop.environment)
        #expect(try till.waitForError("Asking the reader for it; that charges nothing."))
        #expect(try reader.process.waitForEnd().status == 0)
        // The same port, since the till looks for the reader there.
        if place == .tcp {
            let port = try #require(address.split(separator: ":").last)
            reader = try OutsideReader(again: String(port), of: shop)
        } else {
            reader = try OutsideReader(at: place, of: shop, "--time-scale", "10")
        }
        #expect(reader.address == address)
        let end = try till.waitForEnd()
        #expect(end.status == 0, "\(end.error)")
        let document = try JSONValue(end.output)
        #expect(document["isRecovered"] == true)
        #expect(try shop.readerBooks().moved.map(\.id) == [document["transactionID"]?.string])
    }

    @Test("one till at a time: a second one is turned away, and the first is not disturbed") func oneLink() throws {
        let shop = try Shop()
        let other = try Shop()
        try shop.write("hand manual\nwait linked\nwait INSERT\n", to: shop.folder + "/scenario")
        let reader = try OutsideReader(at: .tcp, of: shop, "--scenario", shop.folder + "/scenario")
        let first = try TillProcess(
            ["sale", "5.00", "--currency", "GBP", "--json"] + reader.arguments, environment: shop.environment)
        #expect(try first.waitForError("Waiting for card"))
        let second = try other.run(["sale", "6.00", "--currency", "GBP"] + reader.arguments + ["--time-scale", "100"])
        #expect(second.status == 69, "\(second.error)")
        #expect(try other.history(reader.arguments).isEmpty)
        first.signal(SIGINT)
        let end = try first.waitForEnd()
        #expect(end.status == 2, "\(end.error)")
    }

    @Test("a reader that says it is simulated is left where the books are real") func wrongBooks() throws {
        let shop = try Shop()
        let reader = try OutsideReader(at: .tcp, of: shop)
        let secret = shop.folder + "/secret"
        try shop.write(String(repeating: "01", count: 32), to: secret)
        chmod(secret, 0o600)
        let end = try shop.run(
            ["sale", "5.00", "--currency", "GBP", "--reader", reader.address],
            settings: ["TILL_SHARED_SECRET_FILE": secret])
        #expect(end.status == 69)
        #expect(
            end.errorLines.last
                == "The reader cannot be reached: this is a simulated reader. Start till with --simulated. No money was taken."
        )
        #expect(try shop.readerBooks().moved.isEmpty)
    }

    @Test(
        "what cannot be opened is said in a sentence with what to do",
        arguments: [
            ("tcp:127.0.0.1:1", "nobody answers at that port. Start the reader's side first"),
            ("tty:/dev/null", "that file is no serial line. Look at the path"),
            ("tty:/dev/no-such-line", "there is no such device. Plug it in, or choose another reader"),
        ])
    func notThere(address: String, cause: String) throws {
        let shop = try Shop()
        let end = try shop.run("sale", "5.00", "--currency", "GBP", "--reader", address, "--simulated")
        #expect(end.status == 69)
        #expect(end.errorLines.last == "The reader cannot be reached: \(cause). No money was taken.")
    }

    @Test("a reader keeps its serial number for good") func serialNumber() throws {
        let shop = try Shop()
        let reader = try OutsideReader(at: .tcp, of: shop, "--serial", "000012348422")
        #expect(try shop.run(["sale", "5.00", "--currency", "GBP"] + reader.arguments).status == 0)
        let number = try #require(try shop.history(reader.arguments).first?["sequence"]?.number)
        let shown = try JSONValue(shop.run(["show", "\(number)", "--json"] + reader.arguments).output)
        #expect(shown["readerSerial"] == "000012348422")
        reader.process.signal(SIGTERM)
        #expect(try reader.process.waitForEnd().status == 0)
        let books = shop.folder + "/reader.json"
        let words = ["--tcp", "0", "--headless", "--serial", "000012348421", "--books", books]
        let end = try TillProcess(words, program: "till-reader", environment: shop.environment).waitForEnd()
        #expect(end.status == 69)
        #expect(
            end.error == "till-reader: The reader in \(books) has the serial number 000012348422. "
                + "Leave --serial out, or use --books FILE for another reader.\n")
    }

    @Test(
        "what it cannot be started with is told in one line",
        arguments: [
            (
                [], 64,
                "Say how a till reaches the reader: --pty, --tcp PORT, --bluetooth or --stdio. See till-reader --help."
            ),
            (["--tcp", "x"], 64, "--tcp takes a whole number from 0 to 65535."),
            (["--tcp", "0", "--serial", "12"], 64, "--serial takes 12 digits, such as 000012348422."),
            (["--pty", "--stdio"], 64, "A reader has one link. Use one of --pty, --tcp, --bluetooth and --stdio."),
            (["--tcp", "0"], 69, "The reader's screen needs a terminal. Use --headless without one."),
            (
                ["--tcp", "0", "--scenario", "/no/such/file"], 69,
                "The scenario /no/such/file cannot be read: No such file or directory."
            ),
        ] as [([String], Int32, String)])
    func wrongStart(words: [String], status: Int32, message: String) throws {
        let shop = try Shop()
        let end = try TillProcess(words, program: "till-reader", environment: shop.environment).waitForEnd()
        #expect(end.status == status)
        #expect(end.error == "till-reader: \(message)\n")
    }
}
