import Testing

@testable import Pictures

@Suite("What a terminal says of its graphics") struct TerminalGraphicsTests {
    private func graphics(_ answer: String) -> TerminalGraphics {
        TerminalGraphics(answer: Array(answer.utf8))
    }

    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    private static let size = "\u{1B}[6;20;10t"
    private static let sixel = "\u{1B}[?62;4;22c"
    private static let plain = "\u{1B}[?62;22c"

    @Test(
        "kitty comes before sixel, and sixel needs the size of a character",
        arguments: [
            (kitty + size + plain, .kitty), (kitty + plain, .kitty), (kitty + size + sixel, .kitty),
            (size + sixel, .sixel), (sixel, nil), (size + plain, nil), ("", nil),
            ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\" + size + sixel, .sixel), ("\u{1B}[?4c", nil),
            ("\u{1B}[?64;14;40c" + size, nil),
        ] as [(String, PictureGraphics.Method?)])
    func method(answer: String, expected: PictureGraphics.Method?) {
        #expect(graphics(answer).method == expected)
    }

    @Test("the last answer ends the wait, and nothing before it does") func complete() {
        let answer = Array((Self.kitty + Self.size + Self.sixel).utf8)
        for count in 0..<answer.count {
            #expect(!TerminalGraphics(answer: Array(answer.prefix(count))).isComplete)
        }
        #expect(TerminalGraphics(answer: answer).isComplete)
    }

    @Test("keys and other reports between the answers are passed over") func between() {
        let found = graphics("a\u{1B}[A" + Self.kitty + "\u{1B}OP1\u{1B}" + Self.size + "\u{1B}[24;80R" + Self.plain)
        #expect(found.method == .kitty)
        #expect(found.cell == PictureGraphics.CellPoints(width: 10, height: 20))
        #expect(found.isComplete)
    }

    @Test(
        "a size that makes no sense is none, or is held within what a character may be",
        arguments: [
            ("\u{1B}[6;0;0t", nil), ("\u{1B}[6;-5;10t", nil), ("\u{1B}[6;20t", nil), ("\u{1B}[4;20;10t", nil),
            ("\u{1B}[6;99999999999999999999;10t", nil),
            ("\u{1B}[6;9999;9999t", PictureGraphics.CellPoints(width: 64, height: 64)),
        ] as [(String, PictureGraphics.CellPoints?)])
    func oddSize(answer: String, cell: PictureGraphics.CellPoints?) {
        let found = graphics(answer + Self.sixel)
        #expect(found.cell == cell ?? PictureGraphics.CellPoints())
        #expect(found.method == (cell == nil ? nil : .sixel))
    }
}
