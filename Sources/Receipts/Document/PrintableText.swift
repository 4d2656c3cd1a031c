/// The gate every text of a receipt passes: what may stand in it for a scalar from outside, or nothing.
///
/// Spaces come out as a plain or a no-break space. What has no glyph of its own but stood for something, as a letter of
/// a private font, comes out as U+FFFD, so that a line never vanishes without a trace.
func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x20...0x7E).contains(scalar.value) { return scalar }
    switch scalar.properties.generalCategory {
    case .control:
        return windows1252(scalar)
    case .format:
        // Joiners shape Persian and Indic text and emoji. All other format characters steer direction or are invisible.
        return scalar == "\u{200C}" || scalar == "\u{200D}" ? scalar : nil
    case .spaceSeparator:
        return scalar == "\u{A0}" || scalar == "\u{2007}" || scalar == "\u{202F}" ? "\u{A0}" : " "
    case .lineSeparator, .paragraphSeparator:
        return " "
    case .surrogate, .privateUse:
        return "\u{FFFD}"
    case .unassigned where scalar.properties.isNoncharacterCodePoint:
        return "\u{FFFD}"
    case .unassigned where scalar.properties.isDefaultIgnorableCodePoint:
        return nil
    default:
        return scalar
    }
}

/// A C1 control as HTML reads it: `&#128;` is a euro sign. Nothing for other controls, and for the five without a meaning.
private func windows1252(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x80...0x9F).contains(scalar.value) else { return nil }
    let value = windows1252Values[Int(scalar.value) - 0x80]
    return value == 0 ? nil : Unicode.Scalar(value)
}

private let windows1252Values: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
]

/// Whether a line break or collapsible space in HTML's sense.
func isHTMLSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{C}"
}
