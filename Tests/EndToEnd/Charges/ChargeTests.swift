import FoundationEssentials
import Glibc
import Testing

/// `till charge --headless`: a charge by URL for scripts.
@Suite("till charge") struct ChargeTests {
    private static let base = "com-innerfence-ccterminal://charge/1.0.0/?"
    private static let address = "&returnURL=com-shop%3A%2F%2Fdone%3Fid%3D7"

    @Test(
        "the status and the printed answer tell the outcome",
        arguments: [
            ("12.50", 0, "approved"), ("10.00", 1, "declined"), ("20.00", 2, "cancelled"), ("37.57", 4, "error"),
        ])
    func outcomes(amount: String, status: Int32, word: String) throws {
        let shop = try Shop()
        let end = try shop.run(
            "charge", "--headless", "--print", ChargeTests.base + "amount=\(amount)&currency=GBP" + ChargeTests.address)
        #expect(end.status == status, "\(end.error)")
        #expect(end.outputLines.count == 1)
        #expect(end.output.hasPrefix("com-shop://done?id=7&ifcc_responseType=\(word)"))
    }

    @Test("a sale that failed, of which the reader holds nothing, is told as an error") func failed() throws {
        let shop = try Shop()
        let end = try shop.run(
            "charge", "--headless", "--print", "--time-scale", TestAmountCase.timeScale,
            ChargeTests.base + "amount=37.68&currency=GBP" + ChargeTests.address)
        #expect(end.status == 3, "\(end.error)")
        #expect(end.output == "com-shop://done?id=7&ifcc_responseType=error\n")
        #expect(try shop.readerBooks().moved.isEmpty)
    }

    @Test("a request that nobody answered on the reader is an error, and can be paid when the same one comes again")
    func againAfterTimeOut() throws {
        let shop = try Shop()
        try shop.write("hand manual\nwait linked\nwait unlinked\nhand automatic\n", to: shop.folder + "/scenario")
        let reader = try OutsideReader(
            at: .tcp, of: shop, "--scenario", shop.folder + "/scenario", "--time-scale", "10")
        let request = ChargeTests.base + "amount=12.50&currency=GBP&invoiceNumber=A17" + ChargeTests.address
        let words = ["charge", "--headless", "--print", "--time-scale", "10", request] + reader.arguments
        let first = try shop.run(words)
        #expect(first.status == 3, "\(first.error)")
        #expect(first.output == "com-shop://done?id=7&ifcc_responseType=error\n")
        let second = try shop.run(words)
        #expect(second.status == 0, "\(second.error)")
        #expect(second.output.hasPrefix("com-shop://done?id=7&ifcc_responseType=approved&"))
        let rows = try shop.history(reader.arguments)
        #expect(rows.map { $0["result"]?.string } == ["approved", "failed"])
        #expect(rows.last?["statusCode"] == 0x11)
        #expect(Set(rows.compactMap { $0["customerReference"]?.string }).count == 2)
        #expect(try shop.readerBooks().moved.count == 1)
    }

