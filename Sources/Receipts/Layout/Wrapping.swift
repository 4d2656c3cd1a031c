/// A piece of a line that is not broken unless it is wider than the line.
private struct Word {
    /// The spaces before it; dropped where a line breaks.
    var gap: [Glyph]
    var glyphs: [Glyph]
    var width: Int
}

extension [Glyph] {
    /// The text in lines of at most `columns` columns: broken at spaces, and within a word only if the word is wider than a
    /// line. Never empty; no text is lost.
    func wrapped(to columns: Int) -> [[Glyph]] {
        guard width > columns else { return [self] }
        var lines: [[Glyph]] = []
        var line: [Glyph] = []
        var lineWidth = 0
        for word in words(fitting: columns) {
            let gapWidth = word.gap.width
            // The first word's gap is an indent, which is kept if it leaves most of the line to the text.
            let isGapKept = line.isEmpty ? lines.isEmpty && gapWidth <= columns / 2 : true
            if isGapKept, lineWidth + gapWidth + word.width <= columns {
                line += word.gap + word.glyphs
                lineWidth += gapWidth + word.width
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var pieces = word.glyphs.cut(to: columns)
            line = pieces.popLast() ?? []
            lineWidth = line.width
            lines += pieces
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// The width of the widest piece that should not be cut.
    func longestWordWidth() -> Int {
        words(fitting: .max).map(\.width).max() ?? 0
    }

    private func words(fitting columns: Int) -> [Word] {
        var words: [Word] = []
        for word in split() {
            // Through the index, for a copy of the last word would make each addition to it cost its whole length.
            if let last = words.indices.last, !word.gap.isEmpty,
                words[last].width + word.gap.width + word.width <= columns, Self.isGlued(words[last].glyphs, word)
            {
                words[last].glyphs += word.gap + word.glyphs
                words[last].width += word.gap.width + word.width
            } else {
                words.append(word)
            }
        }
        return words
    }

    private func split() -> [Word] {
        var words: [Word] = []
        var index = 0
        while index < count {
            let gapStart = index
            while index < count, self[index].isSpace { index += 1 }
            let start = index
            while index < count, !self[index].isSpace { index += 1 }
            let glyphs = Array(self[start..<index])
            if !glyphs.isEmpty {
                words.append(Word(gap: Array(self[gapStart..<start]), glyphs: glyphs, width: glyphs.width))
            }
        }
        return words
    }

    /// Whether a break before `word` would tear an amount apart, or a no-break space asks that there be none.
    private static func isGlued(_ before: [Glyph], _ word: Word) -> Bool {
        if word.gap.allSatisfy(\.isNoBreakSpace) { return true }
        guard word.gap.count == 1, let last = before.last, let first = word.glyphs.first else { return false }
        let lastWord = before.suffix(while: { !$0.isSpace })
        let startsNumber = first.isDigit || (first.character == "-" && word.glyphs.dropFirst().first?.isDigit ?? false)
        if last.isDigit { return first.isDigit || first.character == "%" || isCurrency(word.glyphs[...]) }
        return startsNumber && isCurrency(lastWord)
    }

    private static func isCurrency(_ word: ArraySlice<Glyph>) -> Bool {
        if word.allSatisfy(\.isCurrencySymbol) { return true }
        let letters = word.filter { $0.character.isLetter }
        // An ISO code, or a short name such as "kr." or "zł".
        return letters.count == 3 && word.count == 3 && letters.allSatisfy { $0.character.isUppercase }
            || letters.count == 2 && word.count <= 3 && letters.allSatisfy { $0.character.isLowercase }
    }

    private func suffix(while isIncluded: (Glyph) -> Bool) -> ArraySlice<Glyph> {
        var start = endIndex
        while start > startIndex, isIncluded(self[start - 1]) { start -= 1 }
        return self[start...]
    }

    /// A word wider than a line in pieces that fit, cut before a number rather than within it where one would do.
    private func cut(to columns: Int) -> [[Glyph]] {
        var pieces: [[Glyph]] = []
        var piece: [Glyph] = []
        var pieceWidth = 0
        for glyph in self {
            if pieceWidth + glyph.width > columns, !piece.isEmpty {
                let number = glyph.isInNumber ? piece.suffix(while: \.isInNumber) : []
                let isMoved = number.count < piece.count && Array(number).width + glyph.width <= columns
                let rest = isMoved ? Array(number) : []
                pieces.append(Array(piece.dropLast(rest.count)))
                piece = rest
                pieceWidth = rest.width
            }
            piece.append(glyph)
            pieceWidth += glyph.width
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }
}
