import Terminal
import Testing
import TillCore
import TillUI

@Suite("A charge of another program on the screen") struct ChargeViewTests {
    @Test("who asks, where the answer goes and what is to be paid stand there, with No marked") func page() {
        let words = AllPages.charge().picture().words
        for text in [
            "ANOTHER PROGRAM ASKS FOR A PAYMENT", "Says it is ChargeDemo (name not checked)",
            "Answer goes to com-innerfence-chargedemo://chargeResponse", "Amount 50.00 GBP fixed", "Tax 8.5% 4.25",
            "To pay 54.25 GBP", "> 0 No, send 'cancelled' back", "1 Yes, charge 54.25 GBP", "For Test transaction",
            "Invoice 321", "Ann Other", "Corner Cafe", "1 High Street", "ann@example.com", "020 7946 0000",
        ] { #expect(words.contains(text), "\(text)") }
    }

    @Test("the answers keep their place in every window", arguments: [(120, 40), (80, 24), (60, 18), (40, 12)])
    func answers(columns: Int, rows: Int) throws {
        let shops = try ["charge", "charge again", "charges waiting"].map(AllPages.shop)
        for shop in shops + [AllPages.charge(query: AllPages.hostile)] {
            let lines = shop.picture(columns, rows).lines
            #expect(lines.contains { $0.contains("> 0  No, ") })
            #expect(lines.contains { $0.contains("  1  Yes, charge ") })
        }
    }

    @Test("check 35: escape sequences and a name of 5,000 characters leave the screen whole")
    func hostile() {
        for (columns, rows) in [(120, 40), (80, 24), (60, 18), (40, 12), (20, 6)] {
            let canvas = AllPages.charge(query: AllPages.hostile).picture(columns, rows)
            for row in 0..<rows { #expect(canvas.row(row).reduce(0) { $0 + $1.width } == columns) }
            let scalars = canvas.text.unicodeScalars.filter { $0 != "\n" }
            #expect(scalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
            #expect(canvas.text.contains("50.00"))
        }
    }

    @Test(
        "how old a request is stands there, and from five minutes on that the bill may have changed",
        arguments: [(0, "Asked just now"), (59, "Asked just now"), (60, "Asked 1 min ago"), (298, "Asked 4 min ago")])
    func young(seconds: Int, words: String) {
        var shop = AllPages.charge()
        // The page itself was waited for.
        shop.wait(seconds: max(0, seconds - 1))
        let picture = shop.picture().words
        #expect(picture.contains(words))
        #expect(!picture.contains("may have changed"))
    }

    @Test("an old request warns in every window", arguments: [(120, 40), (80, 24), (60, 18), (40, 12), (30, 8)])
    func old(columns: Int, rows: Int) {
        let words = AllPages.chargeOld().picture(columns, rows).words
        #expect(words.contains("12 min ago"))
        guard columns >= 60 else { return }
        #expect(
            words.contains("Asked 12 min ago. The bill may have changed: ask ChargeDemo before you charge."), "\(words)"
        )
        #expect(words.contains("Asked 12 min ago: see that it still holds."))
    }

    @Test(
        "an age is told in its largest unit",
        arguments: [
            (0, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"), (172_799, "47 h ago"),
            (172_800, "2 days ago"),
        ])
    func ages(seconds: Int, words: String) {
        var shop = AllPages.charge()
        shop.wait(seconds: max(0, seconds - 1))
        #expect(shop.picture(40, 12).words.contains(words) || seconds == 0)
    }

    @Test("a charge that was paid and not told says so") func notTold() {
        let words = AllPages.notTold().picture().words
        #expect(words.contains("The customer WAS charged 54.25 GBP. ChargeDemo was not told."))
        #expect(words.contains("> 1 Send the answer again (safe)"))
    }

    @Test(
        "answers that were not sent are listed with age, amount, result and who asked",
        arguments: [(120, 40), (80, 24)])
    func unsent(columns: Int, rows: Int) {
        let words = AllPages.unsent().picture(columns, rows).words
        for text in [
            "> just now 54.25 GBP approved ChargeDemo", "12 min ago cancelled Another program",
            "2 h ago 1,200,000.00 GBP declined Corner Shop", "4 days ago 12.50 GBP error", "T1-000410-X899",
            "ChargeDemo was not told: approved. Enter sends the answer again (safe).",
        ] { #expect(words.contains(text), "\(text)\n\(words)") }
        #expect(AllPages.unsent([]).picture(columns, rows).words.contains("There is no answer that was not delivered."))
        #expect(AllPages.unsentFailed().picture(columns, rows).words.contains("xdg-open could not open the address."))
    }

    @Test("how many wait stands on the page and in the header") func waiting() {
        #expect(AllPages.chargesWaiting().picture().words.contains("2 more wait"))
        #expect(AllPages.chargesWaiting().picture().lines[0].contains("2 requests"))
    }

    @Test("a reader must be chosen first, and the page says who waits") func chooseReader() {
        var shop = AllPages.chooseReader()
        shop.send(
            .charge(
                .arrived(number: 1, url: "com-innerfence-ccterminal://charge/1.0.0/?amount=1.00&returnAppName=Shop")))
        #expect(shop.picture().words.contains("Shop asks for a payment. Connect a reader"))
    }
}
