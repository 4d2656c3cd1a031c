import Terminal
import Testing

@Suite("A paste without brackets") struct UnbracketedPasteTests {
    private func events(_ text: String) -> [InputEvent] {
        var parser = InputParser()
        return parser.feed(Array(text.utf8))
    }

    @Test(
        "characters with a line end between them are a paste",
        arguments: ["12.50\r99.00\r", "1250\n99", "1\r\n2\r\n", "\r1\r2"])
    func paste(text: String) {
        let expected = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" ? "\n" : $0 }))
        #expect(InputEvent.unbracketedPaste(events(text)) == expected)
    }

    @Test(
        "what a person can have typed while the till was busy is none",
        arguments: ["", "1250", "1250\r", "\r\r\r", "\r1250", "1250\r\u{1B}[A5", "1\r\u{0C}2", "1\t\r2"])
    func typed(text: String) {
        #expect(InputEvent.unbracketedPaste(events(text)) == nil)
    }
}
