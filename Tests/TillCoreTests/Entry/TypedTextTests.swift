import Testing

@testable import TillCore

@Suite("A typed text") struct TypedTextTests {
    private func typed(_ text: String, charactersMax: Int = 40) -> TypedText {
        var field = TypedText(charactersMax: charactersMax)
        for scalar in text.unicodeScalars { _ = field.type(scalar) }
        return field
    }

    @Test("takes characters at the cursor, and takes back the one before it") func cursor() {
        var field = typed("Fltr")
        field.moveToStart()
        field.moveRight()
        #expect(field.type("i") == true)
        #expect(field.text == "Filtr")
        field.moveToEnd()
        field.moveLeft()
        field.erase()
        #expect(field.text == "Filr")
        #expect(field.cursor == 3)
        field.moveToStart()
        field.erase()
        field.moveLeft()
        #expect(field.text == "Filr")
        #expect(field.cursor == 0)
    }

    @Test("has a longest length; what is longer is refused, not cut") func limit() {
        var field = typed("abc", charactersMax: 3)
        #expect(field.type("d") == false)
        #expect(field.text == "abc")
        field.erase()
        #expect(field.type("é") == true)
        #expect(TypedText("abcdef", charactersMax: 3).text == "abc")
    }

    @Test(
        "takes nothing that is not printable",
        arguments: ["\u{0}", "\u{1B}", "\n", "\t", "\u{202E}", "\u{200B}", "\u{2028}", "\u{E000}", "\u{A0}"]
            as [Unicode.Scalar])
    func unprintable(scalar: Unicode.Scalar) {
        var field = TypedText(charactersMax: 10)
        #expect(field.type(scalar) == false)
        #expect(field.text.isEmpty)
    }

    @Test("a mark joins the character before it") func mark() {
        var field = typed("e\u{301}x")
        #expect(field.cursor == 2)
        field.moveLeft()
        field.erase()
        #expect(field.text == "x")
    }

    @Test(
        "a paste gives its first line, as far as it has room",
        arguments: [
            ("A17\nB\n", "A17"), ("  a\tb\u{1B}[31m", "  ab[31m"), ("", ""), ("0123456789abc", "0123456789"),
        ])
    func paste(pasted: String, text: String) {
        var field = TypedText(charactersMax: 10)
        field.paste(pasted)
        #expect(field.text == text)
    }
}
