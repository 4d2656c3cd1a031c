import Terminal

/// Amounts five rows high, of solid blocks: they need no colour, and become `#` where a terminal has no blocks.
struct BigDigits {
    static let rows = 5

    /// The text's glyphs, and the blank columns between them.
    private let glyphs: [[String]]
    private let gap: Int

    /// Nil when the text has a character without a shape, or is wider than so many columns.
    init?(_ text: String, columns: Int) {
        var glyphs: [[String]] = []
        for character in text {
            guard let glyph = BigDigits.shapes[character] else { return nil }
            glyphs.append(glyph)
        }
        let solid = glyphs.reduce(0) { $0 + $1[0].count }
        let gaps = max(0, glyphs.count - 1)
        guard !glyphs.isEmpty, solid + gaps <= columns else { return nil }
        self.glyphs = glyphs
        gap = solid + 2 * gaps <= columns ? 2 : 1
    }

    var columns: Int {
        glyphs.reduce(0) { $0 + $1[0].count } + gap * (glyphs.count - 1)
    }

    func draw(on canvas: inout Canvas, row: Int, column: Int) {
        for line in 0..<BigDigits.rows {
            let text = glyphs.map { $0[line] }.joined(separator: String(repeating: " ", count: gap))
            canvas.write(text, row: row + line, column: column, role: .money)
        }
    }

    private static let shapes: [Character: [String]] = [
        "0": ["█████", "██ ██", "██ ██", "██ ██", "█████"],
        "1": [" ███ ", "  ██ ", "  ██ ", "  ██ ", " ████"],
        "2": ["█████", "   ██", "█████", "██   ", "█████"],
        "3": ["█████", "   ██", " ████", "   ██", "█████"],
        "4": ["██ ██", "██ ██", "█████", "   ██", "   ██"],
        "5": ["█████", "██   ", "█████", "   ██", "█████"],
        "6": ["█████", "██   ", "█████", "██ ██", "█████"],
        "7": ["█████", "   ██", "   ██", "   ██", "   ██"],
        "8": ["█████", "██ ██", "█████", "██ ██", "█████"],
        "9": ["█████", "██ ██", "█████", "   ██", "█████"],
        ".": ["  ", "  ", "  ", "  ", "██"],
        ",": ["  ", "  ", "  ", "██", " █"],
        "-": ["    ", "    ", "████", "    ", "    "],
    ]
}
