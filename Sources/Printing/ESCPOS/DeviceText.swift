/// Text as a printer with one code page can print it, or with the letters of one script of East Asia.
///
/// What the page lacks is written in letters that it has, or as `?`; nothing goes without a trace, and all of it is
/// reported.
struct DeviceText {
    private let bytes: [Unicode.Scalar: UInt8]
    /// The letters of two bytes, on printers that have some.
    private let doubles: DoubleByteLetters?
    private let transliterator = Transliterator()
    private(set) var substitutions: [Substitution] = []

    init(_ page: CodePage) throws(PrintingError) {
        var bytes: [Unicode.Scalar: UInt8] = [:]
        for (index, scalar) in try page.upperHalf().enumerated() {
            // A mark by itself would be printed over a letter by some printers, beside it by others.
            if let scalar, scalar.properties.generalCategory != .nonspacingMark, let byte = UInt8(exactly: 0x80 + index)
            {
                bytes[scalar] = byte
            }
        }
        self.bytes = bytes
        if let set = page.doubleByteSet {
            doubles = try DoubleByteLetters(set, of: page)
        } else {
            doubles = nil
        }
    }

    /// What stands in for a sign that no letters stand for.
    static let unknown: Character = "?"

    /// Signs whose names in letters are not their sound. Amounts above all have to stay what they are.
    private static let signs: [Character: String] = [
        "€": "EUR", "£": "GBP", "¥": "Y", "￥": "Y", "₹": "INR", "฿": "THB", "₽": "RUB", "₺": "TRY", "₴": "UAH",
        "₪": "ILS", "₩": "KRW", "₫": "VND", "•": "*", "·": ".", "×": "x", "→": "->", "★": "*", "✓": "v",
    ]

    /// The same text in what the printer can print.
    mutating func convert(_ text: String) -> String {
        var result = ""
        var word: [Character] = []
        for character in transliterator.composed(text) {
            if Self.isForeign(character), Self.signs[character] == nil {
                word.append(character)
                continue
            }
            result += converted(word)
            word.removeAll()
            result += isPrintable(character) ? String(character) : substituted(String(character))
        }
        return result + converted(word)
    }

    /// The bytes of text that was converted. Before letters of two bytes stands `FS &`, and behind them `FS .`, so that a
    /// printer of either kind takes every other byte for a letter by itself.
    func encode(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        var isDouble = false
        for scalar in text.unicodeScalars {
            let single = byte(of: scalar)
            let double = single == nil ? doubles?.bytes(of: scalar) : nil
            if (double != nil) != isDouble {
                isDouble.toggle()
                encoded += isDouble ? Self.doubleOn : Self.doubleOff
            }
            encoded += double ?? [single ?? 0x3F]
        }
        return isDouble ? encoded + Self.doubleOff : encoded
    }

    private static let doubleOn: [UInt8] = [0x1C, 0x26]
    private static let doubleOff: [UInt8] = [0x1C, 0x2E]

    /// The columns of a character that was converted: a letter of two bytes is as wide as two others.
    func columns(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { columns, scalar in
            columns + (byte(of: scalar) == nil && doubles?.bytes(of: scalar) != nil ? 2 : 1)
        }
    }

    // MARK: Words

    /// Whether it is of a script whose words are written anew as a whole: a few Greek letters are in most pages as signs, and
    /// a word of both would be read by nobody.
    private static func isForeign(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first, first.value >= 0x250 else { return false }
        // Letters with marks for Vietnamese and others are Latin.
        return first.properties.isAlphabetic && !(0x1E00...0x1EFF).contains(first.value)
    }

    private mutating func converted(_ word: [Character]) -> String {
        guard !word.isEmpty else { return "" }
        if word.allSatisfy(isPrintable) { return String(word) }
        // A single rare sign does not make the rest of a name unreadable to whoever reads that script.
        guard doubles != nil, word.contains(where: isPrintable) else { return substituted(String(word)) }
        return word.map { isPrintable($0) ? String($0) : substituted(String($0)) }.joined()
    }

    private mutating func substituted(_ text: String) -> String {
        let latin = text.count == 1 ? text.first.flatMap { Self.signs[$0] } : nil
        var isComplete = true
        let written = (latin ?? transliterator.latin(text)).map { character -> Character in
            if isPrintable(character) { return character }
            isComplete = false
            return Self.unknown
        }
        // What comes out as nothing, as a mark alone, leaves a trace all the same.
        let substitution = Substitution(
            original: text, printed: written.isEmpty ? String(Self.unknown) : String(written),
            isComplete: isComplete && !written.isEmpty)
        if substitutions.count < Substitution.countMax, !substitutions.contains(substitution) {
            substitutions.append(substitution)
        }
        return substitution.printed
    }

    private func isPrintable(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { byte(of: $0) != nil || doubles?.bytes(of: $0) != nil }
    }

    private func byte(of scalar: Unicode.Scalar) -> UInt8? {
        // A no-break space is for the layout, which leaves none.
        if scalar == "\u{A0}" { return 0x20 }
        return (0x20...0x7E).contains(scalar.value) ? UInt8(scalar.value) : bytes[scalar]
    }
}

/// A word or sign that the printer lacks, and what is printed for it.
package struct Substitution: Equatable, Sendable {
    /// So many different ones are reported.
    package static let countMax = 200

    package var original: String
    package var printed: String
    /// Whether letters stand for all of it; else `?` stands for a part.
    package var isComplete: Bool

    package init(original: String, printed: String, isComplete: Bool) {
        self.original = original
        self.printed = printed
        self.isComplete = isComplete
    }
}
