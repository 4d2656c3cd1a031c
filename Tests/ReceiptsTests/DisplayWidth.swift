import Receipts

/// A small measure for these tests: two columns for East Asian scripts and emoji, none for a lone combining mark.
func displayWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}

func displayWidth(of text: String) -> Int {
    text.reduce(0) { $0 + displayWidth($1) }
}

func lines(_ html: String, _ columns: Int = 42) throws -> [String] {
    try ReceiptDocument(html: html).plainText(columns: columns, width: displayWidth)
}

/// The receipt as it stands on paper, with `|` at its right edge.
func paper(_ html: String, _ columns: Int) throws -> String {
    try lines(html, columns)
        .map { $0 + String(repeating: " ", count: max(0, columns - displayWidth(of: $0))) + "|" }
        .joined(separator: "\n")
}
