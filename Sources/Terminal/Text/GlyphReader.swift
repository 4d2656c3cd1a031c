/// Takes printable glyphs from scalars, one at a time.
struct GlyphReader {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// Where the search for the end of a control string may stop: there is none from here on.
    private var noTerminatorFrom = Int.max
    private var queued: Glyph?

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func next() -> Glyph? {
        if let glyph = queued {
            queued = nil
            return glyph
        }
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if let space = lineSpace(scalar) { return space }
            if skipSequence(startingWith: scalar) { continue }
            guard var glyph = glyph(for: scalar) else { continue }
            takeMarks(into: &glyph)
            return glyph
        }
        return nil
    }

    // MARK: Glyphs

    /// A line end or tab: one space.
    private mutating func lineSpace(_ scalar: Unicode.Scalar) -> Glyph? {
        switch scalar.value {
        case 0x0D:
            if index < scalars.count, scalars[index] == "\n" { index += 1 }
            return .blank
        case 0x09...0x0C, 0x85, 0x2028, 0x2029:
            return .blank
        default:
            return nil
        }
    }

    /// The glyph a scalar starts; `nil` for one that does not print by itself.
    private mutating func glyph(for scalar: Unicode.Scalar) -> Glyph? {
        if scalar.isRegionalIndicator {
            return Glyph(base: Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41)), columns: 1)
        }
        if scalar.isInvisible { return nil }
        guard let columns = scalar.columns, !scalar.isWithoutMeaning else {
            return Glyph(base: "\u{FFFD}", columns: 1)
        }
        if scalar.properties.generalCategory == .spaceSeparator {
            if columns == 2 { queued = .blank }
            return columns == 0 ? nil : .blank
        }
        // A mark without a base has nothing to stand on.
        return columns == 0 ? nil : Glyph(base: scalar, columns: columns)
    }

    /// Takes what belongs to the glyph: its marks are kept, the rest of an emoji is not.
    private mutating func takeMarks(into glyph: inout Glyph) {
        guard queued == nil else { return }
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\u{200D}", glyph.base.isPictograph, index + 1 < scalars.count,
                scalars[index + 1].isPictograph
            {
                index += 2
            } else if scalar.properties.isEmojiModifier && glyph.base.isPictograph {
                index += 1
            } else if scalar.isInvisible && !scalar.isControl {
                index += 1
            } else if scalar.value >= 0x80, scalar.columns == 0 {
                index += 1
                glyph.marks.append(scalar)
            } else {
                return
            }
        }
    }

    // MARK: Control sequences

    /// True when the scalar is a control character; a sequence it starts is skipped as a whole.
    private mutating func skipSequence(startingWith scalar: Unicode.Scalar) -> Bool {
        guard scalar.isControl else { return false }
        switch scalar.value {
        case 0x1B: skipEscape()
        case 0x9B: skipControlSequence()
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipControlString()
        default: break
        }
        return true
    }

    private mutating func skipEscape() {
        guard index < scalars.count else { return }
        switch scalars[index] {
        case "[":
            index += 1
            skipControlSequence()
        case "]", "P", "X", "^", "_":
            index += 1
            skipControlString()
        default:
            skip { $0 >= 0x20 && $0 <= 0x2F }
            skipOne { $0 >= 0x30 && $0 <= 0x7E }
        }
    }

    private mutating func skipControlSequence() {
        skip { $0 >= 0x30 && $0 <= 0x3F }
        skip { $0 >= 0x20 && $0 <= 0x2F }
        skipOne { $0 >= 0x40 && $0 <= 0x7E }
    }

    /// Up to and with BEL or ST. Without either, only the introducer goes: the rest is text.
    private mutating func skipControlString() {
        guard index < noTerminatorFrom else { return }
        for end in index..<scalars.count {
            switch scalars[end].value {
            case 0x07, 0x9C:
                index = end + 1
                return
            case 0x1B where end + 1 < scalars.count && scalars[end + 1] == "\\":
                index = end + 2
                return
            default:
                continue
            }
        }
        noTerminatorFrom = index
    }

    private mutating func skip(while matches: (UInt32) -> Bool) {
        while index < scalars.count, matches(scalars[index].value) { index += 1 }
    }

    private mutating func skipOne(if matches: (UInt32) -> Bool) {
        if index < scalars.count, matches(scalars[index].value) { index += 1 }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (value >= 0x7F && value < 0xA0) }

    fileprivate var isRegionalIndicator: Bool { value >= 0x1F1E6 && value <= 0x1F1FF }

    /// Emoji and symbols of a joined sequence; digits and `#` count as emoji in Unicode, but not here.
    fileprivate var isPictograph: Bool { value >= 0x203C && properties.isEmoji }

    /// Joiners, variation selectors, direction marks, soft hyphens, tags, enclosing marks and the like.
    fileprivate var isInvisible: Bool {
        if value < 0x80 { return isControl }
        if properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .control, .format, .enclosingMark: return true
        default: return false
        }
    }

    /// No two terminals agree on what these look like.
    fileprivate var isWithoutMeaning: Bool {
        switch properties.generalCategory {
        case .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }
}
