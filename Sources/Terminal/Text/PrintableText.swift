/// Text made safe to draw: glyphs that print, and nothing else.
///
/// Reader, bank, web pages and command lines may send anything. What does not print is dropped: control characters,
/// whole escape sequences, direction overrides, joiners and variation selectors. Line ends and tabs become one space.
/// An emoji of several parts is reduced to its first, a flag to its two letters. Invalid bytes and unassigned or
/// private characters become U+FFFD.
package struct PrintableText: Equatable, Sendable {
    package private(set) var glyphs: [Glyph]
    /// The sum of the glyphs' columns.
    package private(set) var columns: Int

    package init(_ text: some StringProtocol) {
        glyphs = []
        columns = 0
        if let ascii = text.utf8.withContiguousStorageIfAvailable(PrintableText.plainGlyphs(_:)), let ascii {
            glyphs = ascii
            columns = ascii.count
            return
        }
        var reader = GlyphReader(Array(text.unicodeScalars))
        while let glyph = reader.next() {
            glyphs.append(glyph)
            columns += glyph.columns
        }
    }

    /// Reads bytes as UTF-8.
    package init(bytes: some Collection<UInt8>) {
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    private init(glyphs: [Glyph], columns: Int) {
        self.glyphs = glyphs
        self.columns = columns
    }

    package var string: String {
        glyphs.reduce(into: "") { $0 += $1.text }
    }

    /// The text in at most this many columns. What is cut ends in `…`, and a wide glyph is never split.
    package func cut(to columnsMax: Int) -> PrintableText {
        guard columns > columnsMax else { return self }
        guard columnsMax > 0 else { return PrintableText(glyphs: [], columns: 0) }
        var kept = leading(columnsMax - 1)
        kept.glyphs.append(.ellipsis)
        kept.columns += 1
        return kept
    }

    /// Whole glyphs from the start, in at most this many columns.
    private func leading(_ columnsMax: Int) -> PrintableText {
        var used = 0
        let kept = glyphs.prefix { glyph in
            guard used + glyph.columns <= columnsMax else { return false }
            used += glyph.columns
            return true
        }
        return PrintableText(glyphs: Array(kept), columns: used)
    }

    /// The glyphs of printable ASCII; `nil` for anything else.
    private static func plainGlyphs(_ bytes: UnsafeBufferPointer<UInt8>) -> [Glyph]? {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        return bytes.map { Glyph(base: Unicode.Scalar($0), columns: 1) }
    }
}
