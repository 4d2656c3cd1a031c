import Testing

@testable import Receipts

@Suite("Receipt document") struct ReceiptDocumentTests {
    private func blocks(_ html: String) throws -> [ReceiptDocument.Block] {
        try ReceiptDocument(html: html).blocks
    }

    @Test(
        "nothing, or markup without text, is no line",
        arguments: ["", " \n\t", "<html></html>", "<p></p><div> </div>", "<script>alert(1)</script>", "<br><br>", "\0"])
    func empty(html: String) throws {
        #expect(try lines(html).isEmpty)
    }

    @Test("text that is no HTML keeps its lines") func plainText() throws {
        #expect(
            try lines("SALE\r\n  Coffee   3.50\n\n\nMail <info@example.com>\rif a < b &amp; c") == [
                "SALE", "  Coffee   3.50", "", "Mail <info@example.com>", "if a < b & c",
            ])
    }

    @Test("blocks end lines, inline elements do not") func blockStructure() throws {
        let html =
            "a<p>b<div>c <b>d</b> <i>e</i>\n  f</div>g<h1>h</h1><ul><li>i<li>j</ul>k<br>l<a href='http://x'>m</a>"
        #expect(try lines(html) == ["a", "b", "c d e f", "g", "h", "- i", "- j", "k", "lm"])
    }

    @Test("emphasis follows its elements") func emphasis() throws {
        #expect(
            try blocks("<p>a <b>b <i>c</i></b><u>d</u><strong>e</strong><em>f</em></p><h3>g</h3>") == [
                .line(
                    .init([
                        .init("a "), .init("b ", .bold), .init("c", [.bold, .italic]), .init("d", .underline),
                        .init("e", .bold), .init("f", .italic),
                    ])),
                .line(.init([.init("g", .bold)])),
            ])
    }

    @Test(
        "alignment is read from attribute, style and element",
        arguments: [
            ("<p align=right>a</p>", ReceiptDocument.Alignment.right), ("<center>a</center>", .center),
            ("<div STYLE='color:red; Text-Align : CENTER !important'>a</div>", .center),
            ("<div align=right><p>a</p></div>", .right), ("<center><div align=left>a</div></center>", .left),
            ("<h1 align=middle>a</h1>", .center), ("<p style='text-align:right' align=left>a</p>", .right),
        ] as [(String, ReceiptDocument.Alignment)])
    func alignment(html: String, expected: ReceiptDocument.Alignment) throws {
        guard case .line(let line) = try blocks(html).first else {
            Issue.record("no line")
            return
        }
        #expect(line.alignment == expected)
    }

    @Test("a table is rows of cells, without its end tags or even its table") func table() throws {
        let row = ReceiptDocument.Row([
            .init([.init([.init("Fish & Chips")])]),
            .init([.init([.init("1.234,00\u{A0}kr")], alignment: .right)], alignment: .right),
        ])
        let cells = "<td>Fish &amp; Chips</td><td align=right>1.234,00&nbsp;kr</td>"
        #expect(try blocks(cells) == [.table([row])])
        #expect(try blocks("<table><tr>\(cells)</tr></table>") == [.table([row])])
        #expect(
            try blocks("<table><tr><td>Fish &amp; Chips<td align=right>1.234,00&nbsp;kr<tr>\(cells)") == [
                .table([row, row])
            ])
    }

    @Test("a table in a cell stands on its own and loses nothing") func nestedTable() throws {
        let inner = "<table><tr><td>Tea<td align=right>2.00<tr><td>Cake<td align=right>4.50</table>"
        #expect(
            try lines("<table><tr><td>SHOP<tr><td>before \(inner) after<td>beside<tr><td>Total<td>6.50</table>", 20)
                == [
                    "SHOP", "before", "Tea             2.00", "Cake            4.50", "after", "beside",
                    "Total           6.50",
                ])
    }

    @Test(
        "entities are decoded once",
        arguments: [
            ("<p>&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("<p>Fish &amp; Chips", "Fish & Chips"), ("<p>&lt;b&gt;", "<b>"),
            ("<p>&pound;1 &euro;2 &#128;3 &#x20AC;4", "£1 €2 €3 €4"), ("<p>A & B &unknown; C", "A & B &unknown; C"),
            ("&amp;#27;", "&#27;"), ("<p>S&ouml;hne&#39;", "Söhne'"), ("<p>3 < 4", "3 < 4"),
            ("<p>x &amp;amp; y", "x &amp; y"),
        ])
    func entities(html: String, text: String) throws {
        #expect(try lines(html) == [text])
    }

    @Test("scripts, styles, titles and remote content are dropped, the words of a picture kept") func dropped() throws {
        let html = """
            <head><title>T</title></head><p>a<script>document.write("<p>x")</script>b<style>p{}</style>
            <img src="http://evil.example/x.png" alt="ACME" onerror=alert(1)><iframe src="http://evil.example">no</iframe>
            <!-- c --><object data=x>o</object><noscript>n</noscript>
            """
        #expect(try lines(html) == ["ab ACME n"])
        #expect(try lines("<html><head><title>T</title>Total 5.00<p>b") == ["Total 5.00", "b"])
    }

    @Test(
        "no control character and no escape sequence comes out",
        arguments: [
            "a&#x1b;[31mb", "a&#27;[1;31mb", "a\u{1B}[2Jb", "a\u{1B}]0;title\u{7}b", "a&#x1b;]8;;http://x&#x1b;\\b",
            "a\u{8}\u{7F}\0b", "a&#0;&#7;b", "a\u{202E}b", "a&#x202e;&#x2066;b\u{2069}", "a\u{200B}\u{FEFF}&shy;b",
            "a\u{81}&#157;b", "a&#x1B[31mb",
        ])
    func controls(text: String) throws {
        #expect(try lines("<p>\(text)</p>") == ["ab"])
        #expect(try lines(text) == ["ab"])
    }

    @Test("an escape character does not swallow markup") func escapeBeforeMarkup() throws {
        #expect(try lines("<p>a\u{1B}[<br>b\u{1B}]<br>c\u{1B}") == ["a", "b]", "c"])
    }

    @Test("bytes that are not UTF-8 are read as Windows-1252") func legacyBytes() throws {
        let document = try ReceiptDocument(htmlBytes: Array("<p>S".utf8) + [0xF6] + Array("hne ".utf8) + [0x80, 0x35])
        #expect(document.plainText(columns: 42, width: displayWidth) == ["Söhne €5"])
    }

    @Test("a receipt over the limit is refused with its size, one at the limit is read") func sizeLimit() throws {
        let limit = ReceiptDocument.bytesMax
        let text = String(repeating: "a", count: limit)
        #expect(try lines(text, 1000).joined() == text)
        #expect(throws: ReceiptError.tooLong(bytes: limit + 1, limit: limit)) { try ReceiptDocument(html: text + "a") }
    }

    @Test(
        "markup nested without end is flattened and its text kept",
        arguments: ["b", "div", "table", "td", "font", "li"])
    func deepNesting(element: String) throws {
        let nested = String(repeating: "<\(element)>", count: 5000)
        #expect(try lines("\(nested)Total 12.50", 20).joined(separator: " ").hasSuffix("Total 12.50"))
        let rows = String(repeating: "<table><tr><td>", count: 3000)
        #expect(try lines("\(rows)Total 12.50") == ["Total 12.50"])
    }

    @Test(
        "an attribute whose quote was not closed takes no text with it",
        arguments: [
            "<table><tr><td>A<td align=\"right>1.00<tr><td>B<td align=right>2.00</table>",
            "<table><tr><td>A<td align=\"right>1.00<tr><td>B<td align=\"right\">2.00</table>",
            "<table><tr><td>A<td align='right>1.00<tr><td>B<td align = 'right>2.00</table>",
            "<!-- '\" --><script>if (a<b) c=\"</script><table><tr><td>A<td align='right'>1.00<tr><td>B<td>2.00</table>",
            "<p title=\"a > b = c\"></p><table><tr><td>A<td>1.00<tr><td>B<td alt='<>'>2.00</table>",
        ])
    func unclosedQuotes(html: String) throws {
        #expect(try lines(html, 8) == ["A   1.00", "B   2.00"])
    }

    @Test(
        "a place to sign is a line with room above it",
        arguments: [
            ("<p>SIGN BELOW<br><br><br><hr>", true), ("<p>a<br><br><hr>", false), ("<br>a<hr><br>b", false),
            ("<p>x____________________", true), ("<table><tr><td>TIP<td>__________</table>", false),
            ("<table><tr><td>________________</table>", true), ("", false),
        ])
    func placeToSign(html: String, expected: Bool) throws {
        #expect(try ReceiptDocument(html: html).hasPlaceToSign == expected)
    }

    @Test("our own fields are shown and not obeyed") func escaping() throws {
        let field = "<img src=x onerror=alert(1)> & \"it's\" <\u{301}b>"
        #expect(!htmlEscaped(field).unicodeScalars.contains("<"))
        #expect(try lines("<p title=\"\(htmlEscaped(field))\">\(htmlEscaped(field))</p>", 80) == [field])
        #expect(htmlEscaped("\"'") == "&quot;&#39;")
    }
}
