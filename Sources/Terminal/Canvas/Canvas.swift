/// A picture as a terminal with graphics gets it.
package struct CanvasGraphics: Equatable, Sendable {
    /// Its upper left corner.
    package var position: Position
    /// What draws it from there on.
    package var bytes: [UInt8]
    /// What takes it off the screen; empty where painting over it does.
    package var erase: [UInt8]

    package init(position: Position, bytes: [UInt8], erase: [UInt8]) {
        self.position = position
        self.bytes = bytes
        self.erase = erase
    }
}

/// A grid of cells that a view draws on. What lies outside the grid is not drawn, at any size; nothing here fails.
package struct Canvas: Equatable, Sendable {
    package let size: Size
    /// Where the hardware cursor stands; `nil` hides it. A place outside the canvas hides it too.
    package var cursor: Position?
    /// What can be pointed at; where two overlap, the later one counts.
    package var spots: [Spot] = []
    /// A picture that the terminal draws by itself, over cells that are blank; nil for none.
    package var graphics: CanvasGraphics?
    private var cells: [Cell]

    /// A blank canvas.
    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The whole canvas.
    package var area: Area { Area(row: 0, column: 0, rows: size.rows, columns: size.columns) }

    /// The cell at a place; `nil` outside the canvas.
    package subscript(row: Int, column: Int) -> Cell? {
        contains(row: row, column: column) ? cells[row * size.columns + column] : nil
    }

    /// The cells of a row; none outside the canvas.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[(row * size.columns)..<((row + 1) * size.columns)]
    }

    func contains(row: Int, column: Int) -> Bool {
        row >= 0 && row < size.rows && column >= 0 && column < size.columns
    }

    // MARK: Single cells

    /// Puts a glyph down if the whole of it is on the canvas. Half of a wide glyph that it covers becomes blank.
    mutating func put(_ glyph: Glyph, row: Int, column: Int, role: Role) {
        guard contains(row: row, column: column), column + glyph.columns <= size.columns else { return }
        let index = row * size.columns + column
        clear(index)
        cells[index] = Cell(content: .glyph(glyph), role: role)
        if glyph.columns == 2 {
            clear(index + 1)
            cells[index + 1] = Cell(content: .continuation, role: role)
        }
    }

    /// Blanks the other half of a wide glyph, before one of its cells is overwritten. A continuation always has its
    /// glyph in the cell before, in the same row.
    private mutating func clear(_ index: Int) {
        switch cells[index].content {
        case .continuation:
            cells[index - 1].content = .glyph(.blank)
        case .glyph(let glyph) where glyph.columns == 2:
            cells[index + 1].content = .glyph(.blank)
        case .glyph:
            break
        }
    }

    // MARK: Areas

    /// Gives every cell of an area a role and keeps what is written there: the row that has the focus, for example.
    package mutating func paint(_ area: Area, role: Role) {
        for (row, columns) in clipped(area) {
            for column in columns { cells[row * size.columns + column].role = role }
        }
    }

    /// Fills an area with one character, which is a space when it does not print or is wide.
    package mutating func fill(_ area: Area, with character: Character = " ", role: Role = .text) {
        let glyph = Canvas.narrowGlyph(character)
        for (row, columns) in clipped(area) {
            for column in columns { put(glyph, row: row, column: column, role: role) }
        }
    }

    /// The part of an area that is on the canvas, row by row.
    private func clipped(_ area: Area) -> [(row: Int, columns: Range<Int>)] {
        let rows = Canvas.clip(start: area.row, count: area.rows, to: size.rows)
        let columns = Canvas.clip(start: area.column, count: area.columns, to: size.columns)
        return rows.map { ($0, columns) }
    }

    private static func clip(start: Int, count: Int, to limit: Int) -> Range<Int> {
        let (end, overflow) = start.addingReportingOverflow(count)
        let first = min(max(0, start), limit)
        return first..<max(first, min(limit, overflow ? limit : end))
    }

    static func narrowGlyph(_ character: Character) -> Glyph {
        let glyphs = PrintableText(String(character)).glyphs
        guard let glyph = glyphs.first, glyph.columns == 1 else { return .blank }
        return glyph
    }

    // MARK: For tests

    /// The rows as text, without the blanks at their ends.
    package var lines: [String] {
        (0..<size.rows).map { row in
            var line = self.row(row).reduce(into: "") { $0 += $1.text }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// ``lines``, with a line end after each but the last.
    package var text: String { lines.joined(separator: "\n") }

    /// The rows at full width with a `|` behind each, as screens are written down in tests.
    package var bordered: String {
        (0..<size.rows).map { row in self.row(row).reduce(into: "") { $0 += $1.text } + "|" }
            .joined(separator: "\n")
    }
}
