import Terminal
import Testing

@testable import TillUI

@Suite("Windows of every size") struct SizesTests {
    private static let columns = [0, 1, 5, 9, 39, 40, 50, 59, 60, 79, 80, 99, 100, 120, 200]
    private static let rows = [0, 1, 3, 6, 11, 12, 14, 17, 18, 23, 24, 40]

    @Test("header, status line and keys keep their rows and are never covered", arguments: AllPages.names)
    func frame(name: String) throws {
        let shop = try AllPages.shop(name)
        let marks = ["--", "..", "OK", "!!", "XX", "??"]
        for columns in Self.columns {
            for rows in Self.rows {
                let canvas = shop.picture(columns, rows)
                #expect(canvas.size == Size(columns: columns, rows: rows))
                guard columns >= 40, rows >= 12 else { continue }
                let lines = canvas.lines
                #expect(lines[0].contains("LIVE") || lines[0].contains("*** SIMULATED ***"))
                #expect(marks.contains(String(lines[rows - 2].dropFirst().prefix(2))))
                #expect(lines[rows - 1] == keys(shop, columns: columns))
                let cursor = try #require(canvas.cursor)
                #expect(cursor.row < rows && cursor.column < columns)
            }
        }
    }

    private func keys(_ shop: Shop, columns: Int) -> String {
        var canvas = Canvas(size: Size(columns: columns, rows: 1))
        KeyRow(entries: KeyEntry.table(for: shop.state.page, shop.state), isWaiting: !shop.state.isArmed)
            .draw(on: &canvas, row: 0)
        return canvas.text
    }

    @Test("a payment is drawn at each size up to 100 by 30, and its amount is whole or hidden") func payment() throws {
        let shop = try AllPages.paymentAtPIN()
        for columns in 0...100 {
            for rows in 0...30 {
                let text = shop.picture(columns, rows).text
                if columns >= 9, rows >= 1, columns < 80 || rows < 24 { #expect(text.contains("12.50 GBP")) }
                if columns < 9 { #expect(!text.contains("12.")) }
            }
        }
    }

    @Test(
        "amount and currency stand on every page of a payment, in large letters where there is room",
        arguments: [
            "large amount", "another customer", "payment begins", "signature", "approved", "declined", "partly paid",
            "cancelled", "not paid", "unknown", "still unknown", "unfinished",
        ])
    func amount(name: String) throws {
        let shop = try AllPages.shop(name)
        let expected = name == "large amount" ? "1,250.00 GBP" : name == "partly paid" ? "20.00 GBP" : "12.50 GBP"
        for (columns, rows) in [(40, 12), (59, 17), (60, 18), (79, 23), (100, 20)] {
            #expect(shop.picture(columns, rows).text.contains(expected))
        }
        let canvas = shop.picture()
        let large = (0..<24).filter { row in canvas.row(row).contains { $0.role == .money } }
        #expect(large.count == BigDigits.rows)
    }

    @Test("every page can be shown in ASCII", arguments: AllPages.names) func ascii(name: String) throws {
        let shop = try AllPages.shop(name)
        for (columns, rows) in [(80, 24), (60, 18), (40, 12), (30, 8)] {
            #expect(shop.picture(columns, rows).lines(in: .ascii).allSatisfy { $0.allSatisfy(\.isASCII) })
        }
    }

    @Test(
        "the choices stand in the smallest window",
        arguments: ["approved", "declined", "partly paid", "still unknown", "details"])
    func choices(name: String) throws {
        let lines = try AllPages.shop(name).picture(40, 12).lines
        let last = name == "partly paid" ? "Show the receipt" : "Back to the sale"
        #expect(lines.contains { $0.contains(last) })
    }
}
