import Money
import Terminal
import Testing
import TillCore

@Suite("A ticket on the screen") struct TicketViewTests {
    @Test("lines, tax, tip and what stands beside them", arguments: [(80, 24), (60, 18), (110, 24)])
    func ticket(columns: Int, rows: Int) {
        let text = AllPages.ticket().picture(columns, rows).text
        for piece in ["Filter coffee x2", "Amount", "5.00", "3.00", "Subtotal 10.00", "Tax 0.85", "Tip 1.50", "12.35"] {
            #expect(text.contains(piece), "\(piece) in\n\(text)")
        }
        #expect(text.contains("Press Enter to charge 12.35 GBP."))
        #expect(text.contains("1 set aside"))
    }

    @Test("a small window keeps the last line and the total") func ticketSmall() {
        let text = AllPages.ticket().picture(40, 12).text
        for piece in ["12.35 GBP", "2 0 0", "Amount"] { #expect(text.contains(piece), "\(piece) in\n\(text)") }
    }

    @Test("the tips to choose from, with what they come to") func tip() {
        let text = AllPages.saleTip().picture(80, 24).text
        for piece in ["Tip on 10.00 GBP", "0  No tip", "2  12.5 %  1.25", "> 3  15 %  1.50", "4  Another amount"] {
            #expect(text.contains(piece), "\(piece) in\n\(text)")
        }
    }

    @Test("a tip that is typed, and its cap") func tipAmount() {
        let text = AllPages.saleTipAmount().picture(40, 12).text
        for piece in ["1.50 GBP", "Up to 5.00 GBP, which is 50 %."] {
            #expect(text.contains(piece), "\(piece) in\n\(text)")
        }
    }

    @Test("three fields, with the cursor in the one that is typed in", arguments: [(80, 24), (40, 12)])
    func fields(columns: Int, rows: Int) throws {
        let canvas = AllPages.saleFields().picture(columns, rows)
        let row = try #require(canvas.lines.firstIndex { $0.contains("Scone") })
        #expect(canvas.lines[row].contains(">"))
        #expect(canvas.cursor?.row == row)
    }

    @Test("the ticket at hand, and those that are set aside") func tickets() {
        let text = AllPages.tickets().picture(80, 24).text
        for piece in ["0  Back to the sale", "> 1  Set this ticket aside  12.35 GBP", "19.99 GBP  Table 4"] {
            #expect(text.contains(piece), "\(piece) in\n\(text)")
        }
    }

    @Test(
        "many lines: the last ones stand, and how many are above", arguments: [(80, 24), (60, 18), (40, 12), (110, 30)])
    func manyLines(columns: Int, rows: Int) {
        var shop = Shop.ready()
        for _ in 0..<40 {
            shop.type("100")
            shop.press(.add)
        }
        let text = shop.picture(columns, rows).text
        #expect(text.contains("40") && text.contains("more above"), "\(text)")
        #expect(text.contains("40.00"))
    }

    @Test("a long amount keeps its place, and the cursor stays in the window") func long() {
        var shop = Shop.ready()
        shop.type("4294967")
        shop.press(.times)
        shop.type("999")
        for columns in [40, 60, 80] {
            let canvas = shop.picture(columns, 24)
            #expect(canvas.text.contains("*"))
            #expect((canvas.cursor?.column ?? 999) < columns)
        }
    }

    @Test("a text of any width keeps the cursor in its field", arguments: HostileTextTests.texts) func hostile(
        text: String
    ) {
        var shop = Shop.ready()
        shop.press(.details)
        shop.send(.paste(text))
        for (columns, rows) in [(80, 24), (60, 18), (40, 12), (20, 6)] {
            let canvas = shop.picture(columns, rows)
            #expect((canvas.cursor?.column ?? 999) < columns)
            for row in 0..<rows { #expect(canvas.row(row).reduce(0) { $0 + $1.width } == columns) }
        }
        shop.press(.confirm)
        for (columns, rows) in [(80, 24), (60, 18), (40, 12), (20, 6)] {
            let canvas = shop.picture(columns, rows)
            for row in 0..<rows { #expect(canvas.row(row).reduce(0) { $0 + $1.width } == columns) }
        }
    }
}
