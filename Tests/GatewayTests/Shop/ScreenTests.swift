import PtyHarness
import Testing

/// Bank, reader and till as programs, with the till on its whole screen.
@Suite("The whole screen among three programs") struct ScreenTests {
    @Test("a sale that nobody could tell of is settled by itself once the bank's list can be read") func settles()
        throws
    {
        let shop = try Shop(timeScale: 20)
        try shop.bank?.fault("kind=drop-after&on=authorization")
        try shop.bank?.fault("kind=500&on=feed&count=4")
        let till = try shop.screen()
        try #require(till.wait(for: "Typed"), "\(till.screen.text)")
        till.send("1234")
        try #require(till.wait(for: "Press Enter to"), "\(till.screen.text)")
        till.send("\r")
        try #require(till.wait(for: "Enter Ask the reader"), "\(till.screen.text)")
        till.send("\r")
        // The reader holds nothing, the list cannot be read, and nobody presses another key.
        try #require(till.wait(60, for: "Approved. 12.34 GBP was taken."), "\(till.screen.text)")
        till.hangUp()
        #expect(till.waitForExit() != nil)
        #expect(try shop.history().map(\.result) == ["approved"])
        #expect(try shop.expectEqualBooks().count == 1)
    }

    @Test("two equal sales in the list are told to the cashier, and stand in the details") func twoCandidates() throws {
        let shop = try Shop(timeScale: 20)
        #expect(try shop.sell("12.34", reference: "Table 4", at: "other").status == 0)
        #expect(
            try shop.sell("12.34", reference: "Table 4", settings: ["TILL_CRASH_AT": "host-answered"]).status < 0)
        try shop.replaceReader()
        let till = try shop.screen()
        try #require(till.wait(for: "Enter Go on"), "\(till.screen.text)")
        till.send("\r")
        try #require(
            till.wait(for: "The bank's list has 2 that may be it. Compare them by hand: d shows them."),
            "\(till.screen.text)")
        till.hangUp()
        #expect(till.waitForExit() != nil)
        #expect(try shop.history().map(\.result) == ["unknown"])
    }
}
