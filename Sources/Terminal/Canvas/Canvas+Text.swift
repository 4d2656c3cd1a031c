/// Where text stands in the columns it is given.
package enum Alignment: Sendable {
    case leading, center, trailing
}

extension Canvas {
    /// Writes text from a column to the right, in at most `maxColumns` and never beyond the edge. Longer text is cut
    /// and ends in `…`. Control characters and escape sequences in it are dropped.
    ///
    /// - Returns: the columns used.
    @discardableResult
    package mutating func write(
        _ text: String, row: Int, column: Int, role: Role = .text, maxColumns: Int = Size.sideMax
    ) -> Int {
        guard row >= 0, row < size.rows, column < size.columns else { return 0 }
        let available = min(max(0, maxColumns), size.columns - max(column, -Size.sideMax))
        return put(PrintableText(text).cut(to: available), row: row, column: column, role: role)
    }

    /// Writes text within a range of columns, or within the whole row. Longer text is cut and ends in `…`.
    ///
    /// - Returns: the columns used.
    @discardableResult
    package mutating func write(
        _ text: String, row: Int, in columns: Range<Int>? = nil, align: Alignment, role: Role = .text
    ) -> Int {
        let range = (columns ?? 0..<size.columns).clamped(to: 0..<size.columns)
        guard row >= 0, row < size.rows, !range.isEmpty else { return 0 }
        let cut = PrintableText(text).cut(to: range.count)
        let free = range.count - cut.columns
        let column =
            switch align {
            case .leading: range.lowerBound
            case .center: range.lowerBound + free / 2
            case .trailing: range.lowerBound + free
            }
        return put(cut, row: row, column: column, role: role)
    }

    /// Writes an amount so that it ends just before `endColumn`. An amount is never cut: if it does not fit between
    /// `startColumn` and there, the columns are filled with `#`, since a part of an amount is a wrong amount.
    ///
    /// - Returns: whether the text was written.
    @discardableResult
    package mutating func writeTrailing(
        _ text: String, row: Int, endColumn: Int, startColumn: Int = 0, role: Role = .text
    ) -> Bool {
        let end = min(endColumn, size.columns)
        let start = max(0, startColumn)
        let printable = PrintableText(text)
        guard start < end else { return printable.columns == 0 }
        guard printable.columns <= end - start, end == endColumn else {
            fill(Area(row: row, column: start, rows: 1, columns: end - start), with: "#", role: role)
            return false
        }
        put(printable, row: row, column: end - printable.columns, role: role)
        return true
    }

    /// Puts glyphs down one after the other, and returns their columns.
    @discardableResult
    private mutating func put(_ text: PrintableText, row: Int, column: Int, role: Role) -> Int {
        var next = column
        for glyph in text.glyphs {
            put(glyph, row: row, column: next, role: role)
            next += glyph.columns
        }
        return text.columns
    }
}
