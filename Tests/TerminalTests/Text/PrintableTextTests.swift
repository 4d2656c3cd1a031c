import SeededRandom
import Terminal
import Testing

@Suite("Printable text") struct PrintableTextTests {
    @Test(
        "what prints is kept, what does not is dropped",
        arguments: [
            ("Flat white £2.80", "Flat white £2.80"),
            ("a\u{00}b\u{07}c\u{7F}d\u{80}e", "abcde"),
            ("red\u{1B}[31;1mtext\u{1B}[0m", "redtext"), ("a\u{9B}2Jb", "ab"), ("a\u{1B}[b", "a"),
            ("a\u{1B}[2", "a"), ("a\u{1B}", "a"), ("a\u{1B}cb\u{1B}(Bc\u{1B}7d", "abcd"),
            ("a\u{1B}]0;title\u{07}b", "ab"), ("a\u{1B}]0;title\u{1B}\\b", "ab"), ("a\u{9D}52;c;x\u{9C}b", "ab"),
            ("a\u{1B}Pq#0\u{1B}\\b", "ab"), ("a\u{1B}_Gx\u{1B}\\b\u{1B}^y\u{07}c", "abc"),
            // Without an end only the introducer goes.
            ("a\u{1B}]0;title", "a0;title"),
            ("12\u{202E}05\u{202C}.\u{2066}9\u{2069}\u{200F}", "1205.9"),
            ("zero\u{200B}width\u{FEFF}\u{00AD}\u{2060}", "zerowidth"),
            ("two\nlines\r\nand\ta tab\u{2028}", "two lines and a tab "),
            ("no\u{00A0}break\u{3000}wide", "no break  wide"),
        ])
    func text(input: String, expected: String) {
        #expect(PrintableText(input).string == expected)
    }

    @Test(
        "emoji of several parts are reduced to their first, flags to letters",
        arguments: [
            ("👨\u{200D}👩\u{200D}👧!", "👨!"), ("👍🏽!", "👍!"), ("\u{2764}\u{FE0F}!", "\u{2764}!"),
            ("🏃\u{200D}\u{2642}\u{FE0F}!", "🏃!"), ("🇬🇧🇮🇸", "GBIS"), ("1\u{FE0F}\u{20E3}", "1"),
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"), ("🏽", "🏽"), ("क\u{94D}\u{200D}ष", "क\u{94D}ष"),
        ])
    func clusters(input: String, expected: String) {
        #expect(PrintableText(input).string == expected)
    }

    @Test(
        "width is counted in columns",
        arguments: [
            ("寿司 三枚", 9), ("e\u{301}", 1), ("é", 1), ("☕ Kaffi", 8), ("👨\u{200D}👩\u{200D}👧", 2), ("£€", 2),
            ("ﾊﾝｶｸ", 4), ("한글", 4), ("α±×", 3), ("\u{301}", 0), ("", 0), ("ไทยนี้", 4),
        ])
    func width(input: String, columns: Int) {
        #expect(PrintableText(input).columns == columns)
    }

    @Test("marks beyond four are dropped, and a mark without a base too") func marks() {
        let zalgo = "e" + String(repeating: "\u{301}", count: 50)
        #expect(PrintableText(zalgo).string == "e" + String(repeating: "\u{301}", count: 4))
        #expect(PrintableText("\u{301}a").string == "a")
    }

    @Test("invalid bytes and private characters become a replacement character") func replacement() {
        #expect(PrintableText(bytes: [0x61, 0xFF, 0x62, 0xC3]).string == "a\u{FFFD}b\u{FFFD}")
        #expect(PrintableText("a\u{E000}b\u{10FFFF}c").string == "a\u{FFFD}b\u{FFFD}c")
    }

    @Test("many unfinished control strings take no more time than their length") func unfinished() {
        let text = String(repeating: "\u{1B}]", count: 50_000) + "end"
        #expect(PrintableText(text).string == "end")
    }

    @Test("random text leaves nothing but printable glyphs", arguments: 0..<60 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var scalars = String.UnicodeScalarView()
        let starts: [String] = ["\u{1B}[", "\u{1B}]", "\u{9B}", "\u{200D}", "👨", "\u{202E}", "\u{FE0F}", "日", "a"]
        for _ in 0..<400 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: scalars.append(contentsOf: (starts.randomElement(using: &random) ?? "").unicodeScalars)
            case 1: scalars.append(Unicode.Scalar(UInt8.random(in: 0...255, using: &random)))
            case 2: scalars.append(Unicode.Scalar(UInt16.random(in: 0x300..<0x3000, using: &random)) ?? "x")
            default: scalars.append(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "y")
            }
        }
        let text = PrintableText(String(scalars))
        for glyph in text.glyphs {
            #expect(isPrintable(glyph.base), "U+\(String(glyph.base.value, radix: 16))")
            #expect(glyph.columns == 1 || glyph.columns == 2)
            for mark in glyph.marks.scalars { #expect(isPrintable(mark), "U+\(String(mark.value, radix: 16))") }
        }
        #expect(text.columns == text.glyphs.reduce(0) { $0 + $1.columns })
        for columns in [0, 1, 2, 7, 40, text.columns] {
            #expect(text.cut(to: columns).columns <= columns)
        }
        // What has been made printable stays as it is.
        #expect(PrintableText(text.string).columns == text.columns)
    }

    @Test("random bytes leave nothing but printable glyphs", arguments: 0..<20 as Range<UInt64>)
    func fuzzBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
        for glyph in PrintableText(bytes: bytes).glyphs {
            #expect(isPrintable(glyph.base))
        }
    }

    private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
