import Receipts
import Testing

@testable import Printing

@Suite("Receipts as PDF") struct PDFPageTests {
    /// The file's text as another program finds it, with what stands where.
    private func text(_ page: PDFPage) throws -> String {
        let folder = try ScratchFolder()
        try folder.write(page.bytes, to: "receipt.pdf")
        let text = try folder.output(of: ["pdftotext", "-layout", folder.file("receipt.pdf"), "-"])
        return String(decoding: text, as: UTF8.self)
    }

    private func page(_ receipt: PrintedReceipt, columns: Int = 42) throws -> PDFPage {
        try PDFPage(receipt, columns: columns, title: "Receipt", date: "2026-10-04T14:32:05Z", width: displayWidth)
    }

    @Test("a receipt is a page of text that can be found and copied") func text() throws {
        let receipt = PrintedReceipt(
            try Sample.document("visa-chip-pin"), shop: Sample.shop,
            reprint: .init(number: 1, printedAt: "2026-10-05 09:00"), isSimulated: true, code: "f0edc393-d458")
        let page = try page(receipt)
        #expect(page.missing == [])
        let text = try text(page)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for expected in [
            "COPY 1", "SIMULATED", "Printed 2026-10-05 09:00", "AMOUNT GBP 12.50", "CARD VISA **** **** **** 1111",
            "AUTH CODE 091824", "*** SIMULATED ***", "Thank you Come again f0edc393-d458",
        ] {
            #expect(words.contains(expected), "\(expected)")
        }
    }

    @Test(
        "every script is drawn, and amounts behind it in their order",
        arguments: [
            ("icelandic", "ÞJÓRFÉ 66 kr."), ("greek", "ΣΥΝΟΛΟ 18,60 €"), ("cyrillic", "ОБЩО 25,40 лв."),
            ("arabic", "12.500 KWD"), ("japanese", "合計 ￥2,068"), ("hebrew", "₪ 42.00"),
        ])
    func scripts(name: String, expected: String) throws {
        let page = try page(PrintedReceipt(try Sample.document(name), isSimulated: false))
        #expect(page.missing == [])
        #expect(try text(page).split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(expected))
    }

    @Test("what no font has is named, and the rest is drawn") func missing() throws {
        let page = try page(Sample.receipt("<table><tr><td>a\u{12000}b\u{12000}\u{12001}<td align=right>12.50</table>"))
        #expect(page.missing == ["\u{12000}", "\u{12001}"])
        #expect(try text(page).contains("12.50"))
    }

    @Test(
        "amounts end at the right edge, whatever script stands before them", arguments: ["greek", "arabic", "japanese"])
    func rightEdge(name: String) throws {
        let folder = try ScratchFolder()
        try folder.write(page(PrintedReceipt(try Sample.document(name), isSimulated: false)).bytes, to: "receipt.pdf")
        let boxes = try folder.output(of: ["pdftotext", "-bbox", folder.file("receipt.pdf"), "-"])
        let ends = String(decoding: boxes, as: UTF8.self).split(separator: "\n").filter { line in
            ["€</", "KWD</", "￥2,068</"].contains { line.contains($0) }
        }.compactMap { line in
            line.split(separator: "xMax=\"").last.flatMap { Double($0.prefix { $0 != "\"" }) }
        }
        // In running text one amount of the Arabic receipt stands elsewhere.
        let atEdge = ends.filter { abs($0 - (226.8 - 11)) < 0.5 }
        #expect(atEdge.count == (name == "arabic" ? 3 : name == "greek" ? 2 : 1))
    }

