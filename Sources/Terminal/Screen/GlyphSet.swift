/// Which characters lines are drawn with. Chosen for the terminal when it is painted: canvases hold line characters.
package enum GlyphSet: Sendable {
    case lines
    /// `+ - |` for lines, `~` for `…`, `#` for blocks and parts of them, and straight quotes, for fonts and locales without
    /// them.
    case ascii

    package func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard self == .ascii else { return scalar }
        switch scalar.value {
        case 0x2026: return "~"
        case 0x2018, 0x2019: return "'"
        case 0x201C, 0x201D: return "\""
        case 0x2013, 0x2014: return "-"
        case 0x2580...0x259F: return "#"
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576, 0x2578, 0x257A:
            return "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577, 0x2579, 0x257B:
            return "|"
        case 0x2500...0x257F: return "+"
        default: return scalar
        }
    }
}

extension Canvas {
    /// ``lines`` as they look in a set of glyphs.
    package func lines(in glyphs: GlyphSet) -> [String] {
        lines.map { line in
            var shown = String.UnicodeScalarView()
            for scalar in line.unicodeScalars { shown.append(glyphs.shown(scalar)) }
            return String(shown)
        }
    }
}
