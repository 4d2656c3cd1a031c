import Receipts
import Testing

@testable import Printing

@Suite("Receipts as files of text and HTML") struct SavedPageTests {
    private func text(_ receipt: PrintedReceipt, columns: Int = 32) -> String {
        TextPage(receipt, columns: columns, width: displayWidth).text
    }

    @Test("text has the shop's lines, the marks and the receipt, a line a line") func text() throws {
        let receipt = PrintedReceipt(
            try ReceiptDocument(html: "<table><tr><td>寿司<td align=right>12.50</table><hr>"), shop: Sample.shop,
            reprint: .init(number: 3, printedAt: "2026-10-05 09:00"), isSimulated: true, code: "T1-000418")
        #expect(
            text(receipt) == #"""
                             /\_/\
                            ( o.o )
                             > ^ <

                        The Corner Shop
                         12 High Street

                             COPY 3
                           SIMULATED
                    Printed 2026-10-05 09:00

                寿司                       12.50
                --------------------------------

                       *** SIMULATED ***
                         NO MONEY MOVED

                           Thank you
                           Come again

                           T1-000418

                """#)
    }

    @Test("a code that has no room in a line goes on in the next, behind a hyphen where there is one") func longCode()
        throws
    {
        let receipt = try Sample.receipt("<p>a", code: "01236fc0-8192-11eb-9aca-ad4b0e95f241")
        #expect(text(receipt) == "a\n\n    01236fc0-8192-11eb-9aca-\n          ad4b0e95f241\n")
        #expect(text(receipt, columns: 42) == "a\n\n   01236fc0-8192-11eb-9aca-ad4b0e95f241\n")
        #expect(text(try Sample.receipt("<p>a", code: "0123456789ABC"), columns: 6) == "a\n\n012345\n6789AB\n  C\n")
    }

    @Test("the lines of a job keep its emphasis, and what is twice as large on paper is bold") func emphasis() throws {
        let receipt = PrintedReceipt(try ReceiptDocument(html: "<p>a <u>b</u>"), isSimulated: true)
        let job = PrintJob(receipt, columns: 20, width: displayWidth)
        let spans = job.textLines(width: displayWidth).map(\.spans)
        #expect(spans.first == [.init("     "), .init("SIMULATED", .bold)])
        #expect(spans.contains([.init("a "), .init("b", .underline)]))
    }

    @Test("a first print of a real sale says neither COPY nor SIMULATED") func plain() throws {
        #expect(text(try Sample.receipt("<p>a")) == "a\n")
    }

    @Test("a number behind right-to-left script stays behind it") func rightToLeft() throws {
        #expect(text(try Sample.receipt("<p>مقهى: 12.50 KWD")) == "مقهى\u{200E}: 12.50 KWD\n")
        let row = "<table><tr><td>قهوة<td align=right>2.50</table>"
        #expect(text(try Sample.receipt(row), columns: 12) == "قهوة\u{200E}    2.50\n")
    }

    @Test(
        "a run of right-to-left script has its mark where it ends",
        arguments: [
            ("abc 12", "abc 12"), ("א", "א\u{200E}"), ("א ב 12 ג, d", "א ב 12 ג\u{200E}, d"),
            ("א\u{5B0} 5", "א\u{5B0}\u{200E} 5"), ("א a ב", "א\u{200E} a ב\u{200E}"),
            ("١٢٣ 5", "١٢٣ 5"),
        ])
    func marks(text: String, expected: String) {
        #expect(isolatingRightToLeft(text) == expected)
    }

    @Test(
        "the shop's lines end at line breaks, spelt out or not",
        arguments: ["A\nB", "A\r\nB", "A\\nB", "A\\r\\nB", "A\nB\n\n"])
    func shopLines(text: String) {
        #expect(ShopLines(header: text).header == ["A", "B"])
    }

    @Test("the shop's lines have limits, and no control characters") func shopLimits() {
        let shop = ShopLines(
            header: String(repeating: "a", count: 999) + "\n" + String(repeating: "b\n", count: 99),
            footer: "a\u{1B}[31mb")
        #expect(shop.header.count == ShopLines.linesMax)
        #expect(shop.header.first?.count == ShopLines.charactersMax)
        #expect(shop.footer == ["a[31mb"])
    }

    // MARK: HTML

    private func html(_ receipt: PrintedReceipt, title: String = "Receipt") -> String {
        HTMLPage(receipt, title: title).html
    }

    @Test("our own fields are shown and not obeyed") func escaped() throws {
        let field = "<img src=x onerror=alert(1)> & \"it's\""
        let receipt = PrintedReceipt(
            try ReceiptDocument(html: "<p>\(htmlEscaped(field))"),
            shop: ShopLines(logo: field, header: field, footer: field),
            reprint: .init(number: 1, printedAt: field), isSimulated: true, code: "<b>")
        let html = html(receipt, title: "</title><script>alert(1)</script>")
        #expect(!html.contains("<img"))
        #expect(!html.contains("<script"))
        #expect(!html.contains("<b><"))
        // Read back, every field is there as it was typed.
        let lines = try ReceiptDocument(html: html).plainText(columns: 200, width: displayWidth)
        #expect(lines.filter { $0.contains(field) }.count == 5)
        #expect(lines.contains { $0.contains("<b>") })
    }

    @Test("what a hostile receipt brings along is left behind", arguments: ["hostile-markup", "hostile-terminal"])
    func hostile(name: String) throws {
        let html = html(PrintedReceipt(try Sample.document(name), isSimulated: false))
        for word in [
            "<script", "javascript:", "evil.example", "onload", "<iframe", "<img", "\u{1B}", "<form", "\u{202E}",
        ] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("GBP 12.50"))
    }

    @Test("read back, a saved receipt says the same", arguments: Sample.names)
    func roundTrip(name: String) throws {
        let document = try Sample.document(name)
        let again = try ReceiptDocument(html: html(PrintedReceipt(document, isSimulated: false)))
        func words(_ document: ReceiptDocument) -> [String] {
            document.plainText(columns: 1000, width: displayWidth).flatMap { line in
                line.split { $0 == " " || $0 == "-" }.map(String.init)
            }
        }
        #expect(words(again) == words(document))
    }

    @Test("emphasis and alignment are kept") func styled() throws {
        let html = html(
            try Sample.receipt("<p align=center><b>a</b> <u>b</u> <i>c</i><table><tr><td>d<td align=right>1.50"))
        #expect(html.contains("<p class=\"center\"><b>a</b> <u>b</u> <i>c</i></p>") || html.contains("<b>a </b>"))
        #expect(html.contains("<td class=\"right\">1.50</td>"))
    }
}
