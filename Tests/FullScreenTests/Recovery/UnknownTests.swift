import Glibc
import Testing

/// The link breaks, or the till dies, while money may be on its way.
@Suite("Unknown outcomes on the full screen", .drivesTill) struct UnknownTests {
    static let forbidden = ["retry", "try again", "repeat", "failed", "declined", "not charged"]

    private func expectNoForbiddenWords(_ till: Till, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = till.text.lowercased()
        let found = UnknownTests.forbidden.filter(text.contains)
        #expect(found == [], "\(till.text)", sourceLocation: sourceLocation)
    }

    @Test("check 24 and 25: a broken connection leaves the sale unknown, and the reader's answer belongs to it")
    func connectionBroken() throws {
        let till = try Till.ready()
        try till.charge("90.05")
        try till.glimpse("?? UNKNOWN ??")
        expectNoForbiddenWords(till)
        try till.see("DO NOT CHARGE THIS CUSTOMER AGAIN.", "Enter asks it.", "?? 1 unknown")
        expectNoForbiddenWords(till)
        till.press("d")
        try till.see("Started")
        expectNoForbiddenWords(till)
        till.press("\u{1B}")
        try till.see("This sale is unknown. Ask the reader first: press Enter. It charges nothing.")
        expectNoForbiddenWords(till)
        till.press("\r")
        try till.see("== APPROVED (earlier sale) ==", "not to a new one. Nothing more to take.")
        let sentences = till.program.screen.sentences
        till.press("\r")
        try till.see("Typed", "Today  1 sale 90.05 GBP  0 unknown")
        try till.quit()
        let history = try till.folder.history()
        #expect(history.map(\.result) == ["approved"] && history.map(\.isRecovered) == [true])
        let time = try #require(history.first?.startedAt.dropFirst(11).prefix(5))
        #expect(sentences.contains("This is the answer to the sale of \(time),"), "\(sentences)")
        #expect(try till.folder.taken() == [9005])
    }

    @Test("a reader that falls silent keeps the payment's page, whatever is pressed")
    func readerSilent() throws {
        let till = try Till.ready()
        try till.charge("90.03")
        try till.see("[>] 4 Bank answers")
        till.press("\r\u{1B}")
        try till.see("It cannot be cancelled now. Nothing was sent.")
        till.type("q0\r1\r")
        try till.settle()
        #expect(till.header.contains("Taking a payment"))
    }

    @Test("the bank's answer does not come: the page says what is known, and the reader settles it")
    func bankSilent() throws {
        let till = try Till.ready("--time-scale", "20")
        try till.charge("37.68")
        try till.see("?? UNKNOWN ??", "DO NOT CHARGE THIS CUSTOMER AGAIN.", "Enter asks it.")
        expectNoForbiddenWords(till)
        // With time-outs as short as these a busy machine may lose the link to the question, which is asked again.
        for _ in 0..<5 {
            till.press("\r")
            if till.program.wait(3, until: { till.shows("xx NOT PAID (earlier sale) xx") }) { break }
        }
        try till.see("xx NOT PAID (earlier sale) xx", "was not paid. It may be charged now if the customer is here.")
    }

    @Test(
        "killed at any moment: the unfinished sale comes first, and the reader's answer settles it once",
        arguments: [
            "after-intent", "after-request", "status-reported", "before-relay", "relay-noted", "host-answered",
            "before-outcome",
        ])
    func killed(moment: String) throws {
        let first = try Till.ready(environment: ["TILL_CRASH_AT": moment])
        try first.charge("1250")
        try first.expectExit(-SIGKILL)
        let till = try Till(folder: first.folder)
        try till.chooseReader()
        try till.see("?? UNFINISHED SALE ??", "charges nothing", "> 1  Fetch the result now")
        expectNoForbiddenWords(till)
        try refuseNewSale(till)
        till.press("\r")
        try till.see("(earlier sale)", "he sale of ")
        till.press("\r")
        try till.see("Typed", "Last ")
        #expect(!till.text.contains("1 unknown"))
        try till.quit()
        let history = try till.folder.history()
        try #require(history.count == 1)
        #expect(try till.folder.taken() == (history[0].result == "approved" ? [1250] : []))
        #expect(["approved", "cancelled", "failed"].contains(history[0].result))
    }

    /// Goes round the unfinished sale to the sale page, and is refused there.
    private func refuseNewSale(_ till: Till) throws {
        till.press("\u{1B}[20~")
        try till.see("Choose a card reader")
        till.press("\u{1B}OQ")
        try till.see("Typed", "1 unknown: a customer may have been charged. ! shows it.")
        till.press("500")
        try till.see("Typed  5 0 0")
        till.press("\r")
        try till.see("A sale is in doubt, and the reader may hold its answer. Ask the reader first")
        till.press("!")
        try till.see("?? UNFINISHED SALE ??")
    }
}
