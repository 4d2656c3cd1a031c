import Terminal
import TillCore

extension TextMeasure {
    /// Characters as wide as the screen draws them.
    package static let terminal = TextMeasure(columns(of:))

    static func columns(of character: Character) -> Int {
        PrintableText(String(character)).columns
    }
}
