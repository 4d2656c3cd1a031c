import Testing

@testable import Receipts

@Suite("Receipt layout") struct ReceiptLayoutTests {
    @Test("amounts of all rows end at the right edge", arguments: [16, 32, 42, 48, 80])
    func rightEdge(columns: Int) throws {
        let html = """
            <table><tr><td>寿司 三枚<td>12.50<tr><td>e\u{301}<td>£3.00<tr><td>☕ Kaffi<td>1 234,00 kr
            <tr><td>👩‍👩‍👧 with a long name that wraps and wraps<td>-7.00<tr><td>no spaces:\(String(repeating: "x", count: 99))<td>9%</table>
            """
        let result = try lines(html, columns)
        for amount in ["12.50", "£3.00", "1 234,00 kr", "-7.00", "9%"] {
            let line = result.first { $0.hasSuffix(amount) }
            #expect(line.map(displayWidth(of:)) == columns, "\(amount)")
        }
    }

    @Test("a long text wraps before the short name beside it is broken") func longValue() throws {
        let html = """
            <table><tr><td>TRANSACTION<td align=right>1<tr><td>AUTH CODE<td align=right>005354
            <tr><td>ID<td align=right>f0edc393-d458-4c14-8944-9d70d98f2be1</table>
            """
        #expect(
            try lines(html, 42) == [
                "TRANSACTION                              1",
                "AUTH CODE                           005354",
                "ID           f0edc393-d458-4c14-8944-9d70d",
                "                                   98f2be1",
            ])
    }

    @Test(
        "right-to-left text before an amount leaves its digits in order",
        arguments: ["مقهى", "קפה", "مقهى الصباح الجديد في المدينة"])
    func rightToLeft(name: String) throws {
        let result = try lines("<table><tr><td>\(name)<td align=right>12.50 KWD</table><p>\(name): 12.50 KWD", 24)
        #expect(result.filter { $0.hasSuffix("12.50 KWD") }.count == 2)
        #expect(
            try lines("<td>\(name)<td>12.50", 60) == [
                name + String(repeating: " ", count: 55 - displayWidth(of: name)) + "12.50"
            ])
    }

    @Test("a row of two thousand columns runs as text and loses none") func wideRow() throws {
        let cells = (0..<2000).map { "<td>c\($0)</td>" }.joined()
        let result = try lines(
            "<table><tr>\(cells)<td>1.234,00&nbsp;kr</td></tr><tr><td>Total<td>5.00</tr></table>", 40)
        #expect(result.allSatisfy { displayWidth(of: $0) <= 40 })
        let words = result.joined(separator: " ").split(separator: " ")
        #expect(words.prefix(2000).elementsEqual((0..<2000).map { "c\($0)" }))
        #expect(result.last == "Total                               5.00")
        #expect(result.dropLast().last?.hasSuffix(" 1.234,00 kr") == true)
    }

    @Test(
        "an amount in running text is not torn apart",
        arguments: ["1 234 567,00 kr", "GBP 12.50", "12.50 KWD", "€ 5", "USD -5.00", "1&nbsp;234,00&nbsp;kr."])
    func amountInText(amount: String) throws {
        let expected = amount.replacing("&nbsp;", with: " ")
        for filler in 1...20 {
            let result = try lines("<p>\(String(repeating: "a", count: filler)) \(amount) due", 20)
            #expect(result.contains { $0.contains(expected) }, "\(result)")
        }
    }

    @Test("an overlong word is cut, before a number rather than in it") func overlongWord() throws {
        #expect(try lines("<p>abcdefghijklmnop", 6) == ["abcdef", "ghijkl", "mnop"])
        #expect(try lines("<p>Beverages:1.234,00kr", 14) == ["Beverages:", "1.234,00kr"])
        #expect(try lines("<p>寿司三枚", 5) == ["寿司", "三枚"])
        #expect(try lines("<p>12345678", 3) == ["123", "456", "78"])
    }

    @Test("lines stand left, in the middle and right") func alignment() throws {
        #expect(try lines("<p>ab<center>cd</center><p align=right>e f g h", 5) == ["ab", " cd", "e f g", "    h"])
    }

    @Test("a rule is as wide as the paper, empty lines come one at a time and not at the ends") func rulesAndBlanks()
        throws
    {
        #expect(try lines("<br><p>&nbsp;<p>a<br><br><br><p>&nbsp;</p><hr>b<br><br>", 6) == ["a", "", "------", "b"])
    }

    @Test("text set with spaces for a wider paper keeps its amount at the edge") func preformatted() throws {
        let html = "<pre>Coffee to go             3.50\n  short   1\n</pre>"
        #expect(try lines(html, 32) == ["Coffee to go             3.50", "  short   1"])
        #expect(try lines(html, 20) == ["Coffee to go    3.50", "  short   1"])
        #expect(try lines(html, 14) == ["Coffee to go", "          3.50", "  short   1"])
    }

    @Test("what was set for a wider paper loses gaps before it is broken") func squeezed() throws {
        let html = "<pre>  Donation                 GBP   20.00\n  ------------------------------------\n</pre>"
        #expect(try lines(html, 38)[0] == "  Donation                 GBP   20.00")
        #expect(try lines(html, 32) == ["  Donation           GBP   20.00", String(repeating: "-", count: 32)])
        #expect(try lines(html, 20)[0] == "  Donation GBP 20.00")
    }

    @Test("a drawn line is as long as the paper at most", arguments: ["-", "=", "_", "*", "─"])
    func drawnLine(sign: String) throws {
        #expect(try lines("<p>\(String(repeating: sign, count: 48))", 32) == [String(repeating: sign, count: 32)])
        #expect(try lines("<p>\(String(repeating: sign, count: 8))", 4) == [String(repeating: sign, count: 4)])
        #expect(try lines("<p>\(String(repeating: sign, count: 7))", 4).joined().count == 7)
    }

    @Test("room for a signature is kept above its line where that is asked for") func signingRows() throws {
        let document = try ReceiptDocument(html: "<br><br>a<br><br><br>b<br><br><br><br><br><br><hr>c<br><br>")
        #expect(document.plainText(columns: 4, width: displayWidth) == ["a", "", "b", "", "----", "c"])
        let printed = ReceiptLayout(columns: 4, signingRows: 3, width: displayWidth).lines(of: document)
        #expect(printed == ["a", "", "b", "", "", "", "----", "c"])
    }

    @Test("a name is not cut for the value beside it") func labels() throws {
        let html = """
            <table><tr><td>TRANSACTION<td align=right>7<tr><td>OF SALE<td align=right>T1-000418 of 2026-10-04</table>
            """
        #expect(try lines(html, 32) == ["TRANSACTION                    7", "OF SALE  T1-000418 of 2026-10-04"])
    }

    @Test("a share stays with its sign") func percent() throws {
        #expect(try lines("<p>a tip 20 % or so", 9) == ["a tip", "20 % or", "so"])
    }

    @Test("in a receipt from right to left, what is on the left is at the end", arguments: ["html", "body", "table"])
    func direction(element: String) throws {
        let row =
            "<tr><td>\u{5D0}<td align=left>VISA<tr><td>\u{5D1}<td align=left>1.50 KWD<tr><td>\u{5D2}<td align=right>2.50 KWD"
        let table = element == "table" ? "<table dir=RTL>\(row)</table>" : "<\(element) dir=rtl><table>\(row)</table>"
        #expect(try lines(table, 16) == ["\u{5D0}           VISA", "\u{5D1}       1.50 KWD", "\u{5D2}       2.50 KWD"])
        #expect(try lines("<p dir=rtl align=left>\u{5D0}</p><p align=left>b</p>", 4) == ["   \u{5D0}", "b"])
    }

    @Test("no paper is too narrow and no measure too odd", arguments: [Int.min, -1, 0, 1, 2, 3, Int.max])
    func oddPaper(columns: Int) throws {
        let document = try ReceiptDocument(html: SampleReceipt.sale)
        for odd in [-5, 0, 1, 2, 7, 5000] {
            let layout = ReceiptLayout(columns: columns, width: { _ in odd })
            #expect(!layout.lines(of: document).isEmpty)
        }
    }

    @Test("styled lines say the same as plain ones") func styledLines() throws {
        let document = try ReceiptDocument(html: SampleReceipt.sale)
        let layout = ReceiptLayout(columns: 32, width: displayWidth)
        let styled = layout.styledLines(of: document)
        #expect(styled.map { $0.map(\.text).joined() } == layout.lines(of: document))
        #expect(styled.joined().contains(.init("TOTAL", .bold)))
    }

    @Test(
        "markup made to be costly is laid out within the paper",
        arguments: [
            String(repeating: "<table><td>a<td>1", count: 15000), String(repeating: "&nbsp;a", count: 35000),
            String(repeating: "<td>a", count: 50000), String(repeating: "<tr><td align=right>1<td>b", count: 9000),
            String(repeating: "<b>", count: 80000), String(repeating: "<", count: 260000),
            String(repeating: "a<br/x>", count: 30000), String(repeating: "a<!---->", count: 30000),
            String(repeating: "<div>", count: 50000),
            String(repeating: "\u{301}", count: 130000), String(repeating: "<a b=\">", count: 30000),
            String(repeating: "<a b=\"><i c='>", count: 18000), String(repeating: "<a b=", count: 50000) + "\"",
            String(repeating: "a    ", count: 50000), String(repeating: "- ", count: 100000),
        ])
    func costly(html: String) throws {
        let document = try ReceiptDocument(html: html)
        #expect(document.plainText(columns: 80, width: displayWidth).allSatisfy { displayWidth(of: $0) <= 80 })
    }
}
