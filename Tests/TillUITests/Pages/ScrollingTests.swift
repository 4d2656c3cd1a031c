import Money
import Testing
import TillCore

@Suite("Scrolling") struct ScrollingTests {
    private func longReceipt() -> Shop {
        var shop = Shop.ready()
        shop.charge()
        shop.finish(.approved) { outcome in
            outcome.customerReceipt = (1...60).map { "Line \($0)<br>" }.joined()
        }
        shop.wait()
        shop.press(.receipt)
        return shop
    }

    @Test("a long receipt scrolls, and its end is never above the bottom of the box") func receipt() {
        var shop = longReceipt()
        // Below the 60 lines stands the transaction's id.
        #expect(shop.picture().text.contains("1-18 of 62"))
        shop.press(.pageDown, .down)
        #expect(shop.picture().lines[2].contains("│ Line 12 "))
        shop.press(.bottom)
        #expect(shop.picture().lines[17].contains("│ Line 60 ") && shop.picture().lines[19].contains("89ab-cdef"))
        #expect(shop.picture().text.contains("45-62 of 62"))
        #expect(shop.picture(60, 18).lines[11].contains("│ Line 60 "))
        #expect(shop.picture(60, 18).lines[13].contains("89ab-cdef"))
        #expect(shop.picture(40, 12).lines[6].contains("Line 60"))
        #expect(shop.picture(40, 12).lines[8].contains("89ab-cdef"))
        shop.press(.top)
        #expect(shop.picture().lines[2].contains("│ Line 1 "))
    }

    @Test("the other copy is shown from its top") func otherCopy() {
        var shop = longReceipt()
        shop.press(.bottom, .otherPanel)
        let text = shop.picture().text
        #expect(text.contains("─ Merchant copy ─"))
        #expect(text.contains("> 2 Merchant"))
        #expect(text.contains("CORNER CAFE"))
    }

    @Test("the marked reader stays in sight in a long list") func readers() {
        var shop = Shop()
        let readers = (1...40).map { ReaderDevice(name: "Reader \($0)", address: "a\($0)", kind: .bluetooth) }
        shop.send(.readers(readers))
        for _ in 1...30 { shop.press(.down) }
        for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
            let canvas = shop.picture(columns, rows)
            let marked = canvas.lines.filter { $0.contains(">") }
            #expect(marked.count == 1 && marked[0].contains("Reader 31"))
            #expect(canvas.cursor.map { canvas.lines[$0.row] } == marked[0])
        }
    }

    @Test("amounts follow the decimals of their currency", arguments: [(Currency.jpy, "1,250"), (.kwd, "1.250")])
    func decimals(currency: Currency, expected: String) {
        var shop = Shop.ready(settings: AppSettings(currency: currency, measure: .terminal))
        shop.type("1250")
        #expect(shop.picture(60, 18).text.contains("\(expected) \(currency.alphaCode)"))
        #expect(shop.picture().text.contains("(1250 = \(expected)"))
    }
}
