import Terminal

/// The row above the keys: one sentence, and a mark that says what kind it is.
struct StatusLine: Equatable, Sendable {
    enum Mark: String, Sendable {
        case idle = "--"
        case working = ".."
        case good = "OK"
        case needsYou = "!!"
        case refused = "XX"
        case unknown = "??"

        var role: Role {
            switch self {
            case .idle, .working: .text
            case .good: .good
            case .needsYou: .needs
            case .refused: .refused
            case .unknown: .unknown
            }
        }
    }

    var mark: Mark
    var text: String

    init(_ mark: Mark, _ text: String) {
        self.mark = mark
        self.text = text
    }

    /// The most rows it takes: a sentence that is longer than a row begins in the row above.
    static let rowsMax = 2
    /// Columns before the sentence.
    private static let indent = 5

    func lines(columns: Int, rowsMax: Int = StatusLine.rowsMax) -> [String] {
        let lines = wrapped(text, columns: max(1, columns - StatusLine.indent - 1), linesMax: rowsMax)
        return lines.isEmpty ? [""] : lines
    }

    /// Draws the sentence so that its last row is `row`.
    func draw(on canvas: inout Canvas, row: Int, rowsMax: Int = StatusLine.rowsMax) {
        let lines = lines(columns: canvas.size.columns, rowsMax: rowsMax)
        for (index, line) in lines.enumerated() {
            let place = row - lines.count + 1 + index
            canvas.fill(Area(row: place, column: 0, rows: 1, columns: canvas.size.columns))
            canvas.write(mark.rawValue, row: place, column: 1, role: mark.role)
            canvas.write(
                line, row: place, column: StatusLine.indent, maxColumns: canvas.size.columns - StatusLine.indent)
        }
    }
}
