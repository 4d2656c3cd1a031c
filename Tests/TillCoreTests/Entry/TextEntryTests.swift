import Testing

@testable import TillCore

@Suite("A line of text") struct TextEntryTests {
    @Test("characters are taken in order, and the last one back") func typing() {
        var entry = TextEntry(lengthMax: 10)
        for scalar in "Ann é".unicodeScalars where !entry.type(scalar) { Issue.record("\(scalar)") }
        #expect(entry.text == "Ann é")
        entry.erase()
        #expect(entry.text == "Ann ")
        entry.clear()
        entry.erase()
        #expect(entry.isEmpty && entry.isBlank)
    }

    @Test("a full line takes no more, and keeps what it has") func full() {
        var entry = TextEntry("abc", lengthMax: 3)
        let isTaken = entry.type("d")
        #expect(!isTaken)
        #expect(entry.text == "abc")
        // A mark belongs to the character before it, but not a flood of them.
        let taken = (0..<100).count { _ in entry.type("\u{301}") }
        #expect(taken == 9)
        #expect(entry.text.count == 3)
    }

    @Test(
        "what cannot be printed is not taken",
        arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{202E}", "\u{200B}", "\u{2028}", "\u{E000}"]
            as [Unicode.Scalar])
    func unprintable(scalar: Unicode.Scalar) {
        var entry = TextEntry("a", lengthMax: 9)
        let isTaken = entry.type(scalar)
        #expect(!isTaken)
        #expect(entry.text == "a")
    }

    @Test("a paste is taken up to its line end or to what fits") func pasting() {
        var entry = TextEntry(lengthMax: 8)
        let isWhole = entry.paste("bank\nsaid")
        #expect(!isWhole)
        #expect(entry.text == "bank")
        let isFitting = entry.paste(" told us")
        #expect(!isFitting)
        #expect(entry.text == "bank tol")
    }
}
