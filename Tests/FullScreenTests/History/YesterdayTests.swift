import Testing

@Suite("Yesterday's sales on the full screen") struct YesterdayTests {
    @Test("check 32: the void of yesterday's sale is refused, and the refund is offered") func void() throws {
        // A day ahead on the wall is a day later: nothing waits for midnight.
        let first = try Till.ready(environment: ["TZ": "WEST12"])
        try first.charge("1250")
        try first.see("== APPROVED ==")
        first.press("\r")
        try first.see("Typed", "Last")
        try first.quit()
        let till = try Till.ready(environment: ["TZ": "EAST-12"], folder: first.folder)
        till.press("/")
        try till.see("1 found")
        till.press("u")
        try till.see("can be voided on that day only. Use a refund instead.", "> 2  Give up to 12.50 GBP back  f")
        till.press("\r")
        try till.see("12.50 goes back, 0.00 stays paid.")
        till.press("\r")
        try till.see("> 0  No, go back")
        till.press("1\r")
        try till.see("== REFUNDED ==")
        try till.quitFromResult()
        #expect(try till.folder.ledger().host.transactions.first?.isReversed == false)
    }
}

extension Till {
    fileprivate func quitFromResult() throws {
        press("\u{1B}")
        try see("Find:")
        press("\u{1B}")
        try see("Typed")
        try quit()
    }
}
