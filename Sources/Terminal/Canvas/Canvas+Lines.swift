extension Canvas {
    /// Draws a box along the inside of an area's edges, with a title in its top line. The lines become `+ - |` on a
    /// terminal that has no line characters. An area less than two rows or columns is left alone.
    package mutating func box(_ area: Area, title: String = "", role: Role = .frame, titleRole: Role = .text) {
        guard area.rows >= 2, area.columns >= 2 else { return }
        let right = area.column + area.columns - 1
        let bottom = area.row + area.rows - 1
        for row in [area.row, bottom] {
            line(Area(row: row, column: area.column + 1, rows: 1, columns: area.columns - 2), .horizontal, role)
        }
        for column in [area.column, right] {
            line(Area(row: area.row + 1, column: column, rows: area.rows - 2, columns: 1), .vertical, role)
        }
        put(.topLeft, row: area.row, column: area.column, role: role)
        put(.topRight, row: area.row, column: right, role: role)
        put(.bottomLeft, row: bottom, column: area.column, role: role)
        put(.bottomRight, row: bottom, column: right, role: role)
        if !title.isEmpty, area.columns >= 7 {
            write(" \(title) ", row: area.row, column: area.column + 2, role: titleRole, maxColumns: area.columns - 4)
        }
    }

    /// Draws a frame of one character, such as the `=`, `x`, `~` and `?` that tell outcomes apart.
    package mutating func frame(_ area: Area, with character: Character, role: Role) {
        guard area.rows >= 1, area.columns >= 1 else { return }
        let edges = [
            Area(row: area.row, column: area.column, rows: 1, columns: area.columns),
            Area(row: area.row + area.rows - 1, column: area.column, rows: 1, columns: area.columns),
            Area(row: area.row, column: area.column, rows: area.rows, columns: 1),
            Area(row: area.row, column: area.column + area.columns - 1, rows: area.rows, columns: 1),
        ]
        for edge in edges { fill(edge, with: character, role: role) }
    }

    /// Draws a horizontal line, across the whole row without a range.
    package mutating func rule(row: Int, in columns: Range<Int>? = nil, role: Role = .frame) {
        let range = columns ?? 0..<size.columns
        line(Area(row: row, column: range.lowerBound, rows: 1, columns: range.count), .horizontal, role)
    }

    private mutating func line(_ area: Area, _ glyph: Glyph, _ role: Role) {
        fill(area, with: Character(glyph.base), role: role)
    }
}

extension Glyph {
    fileprivate static let horizontal = Glyph(base: "─", columns: 1)
    fileprivate static let vertical = Glyph(base: "│", columns: 1)
    fileprivate static let topLeft = Glyph(base: "┌", columns: 1)
    fileprivate static let topRight = Glyph(base: "┐", columns: 1)
    fileprivate static let bottomLeft = Glyph(base: "└", columns: 1)
    fileprivate static let bottomRight = Glyph(base: "┘", columns: 1)
}