    @Test("a line of wide letters that fills the paper ends at its edge, and its letters stay together") func wide()
        throws
    {
        let folder = try ScratchFolder()
        let line = String(repeating: "寿司", count: 10)
        try folder.write(page(Sample.receipt("<p>\(line)酒<p align=center>\(line)酒")).bytes, to: "receipt.pdf")
        let boxes = try folder.output(of: ["pdftotext", "-bbox", folder.file("receipt.pdf"), "-"])
        let words = String(decoding: boxes, as: UTF8.self).split(separator: "\n").filter { $0.contains("寿") }
        #expect(words.count == 2)
        for word in words {
            #expect(word.contains("\(line)酒"))
            let end = word.split(separator: "xMax=\"").last.flatMap { Double($0.prefix { $0 != "\"" }) }
            #expect(abs((end ?? 0) - (226.8 - 11)) < 1.5)
        }
    }

    @Test("the roll is as wide as the paper, and as long as the receipt") func size() throws {
        let folder = try ScratchFolder()
        for (columns, width) in [(32, "164.4"), (42, "226.8"), (48, "226.8")] {
            try folder.write(page(Sample.receipt("<p>a<p>b"), columns: columns).bytes, to: "receipt.pdf")
            let info = String(
                decoding: try folder.output(of: ["pdfinfo", folder.file("receipt.pdf")]), as: UTF8.self)
            #expect(info.contains("Page size:       \(width) x "))
            #expect(info.contains("Pages:           1"))
            #expect(info.contains("Title:           Receipt"))
        }
    }

    @Test("a receipt longer than a page goes on on the next") func pages() throws {
        let html = (1...900).map { "<p>line \($0)" }.joined()
        let page = try page(Sample.receipt(html))
        #expect(try text(page).count { $0 == "\u{C}" } == 2)
        let lines = try text(page).split(whereSeparator: \.isNewline).map { $0.trimmed }
        #expect(lines.filter { $0.hasPrefix("line ") } == (1...900).map { "line \($0)" })
    }

    @Test("every receipt is a file that another program draws", arguments: Sample.names)
    func corpus(name: String) throws {
        let folder = try ScratchFolder()
        let receipt = PrintedReceipt(try Sample.document(name), shop: Sample.shop, isSimulated: true)
        try folder.write(page(receipt, columns: 32).bytes, to: "receipt.pdf")
        let picture = try folder.output(of: ["pdftoppm", "-r", "40", "-gray", folder.file("receipt.pdf")])
        let header = picture.prefix(32).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
        #expect(header.first.map { Array($0) } == Array("P5".utf8))
        // Ink on white paper.
        #expect(picture.suffix(picture.count / 2).contains { $0 < 128 })
        #expect(picture.last == 255)
    }

    @Test(
        "a line is taken apart where it was set with spaces",
        arguments: [
            ("AMOUNT         GBP 12.50", [("AMOUNT", 0..<6, .left), ("GBP 12.50", 15..<24, .right)]),
            ("        CENTERED        ", [("CENTERED", 8..<16, .middle)]),
            ("   a text from column 3", [("a text from column 3", 3..<23, .left)]),
            ("                   right", [("right", 19..<24, .right)]),
            ("寿司 三枚          12.50", [("寿司 三枚", 0..<9, .left), ("12.50", 19..<24, .right)]),
            ("a  b  c", [("a", 0..<1, .left), ("b", 3..<4, .left), ("c", 6..<7, .left)]), ("", []),
        ] as [(String, [(String, Range<Int>, PDFLine.Anchor)])])
    func pieces(line: String, expected: [(String, Range<Int>, PDFLine.Anchor)]) {
        let trimmed = String(line.reversed().drop { $0 == " " }.reversed())
        let pieces = PDFLine([.init(trimmed)], columns: 24, width: displayWidth).pieces
        #expect(
            pieces
                == expected.map { PDFLine.Piece(text: $0.0, emphasis: [], columns: $0.1, anchor: $0.2) })
    }

    @Test("a change of emphasis is a piece of its own, where it stood") func emphasis() {
        let line = PDFLine([.init("a "), .init("b ", .bold), .init("c")], columns: 24, width: displayWidth)
        #expect(line.pieces.map(\.text) == ["a", "b", "c"])
        #expect(line.pieces.map(\.columns) == [0..<1, 2..<3, 4..<5])
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
