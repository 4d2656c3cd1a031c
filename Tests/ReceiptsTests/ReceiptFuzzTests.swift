import SeededRandom
import Testing

@testable import Receipts

@Suite("Hostile receipts") struct ReceiptFuzzTests {
    private static let pieces = [
        "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<td colspan=999999999999>", "<td align=right>",
        "<br>",
        "<pre>", "</pre>", "<b>", "</b>", "<center>", "<script>", "</script>", "<!--", "-->", "<", ">", "&", "&#",
        "&#x1b;[31m",
        "\u{1B}]", "\0", "&nbsp;", "&#x110000;", "&#xFFFF;", "\u{202E}", "寿司", "مقهى 12.50", "e\u{301}", "\u{301}", "👩‍👩‍👧",
        "🇮🇸",
        "<hr>", "<li>", "<![CDATA[", "<?xml ?>", "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;", "1.234,00 kr", "\t", "\r\n",
        "<p align=",
        "<html>", "</body>", "<frameset>", "<select>", "<textarea>", "<plaintext>", "<svg>", "12345678901234567890",
    ]

    @Test("mutated receipts are laid out within the paper, in printable characters", arguments: 0..<24)
    func mutated(seed: Int) throws {
        var numbers = SplitMix64(seed: UInt64(seed))
        for _ in 0..<25 {
            var bytes = Array(SampleReceipt.all[Int.random(in: 0..<3, using: &numbers)].utf8)
            for _ in 0..<Int.random(in: 1...30, using: &numbers) {
                let start = Int.random(in: 0...bytes.count, using: &numbers)
                let end = min(bytes.count, start + Int.random(in: 0...12, using: &numbers))
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes.removeSubrange(start..<end)
                case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
                case 2: if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &numbers) }
                default:
                    bytes.insert(
                        contentsOf: Array(Self.pieces.randomElement(using: &numbers)?.utf8 ?? "".utf8), at: start)
                }
            }
            try expectSound(ReceiptDocument(htmlBytes: bytes), columns: Int.random(in: 2...60, using: &numbers))
        }
    }

    @Test("markup thrown together at random is laid out all the same", arguments: 100..<116)
    func assembled(seed: Int) throws {
        var numbers = SplitMix64(seed: UInt64(seed))
        for _ in 0..<25 {
            let html = (0..<60).map { _ in Self.pieces.randomElement(using: &numbers) ?? "" }.joined()
            try expectSound(ReceiptDocument(html: html), columns: Int.random(in: 2...60, using: &numbers))
        }
    }

    private func expectSound(_ document: ReceiptDocument, columns: Int) {
        let layout = ReceiptLayout(columns: columns, width: displayWidth)
        let lines = layout.lines(of: document)
        for line in lines {
            #expect(displayWidth(of: line) <= columns)
            #expect(line.last != " ")
            #expect(
                line.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control
                        && ($0.properties.generalCategory != .format || $0 == "\u{200C}" || $0 == "\u{200D}")
                })
        }
        #expect(!zip(lines, lines.dropFirst()).contains { $0.isEmpty && $1.isEmpty })
        #expect(ink(lines.joined()) == ink(text(of: document, columns: columns)))
    }

    /// The letters in any order: nothing is lost, and nothing is printed twice.
    private func ink(_ text: String) -> [UInt32] {
        text.unicodeScalars.filter { $0 != " " && $0 != "\u{A0}" }.map(\.value).sorted()
    }

    private func text(of document: ReceiptDocument, columns: Int) -> String {
        document.blocks.map { block in
            switch block {
            case .line(let line): line.text
            case .table(let rows): rows.flatMap(\.cells).flatMap(\.lines).map(\.text).joined()
            case .rule: String(repeating: "-", count: columns)
            case .blank: ""
            }
        }.joined()
    }
}