    @Test("an answer that had to be fetched is told as what it is") func recovered() throws {
        let shop = try Shop()
        let end = try shop.run(
            "charge", "--headless", "--print", "--time-scale", TestAmountCase.timeScale,
            ChargeTests.base + "amount=90.05&currency=GBP" + ChargeTests.address)
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output.contains("ifcc_responseType=approved&") && end.output.contains("&ifcc_amount=90.05&"))
    }

    @Test(
        "a request that is wrong is answered and told before anything is charged",
        arguments: [
            "amount=10,99", "amount=1.999", "amount=1&amount=2", "amount=1&taxRate=-1", "amount=1&currency=NOK",
            "amount=0",
            "invoiceNumber=1",
        ])
    func wrong(query: String) throws {
        let shop = try Shop()
        let end = try shop.run("charge", "--headless", "--print", ChargeTests.base + query + ChargeTests.address)
        #expect(end.status == 64, "\(end.error)")
        #expect(end.output == "com-shop://done?id=7&ifcc_responseType=error\n")
        #expect(end.error.hasPrefix("till: "))
        #expect(try shop.readerBooks().host.transactions.isEmpty)
    }

    @Test(
        "an address that is not opened is not opened",
        arguments: ["javascript%3Aalert(1)", "file%3A%2F%2F%2Fetc%2Fpasswd", "x%3A%2F%2Fa%0d%0ab"])
    func unsafe(address: String) throws {
        let shop = try Shop()
        let end = try shop.run("charge", "--headless", "--print", ChargeTests.base + "amount=1.00&returnURL=\(address)")
        #expect(end.status == 64)
        #expect(end.output == "")
        #expect(end.error.contains("“returnURL” is refused."))
    }

    @Test("an opener that fails leaves the answer in the books, and says so") func openerFails() throws {
        let shop = try Shop()
        let file = shop.folder + "/config.yaml"
        try Data("charge:\n  opener: [/bin/false]\n".utf8).write(to: URL(filePath: file))
        let end = try shop.run(
            "charge", "--headless", "--config", file, ChargeTests.base + "amount=12.50" + ChargeTests.address)
        #expect(end.status == 0)
        #expect(end.error.contains("The answer was not delivered. /bin/false could not open the address"))
        #expect(end.output.hasPrefix("APPROVED  12.50 GBP"))
    }

    @Test("parameters that nobody knows are named, without their values") func unknownParameters() throws {
        let end = try Shop().run(
            "charge", "--headless", "--print", ChargeTests.base + "amount=12.50&basket=hush" + ChargeTests.address)
        #expect(end.status == 0)
        #expect(end.error.contains("“basket” is no parameter of charge requests; it was ignored."))
        #expect(!end.error.contains("hush"))
    }

    @Test("the answer to a request that is refused is kept where nobody opens it") func refusedAndKept() throws {
        let shop = try Shop()
        let file = shop.folder + "/config.yaml"
        try Data("charge:\n  opener: [/bin/false]\n".utf8).write(to: URL(filePath: file))
        let end = try shop.run(
            "charge", "--headless", "--config", file, ChargeTests.base + "amount=x" + ChargeTests.address)
        #expect(end.status == 64)
        #expect(end.error.contains("The answer was not delivered. /bin/false could not open the address"))
        #expect(end.error.contains("It is kept: till charge --again sends it again, and so does the full screen."))
        let again = try shop.run("charge", "--again", "--print")
        #expect(again.status == 0 && again.output == "com-shop://done?id=7&ifcc_responseType=error\n")
    }

    @Test("an answer is given once more to the letter: the newest, or that of a reference") func again() throws {
        let shop = try Shop()
        for amount in ["12.50", "10.00"] {
            _ = try shop.run(
                "charge", "--headless", "--print",
                ChargeTests.base + "amount=\(amount)&currency=GBP&returnAppName=Shop" + ChargeTests.address)
        }
        let declined = "com-shop://done?id=7&ifcc_responseType=declined\n"
        for arguments in [["--again", "--print"], ["--print", "--again", "last"]] {
            let end = try shop.run(["charge"] + arguments)
            #expect(end.status == 0 && end.output == declined, "\(end.error)")
        }
        let sale = try #require(shop.history().last)
        let reference = try #require(sale["reference"]?.string)
        let paid = try shop.run("charge", "--again", reference, "--print")
        #expect(paid.status == 0, "\(paid.error)")
        #expect(paid.output.contains("ifcc_responseType=approved&ifcc_transactionId=\(reference)&ifcc_amount=12.50&"))
        #expect(try shop.run("charge", "--again", reference, "--print").output == paid.output)
        #expect(try shop.readerBooks().host.transactions.count { $0.hasMoved } == 1)

        let script = shop.folder + "/open.sh"
        try shop.write("printf '%s\\n' \"$1\" >\(shop.folder)/opened\n", to: script)
        let file = shop.folder + "/config.yaml"
        try shop.write("charge:\n  opener: [/bin/sh, \(script)]\n", to: file)
        let opened = try shop.run("charge", "--again", reference, "--config", file)
        #expect(opened.status == 0, "\(opened.error)")
        #expect(opened.output == "Shop was told: approved 12.50 GBP. \(reference)\n")
        #expect(shop.contents(of: shop.folder + "/opened") == Array(paid.output.utf8))
    }

    @Test("what was never answered cannot be given again, and no books are begun for it") func nothingToGive() throws {
        let shop = try Shop()
        for (words, sentence) in [
            (["--again"], "No charge request was answered in these books yet."),
            (["--again", "T1-000009-AAAA"], "No answer \"T1-000009-AAAA\" stands in these books."),
        ] {
            let end = try shop.run(["charge"] + words)
            #expect(end.status == 64)
            #expect(end.error.contains(sentence), "\(end.error)")
        }
        #expect(shop.contents(of: shop.journal) == nil)
        #expect(try shop.run("charge", "--again", "a", "b").status == 64)
        #expect(try shop.run("charge", "--again", "--headless").status == 64)
    }

    @Test(
        "what makes no sense together is refused",
        arguments: [
            ["--json", "x"], ["--signature", "accept", "x"], ["--headless", "--demo", "x"], [],
        ])
    func usage(arguments: [String]) throws {
        let end = try Shop().run(["charge"] + arguments)
        #expect(end.status == 64)
        #expect(end.error.hasPrefix("till: "))
    }
}
