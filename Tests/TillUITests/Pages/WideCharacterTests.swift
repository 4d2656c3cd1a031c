import Money
import Terminal
import Testing
import TillCore
import TillJournal

@testable import TillUI

/// Characters of two columns, of none, and of several parts, at every place where a list cuts its texts.
@Suite("Wide and combining characters") struct WideCharacterTests {
    static let samples = ["寿司 三枚", "e\u{301}e\u{301}", "☕ Kaffi", "👩‍👩‍👧‍👦 x", "🇮🇸 ÍS", "ｱｲｳ", "한국어"]
    static let sizes = [(40, 12), (60, 18), (80, 24), (100, 24), (120, 40)]

    @Test("the samples have the columns that they take")
    func columns() {
        #expect(WideCharacterTests.samples.map { PrintableText($0).columns } == [9, 2, 8, 4, 5, 3, 6])
    }

    /// The rows of amounts, as places of their cells.
    private func amounts(_ canvas: Canvas, _ amount: String) -> [Position] {
        var places: [Position] = []
        for row in 0..<canvas.size.rows {
            let cells = canvas.row(row).map {
                $0.width == 2 ? "##" : $0.width == 0 ? "" : $0.text.first.map(String.init) ?? ""
            }
            // Marks and wide characters count as their columns, so that places can be compared.
            let line = cells.joined()
            for range in line.ranges(of: amount) {
                places.append(Position(row: row, column: line.distance(from: line.startIndex, to: range.lowerBound)))
            }
        }
        return places
    }

    private func expectSamePlaces(_ text: String, _ shop: (String) -> Shop, _ amount: String = "12.50 GBP") {
        for (columns, rows) in WideCharacterTests.sizes {
            var (wide, plain) = (shop(text), shop("plain"))
            wide.widen(columns, rows)
            plain.widen(columns, rows)
            let canvas = wide.picture(columns, rows)
            #expect(amounts(canvas, amount) == amounts(plain.picture(columns, rows), amount), "\(text), \(columns)")
            for row in 0..<rows {
                #expect(canvas.row(row).reduce(0) { $0 + $1.width } == columns, "\(text), \(columns)")
            }
        }
    }

    /// The samples behind so much text that each of their columns comes to stand where a field ends.
    private static var texts: [String] {
        samples.flatMap { sample in
            (0..<24).map { String(repeating: "x", count: $0) + sample + " tail that is cut somewhere" }
        }
    }

    @Test("in the history the amounts stand in one column, whatever the other fields hold")
    func history() {
        func shop(_ text: String) -> Shop {
            var shop = Shop.ready()
            shop.press(.find)
            var record = shop.entry(418, 1250, .approved, minutesAgo: 1)
            record.outcome?.cardScheme = text
            record.intent.reference = text
            shop.answerHistory(
                inDoubt: [], found: [HistoryRow(record), HistoryRow(shop.entry(417, 1250, .declined, minutesAgo: 2))])
            return shop
        }
        for text in WideCharacterTests.texts {
            expectSamePlaces(text, shop)
            for (columns, rows) in WideCharacterTests.sizes {
                let places = amounts(shop(text).picture(columns, rows), "12.50 GBP")
                #expect(Set(places.map(\.column)).count == 1 || columns >= 100)
                #expect(places.count >= 2)
            }
        }
    }

    @Test("in the list of readers the columns behind the name stay where they are")
    func readers() {
        for text in WideCharacterTests.texts {
            expectSamePlaces(
                text,
                { text in
                    var shop = Shop()
                    shop.send(
                        .readers([
                            ReaderDevice(name: text, address: "00:07:80:AB:84:21", kind: .bluetooth), Shop.simulator,
                        ]))
                    return shop
                }, "00:07:80:AB:84:21")
        }
    }

    @Test("in the log of a payment and on a receipt, amounts stand where they stand beside plain text")
    func paymentAndReceipt() {
        for text in WideCharacterTests.texts {
            expectSamePlaces(text) { text in
                var shop = Shop.ready()
                shop.charge()
                try? shop.status(0x7777, text)
                return shop
            }
            expectSamePlaces(
                text,
                { text in
                    var shop = Shop.ready()
                    shop.charge()
                    shop.finish(.approved) { outcome in
                        outcome.customerReceipt =
                            "<table width=\"100%\"><tr><td>\(text.prefix(12))</td><td align=\"right\">12.50</td></tr></table>"
                    }
                    shop.wait()
                    shop.press(.receipt)
                    return shop
                }, "12.50")
        }
    }
}
