/// The size of a window or a canvas, in columns and rows: each 0...1000.
package struct Size: Hashable, Sendable {
    /// A window larger than this in a direction is used only in part.
    package static let sideMax = 1000

    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = min(max(0, columns), Size.sideMax)
        self.rows = min(max(0, rows), Size.sideMax)
    }
}

/// A place on a canvas: row 0 is the top, column 0 the left edge.
package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// A rectangle of cells. It may reach outside a canvas: what is outside is not drawn.
package struct Area: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    /// A negative number of rows or columns is 0.
    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// The columns of the area, as a range for aligned text.
    package var columnRange: Range<Int> { column..<(column + columns) }

    /// The area without its outermost rows and columns: the inside of a box.
    package var inside: Area {
        Area(row: row + 1, column: column + 1, rows: rows - 2, columns: columns - 2)
    }
}
