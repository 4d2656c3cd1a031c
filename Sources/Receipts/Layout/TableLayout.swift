/// Sets the rows of a table in columns by display width.
///
/// Columns that hold amounts or right-aligned text keep their width and stand to the right; what is left belongs to the
/// text, which wraps. A row that cannot be set in columns runs as text, its last amount at the right edge all the same.
struct TableLayout {
    struct CellLine {
        var glyphs: [Glyph]
        var alignment: ReceiptDocument.Alignment?
    }

    struct Cell {
        var lines: [CellLine]
        var columnSpan: Int

        /// From 1 in a cell with text, though it be a lone combining mark.
        var width: Int { lines.map { max(1, $0.glyphs.width) }.max() ?? 0 }
        var isAmount: Bool { lines.count == 1 && lines[0].glyphs.isAmount }
        var isRight: Bool { isAmount || lines.contains { $0.alignment == .right } }

        /// The narrowest column that serves the cell.
        /// - Parameter wordMax: the longest word that is not cut for a neighbour's sake, in columns.
        func widthMin(wordMax: Int) -> Int {
            isAmount ? width : min(wordMax, lines.map { max(1, $0.glyphs.longestWordWidth()) }.max() ?? 0)
        }
    }

    private struct Column {
        var width = 0
        var widthMin = 0
        /// The width the column's text would like.
        var natural = 0
        var isRight = false

        var lack: Int { natural - width }
    }

    /// Words up to this are kept whole: those that label a value.
    private static let wordMax = 12
    /// In a table of three columns or more, which is hard to read as running text, only words up to this.
    private static let wordMaxInGrid = 8
    /// A table of more columns runs as text on any paper.
    private static let columnsMax = 32

    private struct Grid {
        var columns: [Column]
        var gap: Int
        /// What the columns were made for.
        var wordMax: Int
    }

    let columns: Int
    let rows: [[Cell]]

    func lines() -> [[Glyph]] {
        guard let grid = grid(wordMax: Self.wordMax) ?? gridOfShortWords() else {
            return rows.flatMap { $0.count == 1 ? lone($0[0]) : running($0) }
        }
        return rows.flatMap { row in
            if row.count == 1 { return lone(row[0]) }
            guard row.contains(where: { $0.width > 0 }) else { return [[]] }
            return set(row, in: grid) ?? running(row)
        }
    }

    // MARK: Columns

    private func gridOfShortWords() -> Grid? {
        guard let grid = grid(wordMax: Self.wordMaxInGrid) else { return nil }
        return grid.columns.count { $0.natural > 0 } > 2 ? grid : nil
    }

    private func grid(wordMax: Int) -> Grid? {
        var grid: [Column] = []
        for row in rows where row.count > 1 && isSettable(row, wordMax) {
            var start = 0
            for cell in row {
                let end = start + cell.columnSpan
                while grid.count < end { grid.append(Column()) }
                if cell.columnSpan == 1 {
                    grid[start].natural = max(grid[start].natural, cell.width)
                    grid[start].widthMin = max(grid[start].widthMin, cell.widthMin(wordMax: wordMax))
                    if start > 0, cell.isRight { grid[start].isRight = true }
                }
                start = end
            }
        }
        let used = grid.indices.filter { grid[$0].natural > 0 }
        guard !used.isEmpty else { return nil }
        let natural = used.reduce(0) { $0 + grid[$1].natural }
        let gap = natural + 2 * (used.count - 1) <= columns ? 2 : 1
        let room = columns - gap * (used.count - 1)
        if natural <= room {
            for index in used { grid[index].width = grid[index].natural }
            if let lastRight = used.last(where: { grid[$0].isRight }) {
                let taker = used.first { !grid[$0].isRight && $0 < lastRight } ?? used[0]
                grid[taker].width += room - natural
            }
        } else {
            guard used.reduce(0, { $0 + grid[$1].widthMin }) <= room else { return nil }
            widen(&grid, used, to: room)
        }
        return Grid(columns: grid, gap: gap, wordMax: wordMax)
    }

