import Testing

@testable import Printing

@Suite("Letters that a printer lacks") struct DeviceTextTests {
    @Test(
        "what a page has stays, what it lacks is written in letters that it has",
        arguments: [
            (.cp858, "Þórs Kaffi & Bar", "Þórs Kaffi & Bar"), (.cp437, "Þórs Kaffi & Bar", "THórs Kaffi & Bar"),
            (.cp861, "Þórs Kaffi & Öræfi", "Þórs Kaffi & Öræfi"), (.cp858, "Jalapeño ½ 寿司", "Jalapeño ½ shou si"),
            (.cp866, "Jalapeño", "Jalapeno"), (.cp866, "Кафе № 5", "Кафе № 5"), (.cp437, "Кафе", "Kafe"),
            (.cp737, "Ταβέρνα", "Ταβέρνα"), (.cp437, "Σύνολο", "Synolo"), (.cp1253, "Σύνολο", "Σύνολο"),
            (.cp858, "مقهى", "mqhy"), (.cp862, "קפה", "קפה"), (.cp852, "Łódź, Kraków", "Łódź, Kraków"),
            (.cp437, "Łódź", "Lódz"), (.cp858, "ブレンドコーヒー", "burendokohi"), (.cp1254, "Şişe İçecek", "Şişe İçecek"),
        ] as [(CodePage, String, String)])
    func letters(page: CodePage, text: String, printed: String) throws {
        var device = try DeviceText(page)
        #expect(device.convert(text) == printed)
        #expect(device.substitutions.isEmpty == (text == printed))
        #expect(!device.substitutions.contains { !$0.isComplete })
    }

    @Test(
        "an amount stays an amount of the same currency",
        arguments: [
            (.cp858, "€ 12.50", "€ 12.50"), (.cp437, "€ 12.50", "EUR 12.50"), (.cp866, "£12.50", "GBP12.50"),
            (.cp437, "£12.50", "£12.50"), (.cp866, "1 234,00\u{A0}kr", "1 234,00\u{A0}kr"), (.cp858, "₹ 20", "INR 20"),
            (.cp858, "４５５", "455"), (.cp858, "١٢٣", "123"), (.cp858, "−5.00", "-5.00"),
        ] as [(CodePage, String, String)])
    func amounts(page: CodePage, text: String, printed: String) throws {
        var device = try DeviceText(page)
        #expect(device.convert(text) == printed)
    }

    @Test("what no letters stand for leaves a mark and is reported") func unknown() throws {
        var device = try DeviceText(.cp858)
        #expect(device.convert("☕ Kaffi 👩‍🍳") == "? Kaffi ?")
        #expect(
            device.substitutions == [
                Substitution(original: "☕", printed: "?", isComplete: false),
                Substitution(original: "👩‍🍳", printed: "?", isComplete: false),
            ])
    }

    @Test("each word is reported once, in order, and never without end") func report() throws {
        var device = try DeviceText(.cp437)
        _ = device.convert("Кафе Þ Кафе")
        _ = device.convert("Þ")
        #expect(device.substitutions.map(\.original) == ["Кафе", "Þ"])
        for index in 0..<300 { _ = device.convert("ж\(String(repeating: "ж", count: index))") }
        #expect(device.substitutions.count == Substitution.countMax)
    }

    @Test("a letter of two scalars is the page's one letter") func composed() throws {
        var device = try DeviceText(.cp858)
        #expect(device.encode(device.convert("e\u{301}")) == [0x82])
        #expect(device.substitutions.isEmpty)
    }

    @Test("bytes are those of the page") func bytes() throws {
        let device = try DeviceText(.cp858)
        #expect(device.encode("Aé€\u{A0}") == [0x41, 0x82, 0xD5, 0x20])
        #expect(try DeviceText(.cp850).encode("ı") == [0xD5])
        #expect(try DeviceText(.cp1252).encode("€") == [0x80])
        #expect(try DeviceText(.cp866).encode("Ж") == [0x86])
    }

    @Test("every page has letters, each of them once", arguments: CodePage.allCases)
    func pages(page: CodePage) throws {
        let letters = try page.upperHalf().compactMap(\.self)
        #expect(letters.count >= 96)
        #expect(Set(letters).count == letters.count)
    }
}
