import PtyHarness
import Testing

/// Charge requests that reach a till by another run of it.
@Suite("Charge requests that are handed over", .drivesTill) struct HandoverTests {
    private static let address = "&returnAppName=Shop&returnURL=com-shop%3A%2F%2Fdone%3Fnonce%3Da1%26x%3D1"

    @Test(
        "a request finds the till that runs, whichever of them was told of the runtime folder",
        arguments: [(true, false), (false, true), (false, false)])
    func meeting(isTillTold: Bool, isOtherTold: Bool) throws {
        let shop = try ChargeShop()
        let till = try Till(environment: isTillTold ? shop.environment : [:], folder: shop.folder)
        try till.see("Typed")
        let other = try PtyProgram(
            PtyProgram.built("till"),
            ["charge", "--headless", "--print", ChargeShop.base + "amount=12.50" + HandoverTests.address],
            environment: shop.folder.environment.merging(isOtherTold ? shop.environment : [:]) { $1 })
        try till.see("Says it is Shop", "To pay 12.50 GBP", "> 0  No")
        till.press("\r")
        #expect(other.waitForExit() == 2)
        #expect(other.screen.text.contains("ifcc_responseType=cancelled"))
        try till.see("Typed")
        try till.quit()
        for folder in [shop.folder.path + "/run", shop.folder.books] {
            #expect(!shop.folder.names(in: folder).contains { $0.hasSuffix(".sock") })
        }
    }

    @Test(
        "a request as long as one may be is taken, also by a till that runs, and answered to the letter",
        arguments: [true, false])
    func longest(isRunning: Bool) throws {
        let shop = try ChargeShop()
        let query = longQuery(bytes: 65_536)
        let till = isRunning ? try shop.till() : try shop.till(charging: query)
        if isRunning {
            try till.see("Typed")
            let other = try shop.handOver(query, "--headless")
            try till.see("To pay 12.50 GBP", "> 0  No")
            till.press("\r")
            #expect(other.waitForExit() == 2)
        } else {
            try till.see("To pay 12.50 GBP", "> 0  No")
            till.press("\r")
        }
        try till.see("was told: cancelled.", "Typed")
        try till.quit()
        let answer = try #require(shop.opened.first)
        let address = try #require(query.split(separator: "=").last)
        #expect(answer == "com-shop:?" + address.dropFirst("com-shop%3A%3F".count) + "&ifcc_responseType=cancelled")
    }

    @Test("a request of one byte more is refused, and nothing is charged", arguments: [true, false])
    func tooLong(isRunning: Bool) throws {
        let shop = try ChargeShop()
        let till = isRunning ? try shop.till() : nil
        try till?.see("Typed")
        for options in [[], ["--headless"], ["--print"]] {
            let end = try shop.handOver(longQuery(bytes: 65_537), options)
            #expect(end.waitForExit() == 64)
            let said = end.screen.sentences
            #expect(said.contains("The address is too long; it may have") && said.contains("Nothing was charged."))
        }
        try till?.settle()
        try till?.see("Typed")
        try till?.quit()
        #expect(shop.attempts == [])
        #expect(try shop.folder.ledger().paymentNumber == 0)
    }

    /// A query that makes a request of so many bytes, most of them the return address.
    private func longQuery(bytes: Int) -> String {
        let start = "amount=12.50&returnURL=com-shop%3A%3F"
        return start + String(repeating: "x", count: bytes - ChargeShop.base.utf8.count - start.utf8.count)
    }
}
