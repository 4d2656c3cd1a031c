/// Zero-width scalars on a base: at most four, the rest is dropped.
package struct Marks: Equatable, Sendable {
    package static let countMax = 4

    // Stored in place: a canvas has thousands of cells, and almost none of them has a mark.
    private var first: UInt32 = 0
    private var second: UInt32 = 0
    private var third: UInt32 = 0
    private var fourth: UInt32 = 0

    package init() {}

    package var isEmpty: Bool { first == 0 }

    package var scalars: [Unicode.Scalar] {
        [first, second, third, fourth].prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        if first == 0 {
            first = scalar.value
        } else if second == 0 {
            second = scalar.value
        } else if third == 0 {
            third = scalar.value
        } else if fourth == 0 {
            fourth = scalar.value
        }
    }

    var values: (UInt32, UInt32, UInt32, UInt32) { (first, second, third, fourth) }
}

/// What stands in one cell, or in two: a printable base scalar with its marks.
package struct Glyph: Equatable, Sendable {
    package let base: Unicode.Scalar
    package internal(set) var marks: Marks
    /// 1 or 2.
    package let columns: Int

    static let blank = Glyph(base: " ", columns: 1)
    static let ellipsis = Glyph(base: "…", columns: 1)

    /// The caller vouches that `base` is printable and this many columns wide.
    init(base: Unicode.Scalar, columns: Int, marks: Marks = Marks()) {
        self.base = base
        self.marks = marks
        self.columns = columns
    }

    package var text: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(base)
        scalars.append(contentsOf: marks.scalars)
        return String(scalars)
    }
}

/// One cell of a canvas. Only printable glyphs can be put there.
package struct Cell: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case glyph(Glyph)
        /// The right half of the wide glyph in the cell before.
        case continuation
    }

    package internal(set) var content: Content
    package internal(set) var role: Role

    static let blank = Cell(content: .glyph(.blank), role: .text)

    /// The columns this cell's glyph takes: 1 or 2, or 0 for a continuation.
    package var width: Int {
        switch content {
        case .glyph(let glyph): glyph.columns
        case .continuation: 0
        }
    }

    /// The glyph's text; empty for a continuation.
    package var text: String {
        switch content {
        case .glyph(let glyph): glyph.text
        case .continuation: ""
        }
    }
}
