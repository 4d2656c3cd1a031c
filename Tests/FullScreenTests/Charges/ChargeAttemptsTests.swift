import PtyHarness
import Testing

/// One charge that another program asks for more than once.
@Suite("The same charge asked for again", .drivesTill) struct ChargeAttemptsTests {
    private static let query =
        "amount=12.50&invoiceNumber=A17&returnAppName=Shop&returnURL=com-shop%3A%2F%2Fdone%3Fid%3DA17"

    /// Has the customer do nothing, or all by himself again.
    private func setCustomer(byHand: Bool, _ till: Till) throws {
        till.press("\u{1B}[18~")
        try till.see("NEXT PAYMENT WILL BE")
        till.press("\t\t\t")
        try till.see("SETUP")
        till.press("\r")
        try till.see(byHand ? "1  Customer  by hand" : "1  Customer  by itself")
        till.press("\u{1B}")
    }

    /// A till at which a customer let the reader's time run out.
    private func timedOut(_ shop: ChargeShop) throws -> Till {
        // The reader waits for a minute.
        let till = try Till(
            [
                "charge", "--sim-speed", "instant", "--reader", "sim", "--time-scale", "6",
                ChargeShop.base + ChargeAttemptsTests.query,
            ], environment: shop.environment, folder: shop.folder)
        try till.see("To pay 12.50 GBP", "> 0  No", "A17")
        try setCustomer(byHand: true, till)
        try till.see("To pay 12.50 GBP", "> 0  No")
        till.press("1\r")
        try till.see("Waiting for card")
        try till.see("xx NOT PAID xx", "Nobody answered on the reader. No money was taken.", "> 0  Tell Shop: error")
        #expect(shop.attempts == [])
        return till
    }

    /// The customer is back.
    private func pay(_ till: Till) throws {
        try setCustomer(byHand: false, till)
        try till.see("To pay 12.50 GBP", "> 0  No", "A17")
        till.press("1\r")
        try till.see("== APPROVED ==", "12.50 GBP")
        till.press("\r")
        try till.see("Shop was told: approved.", "Typed")
        try till.quit()
    }

    private func expectPaidOnce(_ shop: ChargeShop) throws {
        let history = try shop.folder.history()
        #expect(history.map(\.result) == ["approved", "failed"])
        #expect(history.last?.statusCode == 0x11)
        #expect(Set(history.map(\.customerReference)).count == 2)
        #expect(try shop.folder.taken() == [1250])
    }

    @Test("a request that nobody answered on the reader can be paid when the same one comes again") func comesAgain()
        throws
    {
        let shop = try ChargeShop()
        let till = try timedOut(shop)
        till.press("\r")
        try till.see("Shop was told: error.", "Typed")
        let again = try shop.handOver(ChargeAttemptsTests.query)
        #expect(again.waitForExit() == 0)
        try till.see("To pay 12.50 GBP", "> 0  No", "A17")
        try pay(till)
        #expect(shop.attempts == shop.opened && shop.opened.count == 2)
        #expect(shop.opened.first == "com-shop://done?id=A17&ifcc_responseType=error")
        #expect(shop.opened.last?.hasPrefix("com-shop://done?id=A17&ifcc_responseType=approved&") == true)
        try expectPaidOnce(shop)
    }

    @Test("it can be paid at once by the same amount again, and its caller hears of the payment alone") func sameAgain()
        throws
    {
        let shop = try ChargeShop()
        let till = try timedOut(shop)
        till.press("c")
        try till.see("To pay 12.50 GBP", "> 0  No, send 'error' back", "A17")
        try pay(till)
        #expect(shop.attempts == shop.opened && shop.opened.count == 1)
        #expect(shop.opened.last?.hasPrefix("com-shop://done?id=A17&ifcc_responseType=approved&") == true)
        try expectPaidOnce(shop)
    }
}
