/// A place on the canvas that can be pointed at, and what stands there.
package struct Spot: Equatable, Sendable {
    package enum Target: Hashable, Sendable {
        /// A choice by its number.
        case choice(Int)
        /// A row of a list, counted from 0 over all of it, shown or not.
        case row(Int)
    }

    package var target: Target
    package var row: Int
    package var columns: Range<Int>

    package init(_ target: Target, row: Int, columns: Range<Int>) {
        self.target = target
        self.row = row
        self.columns = columns
    }
}

extension Canvas {
    /// What stands at a place, where something can be pointed at there.
    package func target(at position: Position) -> Spot.Target? {
        spots.last { $0.row == position.row && $0.columns.contains(position.column) }?.target
    }
}