    /// Shares `room` out: each its minimum, then to the narrowest that lacks any, so that a long text beside it wraps before
    /// a short one is broken.
    private func widen(_ grid: inout [Column], _ used: [Int], to room: Int) {
        for index in used { grid[index].width = grid[index].widthMin }
        var left = room - used.reduce(0) { $0 + grid[$1].width }
        while left > 0 {
            let lacking = used.filter { grid[$0].lack > 0 }
            guard let narrowest = lacking.min(by: { grid[$0].width < grid[$1].width }) else { return }
            grid[narrowest].width += 1
            left -= 1
        }
    }

    /// Whether the row for itself has room for its columns.
    private func isSettable(_ row: [Cell], _ wordMax: Int) -> Bool {
        guard row.count <= Self.columnsMax, row.reduce(0, { $0 + $1.columnSpan }) <= Self.columnsMax else {
            return false
        }
        let used = row.filter { $0.width > 0 }
        return used.reduce(0) { $0 + $1.widthMin(wordMax: wordMax) } + max(0, used.count - 1) <= columns
    }

    // MARK: Rows

    /// A cell alone in its row is a line like any other.
    private func lone(_ cell: Cell) -> [[Glyph]] {
        guard cell.width > 0 else { return [[]] }
        return cell.lines.flatMap { line in
            line.glyphs.wrapped(to: columns).map { $0.aligned(line.alignment ?? .left, in: columns) }
        }
    }

    /// The row in the table's columns, or `nil` if an amount or a text finds no place in them.
    private func set(_ row: [Cell], in grid: Grid) -> [[Glyph]]? {
        guard isSettable(row, grid.wordMax) else { return nil }
        var result: [[Glyph]] = []
        var start = 0
        var position = 0
        for cell in row {
            let covered = grid.columns[start...].prefix(cell.columnSpan)
            let used = covered.filter { $0.width > 0 }
            let width = used.reduce(0) { $0 + $1.width } + grid.gap * max(0, used.count - 1)
            let isColumnRight = start > 0 && (used.last?.isRight ?? false)
            start = min(start + cell.columnSpan, grid.columns.count)
            guard cell.width > 0 else {
                position += used.isEmpty ? 0 : width + grid.gap
                continue
            }
            guard cell.widthMin(wordMax: grid.wordMax) <= width else { return nil }
            let wrapped = cell.lines.flatMap { line in
                line.glyphs.wrapped(to: width).map {
                    $0.aligned(line.alignment ?? (isColumnRight ? .right : .left), in: width)
                }
            }
            for (index, glyphs) in wrapped.enumerated() {
                if index == result.count { result.append([]) }
                result[index] += Array(repeating: .space, count: max(0, position - result[index].width)) + glyphs
            }
            position += width + grid.gap
        }
        return result
    }

    /// The row's cells one after the other as text.
    private func running(_ row: [Cell]) -> [[Glyph]] {
        var cells = row.filter { $0.width > 0 }
        guard !cells.isEmpty else { return [[]] }
        var tail: [Glyph] = []
        if let last = cells.last, last.isRight, last.lines.count == 1, last.width <= columns {
            tail = last.lines[0].glyphs
            cells.removeLast()
        }
        var body: [Glyph] = []
        for cell in cells {
            for line in cell.lines {
                if !body.isEmpty { body.append(.space) }
                body += cell.isAmount ? line.glyphs.heldTogether() : line.glyphs
            }
        }
        return flowed(body, tail: tail, columns: columns)
    }
}

extension [Glyph] {
    /// The same with no-break spaces for spaces.
    fileprivate func heldTogether() -> [Glyph] {
        map { $0.isSpace ? Glyph(character: "\u{A0}", width: $0.width, emphasis: $0.emphasis) : $0 }
    }
}
