/// A character with the columns it takes.
struct Glyph: Equatable {
    var character: Character
    var width: Int
    var emphasis: ReceiptDocument.Emphasis = []

    /// What may stand in an amount beside digits, letters and a currency's symbol.
    static let amountSigns = Set<Character>(".,'’-−+/:%()*#")
    /// The most letters that are taken for a currency's name: "kr", "GBP", "Kčs.".
    static let currencyLettersMax = 4

    /// What lines are drawn with, and from how many of them on.
    static let ruleSigns = Set<Character>("-=_*~.–—─━═")
    static let ruleLengthMin = 8

    static let space = Glyph(character: " ", width: 1)

    /// A space that holds the text around it together, as in "1 234,00 kr".
    var isNoBreakSpace: Bool { character == "\u{A0}" }
    var isSpace: Bool { character == " " || isNoBreakSpace }

    /// Whether the character is a decimal digit of any script.
    var isDigit: Bool { character.unicodeScalars.first?.properties.generalCategory == .decimalNumber }
    /// Whether it stands inside an amount, between its digits.
    var isInNumber: Bool { isDigit || character == "." || character == "," || character == "'" || character == "’" }
    var isCurrencySymbol: Bool { character.unicodeScalars.first?.properties.generalCategory == .currencySymbol }

    /// As it goes to the device, which knows one kind of space.
    var printed: Glyph {
        isNoBreakSpace ? Glyph(character: " ", width: width, emphasis: emphasis) : self
    }
}

extension [Glyph] {
    var width: Int { reduce(0) { $0 + $1.width } }

    mutating func trimEnd() {
        while last?.isSpace ?? false { removeLast() }
    }

    func trimmed() -> [Glyph] {
        var rest = Array(drop(while: \.isSpace))
        rest.trimEnd()
        return rest
    }

    /// Spaces before the text so that it stands left, right or in the middle of so many columns.
    func aligned(_ alignment: ReceiptDocument.Alignment, in columns: Int) -> [Glyph] {
        let free = Swift.max(0, columns - width)
        switch alignment {
        case .left: return self
        case .center: return Array(repeating: .space, count: free / 2) + self
        case .right: return Array(repeating: .space, count: free) + self
        }
    }

    /// Whether this is one number with at most a sign, a currency and punctuation: "-1.234,00 kr", "GBP 12.50", "2 x", "20%".
    ///
    /// Reference numbers, dates and times are taken for amounts too, to their good: they are not cut either.
    var isAmount: Bool {
        var digits = 0
        var letters = 0
        for glyph in self {
            if glyph.isDigit {
                digits += 1
            } else if glyph.character.isLetter {
                letters += 1
            } else if !glyph.isSpace, !glyph.isCurrencySymbol, !Glyph.amountSigns.contains(glyph.character) {
                return false
            }
        }
        return digits > 0 && letters <= Glyph.currencyLettersMax
    }

    /// Whether this is a line drawn with characters, and how long it is says nothing.
    var isRule: Bool {
        let line = trimmed()
        guard line.count >= Glyph.ruleLengthMin, let first = line.first else { return false }
        return Glyph.ruleSigns.contains(first.character) && line.allSatisfy { $0.character == first.character }
    }

    /// The line with its widest gaps made narrower until it fits, each still a space wide; `nil` if it cannot.
    func squeezed(to columns: Int) -> [Glyph]? {
        // No line that is set with spaces is so much wider than the paper.
        guard width <= 4 * columns else { return nil }
        var gaps: [Range<Int>] = []
        for index in indices where self[index].isSpace {
            if let last = gaps.last, last.upperBound == index {
                gaps[gaps.count - 1] = last.lowerBound..<(index + 1)
            } else {
                gaps.append(index..<(index + 1))
            }
        }
        if gaps.first?.lowerBound == 0 { gaps.removeFirst() }
        var excess = width - columns
        while excess > 0 {
            guard let widest = gaps.indices.max(by: { gaps[$0].count < gaps[$1].count }), gaps[widest].count > 1 else {
                return nil
            }
            excess -= self[gaps[widest].upperBound - 1].width
            gaps[widest] = gaps[widest].dropLast()
        }
        var result: [Glyph] = []
        var end = 0
        for gap in gaps {
            result += self[end..<gap.upperBound]
            end = gap.upperBound
            while end < count, self[end].isSpace { end += 1 }
        }
        return result + self[end...]
    }

    /// The parts of a line that was set with spaces: what stands before its last gap, and what behind.
    func setApart() -> (body: [Glyph], tail: [Glyph])? {
        let text = trimmed()
        var index = text.count - 1
        while index > 0 {
            if text[index].isSpace, text[index - 1].isSpace {
                return (Array(text[..<index]).trimmed(), Array(text[(index + 1)...]))
            }
            index -= 1
        }
        return nil
    }
}
