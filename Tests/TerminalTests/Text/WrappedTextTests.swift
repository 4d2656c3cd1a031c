import Terminal
import Testing

@Suite("Wrapped text") struct WrappedTextTests {
    @Test("words stay whole, and what is cut ends behind a word") func words() {
        #expect(wrapped("Press Enter to charge 12.50 GBP.", columns: 12) == ["Press Enter", "to charge", "12.50 GBP."])
        #expect(wrapped("Press Enter to charge 12.50 GBP.", columns: 24, linesMax: 1) == ["Press Enter to charge …"])
        #expect(wrapped("Enter charges 12.50 GBP.", columns: 17, linesMax: 1) == ["Enter charges …"])
    }

    @Test("a word wider than a line is broken, by columns") func longWord() {
        #expect(wrapped("abcdefgh", columns: 3) == ["abc", "def", "gh"])
        #expect(wrapped("寿司寿司", columns: 5) == ["寿司", "寿司"])
    }

    @Test("nothing, and no room, are no lines") func empty() {
        #expect(wrapped("", columns: 10) == [])
        #expect(wrapped("text", columns: 0) == [])
        #expect(wrapped("text", columns: 10, linesMax: 0) == [])
    }
}
