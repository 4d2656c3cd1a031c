import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// Answers that reach charge-demo as a till or a desktop opens it: with or without a form that runs, or a terminal.
@Suite("Answers to charge-demo", .drivesTill) struct DemoAnswerTests {
    /// A demo whose request a till has answered, and the answer, which nobody was given.
    private func answered(
        _ shop: ChargeShop, by keys: String
    ) throws -> (demo: Demo, answer: String) {
        let till = try shop.till()
        try till.see("Typed")
        let demo = try Demo.ready(shop)
        demo.press("\r")
        try demo.see("The till has the request.")
        try till.see("To pay 54.25 USD", "> 0  No")
        let count = shop.opened.count
        till.press(keys)
        if keys == "1\r" {
            try till.see("== APPROVED ==")
            till.press("\r")
        }
        try till.see("ChargeDemo was told:", "Typed")
        try till.quit()
        try #require(shop.opened.count == count + 1)
        return (demo, try #require(shop.opened.last))
    }

    /// A shop whose opener writes answers down and gives them to nobody.
    private func shop() throws -> ChargeShop { try ChargeShop(settings: Demo.settings) }

    /// What stands in one of the demo's own files, in lines.
    private func kept(_ file: String, _ shop: ChargeShop) -> [String] {
        shop.folder.contents(of: "state/charge-demo/" + file).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").map(String.init) ?? []
    }

    @Test("a cold start with an answer shows it, once") func coldStart() throws {
        let shop = try shop()
        let (asking, answer) = try answered(shop, by: "1\r")
        try asking.quit()
        let demo = try Demo(shop, [answer])
        try demo.see("APPROVED", "Record 1", "Amount 54.25 USD", "Enter Back to the form")
        try demo.quit()
        let second = try Demo(shop, [answer])
        try second.see("NOT BELIEVED", "No charge request waits for an answer.", "Look at the till")
        second.press("\r")
        try second.see("> [ Charge ]", "Enter on Charge")
        try second.quit()
        let third = try Demo.ready(shop)
        try third.quit()
    }

    @Test(
        "without a form that runs and a terminal an answer is kept for the next start, and its request waits till then")
    func keptForTheNext() throws {
        let shop = try ChargeShop(handler: PtyProgram.built("charge-demo"), settings: Demo.settings)
        let till = try shop.till()
        try till.see("Typed")
        let asking = try Demo.ready(shop)
        asking.press("\r")
        try asking.see("The till has the request.")
        try asking.quit()
        try till.see("To pay 54.25 USD", "> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("ChargeDemo was told: approved.", "Typed")
        #expect(kept("answers", shop) == shop.opened)
        #expect(kept("nonces", shop).count == 1)
        // It is sent again while nobody looks: that makes no second one.
        let again = try Demo.open(shop.opened[0], shop)
        #expect(again.status == 0 && again.said == "The answer is kept. Start charge-demo in a terminal to see it.")

        let demo = try Demo(shop)
        try demo.see("APPROVED", "Record 1", "Amount 54.25 USD", "Enter Back to the form")
        #expect(kept("answers", shop) == [])
        #expect(kept("nonces", shop) == [])
        demo.press("\r")
        try demo.see("> [ Charge ]", "Enter on Charge")
        try demo.quit()
        #expect(try shop.folder.taken() == [5425])
    }

    @Test("several that were kept are shown one after the other") func several() throws {
        let shop = try shop()
        for (keys, record) in [("1\r", "1"), ("\r", "2")] {
            let (demo, answer) = try answered(shop, by: keys)
            try demo.quit()
            #expect(answer.contains("record_id=\(record)&"))
        }
        for answer in shop.opened { #expect(try Demo.open(answer, shop).status == 0) }
        let demo = try Demo(shop)
        try demo.see("APPROVED", "Record 1", "1 more waits.")
        #expect(kept("answers", shop) == [shop.opened[1]])
        demo.press("\r")
        try demo.see("CANCELLED", "Record 2", "Enter Back to the form")
        #expect(kept("answers", shop) == [])
        try demo.quit()
    }

    @Test("what names no record of its own, or brings back no number that is known, is not believed")
    func notBelieved() throws {
        let shop = try shop()
        var (demo, answer) = try answered(shop, by: "\r")
        let nonce = try #require(kept("nonces", shop).first)
        let forged = answer.replacing(nonce, with: String(repeating: "A", count: nonce.count))
        for (url, reason) in [
            (forged, "The answer belongs to no request that waits for one."),
            (answer.replacing("&ifcc_request_nonce=" + nonce, with: ""), "does not say which request it belongs to."),
            (answer.replacing("cancelled", with: "success"), "neither approved, cancelled, declined nor error."),
        ] {
            #expect(try Demo.open(url, shop).status == 0)
            try demo.see("NOT BELIEVED", reason, "Look at the till whether the card was charged.")
            try demo.see("This may have come from anywhere.")
            // Its request still waits.
            #expect(kept("nonces", shop) == [nonce])
            demo.press("\r")
            try demo.see("> [ Charge ]", "Enter on Charge")
        }
        #expect(try Demo.open(answer, shop).status == 0)
        try demo.see("CANCELLED", "Record 1")
        try demo.quit()

        for record in ["record_id=3", "record_id=0", "record_id=x", "record=1"] {
            (demo, answer) = try answered(shop, by: "\r")
            let url = answer.replacing(/record_id=\d+/, with: record)
            #expect(try Demo.open(url, shop).status == 0)
            try demo.see("NOT BELIEVED", "It names no record of this program.")
            try demo.quit()
            #expect(kept("nonces", shop) == [])
        }
    }

    @Test("an answer that cannot be checked stays kept, and is shown when it can") func unchecked() throws {
        let shop = try shop()
        let (asking, answer) = try answered(shop, by: "\r")
        let nonces = shop.folder.path + "/state/charge-demo/nonces"
        try #require(chmod(nonces, 0o644) == 0)
        #expect(try Demo.open(answer, shop).status == 0)
        try asking.see("An answer is kept that cannot be checked.", "may be read by others; remove it.")
        #expect(kept("answers", shop) == [answer])
        try #require(chmod(nonces, 0o600) == 0)
        asking.press("\r")
        try asking.see("CANCELLED", "Record 1")
        #expect(kept("answers", shop) == [])
        try asking.quit()
    }

    @Test("of two forms the first hears of answers, and the second when that is gone") func twoForms() throws {
        let shop = try shop()
        let (first, answer) = try answered(shop, by: "\r")
        let second = try Demo.ready(shop)
        #expect(try Demo.open(answer, shop).status == 0)
        try first.see("CANCELLED", "Record 1")
        try first.quit()
        let till = try shop.till()
        try till.see("Typed")
        second.press("\r")
        try till.see("To pay 54.25 USD", "> 0  No")
        try second.see("The till has the request. Enter looks for its answer.")
        till.press("\r")
        try till.see("ChargeDemo was told: cancelled.", "Typed")
        let kept = try Demo.open(shop.opened[1], shop)
        #expect(kept.said == "The answer is kept. Start charge-demo in a terminal to see it.")
        second.press("\r")
        try second.see("CANCELLED", "Record 2")
        second.press("\r")
        try second.see("> [ Charge ]", "Enter on Charge")
        // It has taken the other one's place.
        second.press("\r")
        try second.see("The till has the request. Its answer comes here by itself.")
        try till.see("To pay 54.25 USD", "> 0  No")
        try second.quit()
    }

    @Test("what is no address, and more than anybody looks at, is refused, so that a till says it was not told")
    func refused() throws {
        let shop = try shop()
        for text in ["", "a b", "é:", String(repeating: "x", count: 80 * 1024 + 1)] {
            let end = try Demo.open(text, shop)
            #expect(end.status == 64 && end.said == "This is no address of an answer.")
        }
        for number in 1...16 { #expect(try Demo.open("com-x:\(number)", shop).status == 0) }
        let end = try Demo.open("com-x:17", shop)
        #expect(end.status == 69 && end.said == "16 answers wait to be looked at. Start charge-demo to see them.")
        #expect(try Demo.open("com-x:16", shop).status == 0)
        #expect(kept("answers", shop).count == 16)
    }
}
