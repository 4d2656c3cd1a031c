import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// Another program asks for a payment by a URL, and is told how it ended.
@Suite("Charges by URL on the full screen", .drivesTill) struct ChargeTests {
    private static let address = "&returnAppName=Shop&returnURL=com-shop%3A%2F%2Fdone%3Fnonce%3Da1%26x%3D1"

    @Test("check 34: 50.00 fixed with 8.5 % of tax is 54.25, and the answer has the caller's nonce, amount and tax")
    func approved() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=50.00&amountFixed=1&taxRate=8.5&currency=GBP" + ChargeTests.address)
        try till.see("ANOTHER PROGRAM ASKS FOR A PAYMENT", "Says it is Shop (name not checked)", "To pay 54.25 GBP")
        try till.see("> 0  No, send 'cancelled' back")
        till.press("1\r")
        try till.see("== APPROVED ==", "Enter tells Shop.")
        #expect(shop.attempts == [])
        till.press("\r")
        try till.see("Shop was told: approved.")
        let answer = try #require(shop.opened.first)
        #expect(
            answer.hasPrefix("com-shop://done?nonce=a1&x=1&ifcc_responseType=approved&ifcc_transactionId=T1-000001-"))
        #expect(answer.contains("&ifcc_amount=54.25&ifcc_currency=GBP&ifcc_redactedCardNumber=XXXXXXXXXXXX1111"))
        #expect(answer.hasSuffix("&ifcc_cardType=Visa&ifcc_taxAmount=4.25&ifcc_taxRate=8.5"))
        try till.quit()
        #expect(try shop.folder.taken() == [5425])
    }

    @Test(
        "each end is told by its word",
        arguments: [("10.00", "xx DECLINED xx", "declined"), ("20.00", "xx CANCELLED xx", "cancelled")])
    func words(amount: String, heading: String, word: String) throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=\(amount)" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("1\r")
        try till.see(heading)
        till.press("\r")
        try till.see("Shop was told: \(word).")
        #expect(shop.opened == ["com-shop://done?nonce=a1&x=1&ifcc_responseType=\(word)"])
    }

    @Test("a sale that the reader could not begin is told as an error") func failed() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("\u{1B}[18~")
        try till.see("NEXT PAYMENT WILL BE")
        till.press("8")
        try till.see("> 8")
        till.press("\r")
        try till.see("> 0  No", "To pay 12.50 GBP")
        till.press("1\r")
        try till.see("xx NOT STARTED xx", "Tell Shop: error")
        #expect(shop.attempts == [])
        till.press("0\r")
        try till.see("Shop was told: error.", "Typed")
        #expect(shop.opened == ["com-shop://done?nonce=a1&x=1&ifcc_responseType=error"])
        try till.quit()
        #expect(try shop.folder.history().map(\.result) == ["failed"])
        #expect(try shop.folder.taken().isEmpty)
    }

    @Test("No charges nothing and sends 'cancelled'") func no() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("\r")
        try till.see("Shop was told: cancelled.")
        #expect(shop.opened == ["com-shop://done?nonce=a1&x=1&ifcc_responseType=cancelled"])
        try till.quit()
        #expect(try shop.folder.ledger().paymentNumber == 0)
    }

    @Test("a part that is paid is not left by No, and its caller hears what became of the whole") func partly() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=37.57" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("~~ PARTLY PAID ~~", "Take 17.57 with another card")
        till.press("1\r")
        try till.see("> 0  No, back to what is paid", "1  Yes, charge 17.57 GBP")
        till.press("\r")
        try till.see("~~ PARTLY PAID ~~")
        till.press("1\r")
        try till.see("> 0  No, back to what is paid")
        till.press("1\r")
        try till.see("== APPROVED ==")
        #expect(shop.opened == [])
        till.press("\r")
        try till.see("Shop was told: approved.")
        #expect(shop.opened.count == 1)
        #expect(shop.opened.first?.contains("&ifcc_amount=37.57&") == true)
    }

    @Test("returnImmediately answers before anybody leaves the result, in FileMaker's form where that is asked for")
    func immediately() throws {
        let shop = try ChargeShop()
        let till = try shop.till(
            charging: "amount=12.50&returnImmediately=1&fm=1&returnAppName=Shop"
                + "&returnURL=fmp%3A%2F%2F%24%2FTill%3Fscript%3DCard%2520Done%26param%3D77")
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==", "Shop was told: approved.")
        let answer = try #require(shop.opened.first)
        #expect(answer.hasPrefix("fmp://$/Till?script=Card%20Done&param=77&$ifcc_responseType=approved&$ifcc_"))
        #expect(answer.contains("&$ifcc_amount=12.50&$ifcc_currency=GBP"))
    }

    @Test("a tip is chosen at the till, and told") func tip() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=10.99&amountFixed=1&taxRate=8.5" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("t")
        try till.see("Tip on 10.99 GBP")
        till.press("1\r")
        try till.see("Tip 1.10", "To pay 13.02 GBP", "> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Shop was told: approved.")
        let answer = try #require(shop.opened.first)
        #expect(answer.contains("&ifcc_amount=13.02&"))
        #expect(answer.hasSuffix("&ifcc_taxAmount=0.93&ifcc_taxRate=8.5&ifcc_tipAmount=1.10"))
    }

    @Test("a second request waits for the first, and each gets its own answer") func second() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        let other = try shop.handOver("amount=99.00&returnAppName=Other&returnURL=com-other%3A")
        #expect(other.waitForExit() == 0)
        #expect(other.screen.sentences.contains("The till that runs has taken the request. 1 waits before it."))
        try till.see("1 more waits", "To pay 12.50 GBP")
        till.press("1\r")
        try till.see("== APPROVED ==", "12.50 GBP")
        till.press("\r")
        try till.see("Says it is Other", "To pay 99.00 GBP", "> 0  No")
        till.press("\r")
        try till.see("Other was told: cancelled.")
        #expect(shop.opened.count == 2)
        #expect(shop.opened.first?.contains("ifcc_amount=12.50&") == true)
        #expect(shop.opened.last == "com-other:?ifcc_responseType=cancelled")
    }

    @Test("a script that hands a request over waits for its result, and prints the answer") func headless() throws {
        let shop = try ChargeShop()
        let till = try shop.till()
        try till.see("Typed")
        let other = try shop.handOver("amount=10.00" + ChargeTests.address, "--headless", "--print")
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("xx DECLINED xx")
        till.press("\r")
        #expect(other.waitForExit() == 1)
        #expect(other.screen.text.contains("ifcc_responseType=declined"))
        #expect(shop.attempts == [])
    }

    /// A till that has charged 12.50, and whose opener then failed.
    private func paidAndNotTold(_ shop: ChargeShop) throws -> Till {
        try shop.breakOpener(true)
        let till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        return till
    }

    @Test("an answer that cannot be opened is kept over a restart, and sent again to the letter") func again() throws {
        let shop = try ChargeShop()
        var till = try paidAndNotTold(shop)
        try till.see("NOT TOLD", "The customer WAS charged 12.50 GBP. Shop was not told.")
        till.press("\u{1B}")
        try till.see("Send the answer again, or leave it")
        try till.quit()

        till = try shop.till()
        try till.see("NOT TOLD", "The customer WAS charged 12.50 GBP. Shop was not told.", "> 1  Send the answer again")
        try shop.breakOpener(false)
        till.press("\r")
        try till.see("Shop was told: approved.")
        try till.quit()
        #expect(shop.attempts.count == 2 && Set(shop.attempts).count == 1)
        #expect(shop.opened == [shop.attempts[0]])
        #expect(try shop.folder.taken() == [1250])

        till = try shop.till()
        try till.see("Typed")
        try till.quit()
        #expect(shop.attempts.count == 2)
    }

    @Test(
        "what was never charged is told to the letter after a restart too",
        arguments: [("amount=12.50", 0, "cancelled"), ("amount=1,5", 64, "error")])
    func keptWithoutCharge(query: String, status: Int32, word: String) throws {
        let shop = try ChargeShop()
        try shop.breakOpener(true)
        var till = try shop.till()
        try till.see("Typed")
        #expect(try shop.handOver(query + ChargeTests.address).waitForExit() == status)
        if word == "cancelled" {
            try till.see("> 0  No")
            till.press("\r")
        }
        try till.see("NOT TOLD", "was not told: \(word).")
        till.program.signal(SIGKILL)
        _ = till.program.waitForExit()
        let told = "com-shop://done?nonce=a1&x=1&ifcc_responseType=\(word)"
        #expect(shop.attempts == [told])

        till = try shop.till()
        try till.see("NOT TOLD", "was not told: \(word).", "> 1  Send the answer again")
        try shop.breakOpener(false)
        till.press("\r")
        try till.see("was told: \(word).", "Typed")
        try till.quit()
        #expect(shop.opened == [told])
        #expect(try shop.folder.ledger().paymentNumber == 0)

        till = try shop.till()
        try till.see("Typed")
        try till.quit()
        #expect(shop.attempts == [told, told])
    }

    @Test("what a request has that nobody knows stands in the till's log by its name, and nothing of its value")
    func logged() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=12.50&basket_token=hush-hush&fm=yes" + ChargeTests.address)
        try till.see("> 0  No", "Asked just now")
        till.press("\r")
        try till.see("Shop was told: cancelled.")
        try till.quit()
        let log = shop.folder.contents(of: "state/till/till.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(log.contains(" Charge request 1: “basket_token” is no parameter of charge requests; it was ignored."))
        #expect(log.contains(" Charge request 1: “fm” is not 1, so it does not apply."))
        #expect(!log.contains("hush"))
    }

    @Test(
        "an answer that was let be is found in the list, and sent again to the letter, by the keys and by the command")
    func letBe() throws {
        let shop = try ChargeShop()
        var till = try paidAndNotTold(shop)
        try till.see("NOT TOLD", "0  Leave it")
        till.press("0\r")
        try till.see("Typed")
        try till.quit()

        till = try shop.till()
        try till.see("Typed")
        till.press(":")
        try till.see("Commands")
        till.type("answers not")
        try till.see("Send an answer to a program again")
        till.press("\r")
        try till.see("Shop was not told: approved.", "12.50 GBP approved")
        till.press("\r")
        try till.see("The answer was not delivered.")
        // The command has the till that runs send it.
        let failing = try shop.again()
        #expect(failing.waitForExit() == 69)
        try till.see("Shop was not told. The answer is kept, and comes up after this.")
        till.press("\u{1B}")
        try till.see("NOT TOLD", "0  Leave it")
        till.press("0\r")
        try till.see("Typed")
        try shop.breakOpener(false)
        let again = try shop.again()
        #expect(again.waitForExit() == 0)
        #expect(again.screen.sentences.contains("Shop was told: approved 12.50 GBP."))
        try till.see("Shop was told: approved.")
        till.press(":")
        try till.see("Commands")
        till.type("answers not")
        try till.see("Send an answer to a program again")
        till.press("\r")
        try till.see("There is no answer that was not delivered.")
        let printed = try shop.again("--print")
        #expect(printed.waitForExit() == 0)
        #expect(printed.screen.text.contains("ifcc_responseType=approved"))
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()
        #expect(shop.attempts.count == 4 && Set(shop.attempts).count == 1)
        #expect(shop.opened == [shop.attempts[0]])
        #expect(try shop.folder.taken() == [1250])
    }

    /// A till with the books of real readers, whose reader is not there, and a request.
    private func realTill(_ shop: ChargeShop) throws -> Till {
        let secret = shop.folder.path + "/secret"
        try Data(String(repeating: "0a", count: 32).utf8).write(to: URL(filePath: secret))
        try #require(chmod(secret, 0o600) == 0)
        let till = try Till(
            [
                "charge", "--reader", "tcp:127.0.0.1:9", "--all-readers",
                ChargeShop.base + "amount=12.50" + ChargeTests.address,
            ], environment: shop.environment.merging(["TILL_SHARED_SECRET_FILE": secret]) { $1 }, folder: shop.folder)
        try till.see("LIVE")
        return till
    }

    @Test("where the other books cannot be opened, whoever waits is told that nothing was charged")
    func otherBooksInUse() throws {
        let shop = try ChargeShop()
        let holder = try PtyProgram(
            PtyProgram.built("till"), ["sale", "30.00", "--currency", "GBP", "--reader", "sim"],
            environment: shop.folder.environment)
        try #require(holder.wait(for: "Is it the signature of the card?"))
        let till = try realTill(shop)
        let second = try shop.handOver("amount=2.00&returnURL=com-second%3A", "--headless", "--print")
        try #require(second.waitForWholeFrame { second.screen.sentences.contains("1 waits before it.") })
        till.press("\u{1B}[20~")
        try till.see("Choose a card reader", "Simulated reader")
        till.press("9\r")
        try till.expectExit(69)
        #expect(second.waitForExit() == 69)
        #expect(second.screen.text.contains("com-second:?ifcc_responseType=error"))
        #expect(shop.attempts == ["com-shop://done?nonce=a1&x=1&ifcc_responseType=error"])
        holder.signal(SIGKILL)
        _ = holder.waitForExit()
    }

    @Test("requests that wait go on at a till that begins anew with other books, and each is answered once")
    func otherBooks() throws {
        let shop = try ChargeShop()
        let till = try realTill(shop)
        let second = try shop.handOver(
            "amount=2.00&returnAppName=Second&returnURL=com-second%3A", "--headless", "--print")
        try #require(second.waitForWholeFrame { second.screen.sentences.contains("1 waits before it.") })
        let third = try shop.handOver("amount=3.00&returnAppName=Third&returnURL=com-third%3A")
        try #require(third.waitForExit() == 0)
        till.press("\u{1B}[20~")
        try till.see("Choose a card reader", "Simulated reader")
        till.press("9\r")
        try till.see("*** SIMULATED ***", "Says it is Shop", "2 more wait", "To pay 12.50 GBP", "> 0  No")
        #expect(shop.attempts == [])
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Says it is Second", "To pay 2.00 GBP", "> 0  No")
        till.press("\r")
        #expect(second.waitForExit() == 2)
        #expect(second.screen.text.contains("com-second:?ifcc_responseType=cancelled"))
        try till.see("Says it is Third", "To pay 3.00 GBP", "> 0  No")
        till.press("\r")
        try till.see("Third was told: cancelled.", "Typed")
        try till.quit()
        #expect(shop.attempts.count == 2 && shop.attempts == shop.opened)
        #expect(shop.attempts.first?.contains("&ifcc_amount=12.50&") == true)
        #expect(shop.attempts.last == "com-third:?ifcc_responseType=cancelled")
        #expect(try shop.folder.taken() == [1250])
        // Nothing of them was left anywhere.
        #expect(shop.folder.names(in: shop.folder.path + "/run").isEmpty)
        let again = try shop.till()
        try again.see("Typed")
        try again.quit()
        #expect(shop.attempts.count == 2)
    }

    @Test("who leaves the till with requests open has each told once") func leaving() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        let other = try shop.handOver("amount=99.00&returnURL=com-other%3A", "--print")
        try till.see("1 more waits")
        try till.quit()
        #expect(other.waitForExit() == 2)
        #expect(other.screen.text.contains("com-other:?ifcc_responseType=cancelled"))
        #expect(shop.attempts == ["com-shop://done?nonce=a1&x=1&ifcc_responseType=cancelled"])
    }

    @Test("check 35: escape sequences and a name of 5,000 characters in a link damage no screen") func hostile() throws
    {
        let shop = try ChargeShop()
        let till = try shop.till(
            charging: "amount=12.50&returnAppName=%1B%5D0%3BOWNED%07%1B%5B2J" + String(repeating: "W", count: 5000)
                + "&description=%1B%5B31m%E2%80%AE" + String(repeating: "x", count: 1000)
                + "&returnURL=com-shop%3A%2F%2F" + String(repeating: "h", count: 2000))
        try till.see("ANOTHER PROGRAM ASKS FOR A PAYMENT", "To pay 12.50 GBP", "> 0  No")
        let raw = String(decoding: till.program.screen.raw, as: UTF8.self)
        #expect(!raw.contains("\u{1B}]0;OWNED") && !raw.contains("\u{202E}"))
        till.press("\r")
        try till.see("was told: cancelled.", "Typed")
    }

    @Test("check 36: an unknown outcome is not told; set aside it is an error that says so") func unknown() throws {
        let shop = try ChargeShop()
        let till = try shop.till(charging: "amount=90.05" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("?? UNKNOWN ??", "DO NOT CHARGE THIS CUSTOMER AGAIN.")
        #expect(shop.attempts == [])
        till.press("w")
        try till.see("SET ASIDE", "Type your name")
        till.type("Ann\r")
        try till.see("Say why")
        till.press("\r")
        try till.see("Type ASIDE, then press Enter.")
        till.type("aside\r")
        try till.see("Shop was told: error.")
        let answer = try #require(shop.opened.first)
        #expect(answer.hasPrefix("com-shop://done?nonce=a1&x=1&ifcc_responseType=error&ifcc_errorMessage="))
        #expect(answer.contains("T1-000001-") && !answer.contains("declined"))
    }

    @Test("a till that was killed after the payment tells of it at its next start") func killed() throws {
        let shop = try ChargeShop()
        var till = try shop.till(charging: "amount=12.50" + ChargeTests.address)
        try till.see("> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.program.signal(SIGKILL)
        _ = till.program.waitForExit()
        #expect(shop.attempts == [])
        till = try shop.till()
        try till.see("== APPROVED")
        till.press("\r")
        try till.see("Shop was told: approved.")
        #expect(shop.opened.first?.contains("&ifcc_amount=12.50&") == true)
        #expect(try shop.folder.taken() == [1250])
    }
}
