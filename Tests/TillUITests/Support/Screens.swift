import Terminal
import Testing
import TillUI

/// Compares a canvas with a screen that is written down with a `|` at the end of each row.
func expectScreen(_ canvas: Canvas, _ screen: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(canvas.bordered == screen, sourceLocation: sourceLocation)
}

extension Canvas {
    /// What a person reads: the words in order, without line ends and the frames `=` and `?`.
    var words: String {
        text.split(whereSeparator: { " \n?=".contains($0) }).joined(separator: " ")
    }
}
