/// Where right-to-left script ends in a row, so that a mark behind it keeps the rest in its columns.
///
/// Some terminals, those of VTE and Konsole among them, show a row by Unicode's rules for direction. By these rules alone a
/// number behind a Hebrew or Arabic word belongs to it and moves to its left: an amount would leave its column. U+200E ends
/// that. It has no width, and other terminals show nothing for it.
///
/// Such terminals can be told to leave the order alone (`CSI 8 l`), but then every word would be shown back to front.
struct RightToLeftRuns {
    static let mark: Unicode.Scalar = "\u{200E}"

    /// The columns with the last glyph of each run.
    private(set) var ends: [Int] = []

    private enum Kind {
        case letters
        /// Arabic digits: one number stands in its order, but two change places, whatever is between them.
        case number
    }

    private var run: (kind: Kind, end: Int)?
    /// What came since the run's last glyph.
    private var gap: [Unicode.Scalar] = []

    init(_ row: ArraySlice<Cell>) {
        for (column, cell) in row.enumerated() {
            if case .glyph(let glyph) = cell.content { take(glyph.base, at: column) }
        }
        close()
    }

    private mutating func take(_ scalar: Unicode.Scalar, at column: Int) {
        guard let kind = RightToLeftRuns.kind(of: scalar) else {
            guard run != nil else { return }
            gap.append(scalar)
            if !isJoining { close() }
            return
        }
        if run?.kind != kind || (kind == .number && !gap.isEmpty) { close() }
        run = (kind, column)
        gap = []
    }

    /// Words of a phrase stay together, so that it can be read from right to left: those with a space or a comma between
    /// them, and not those in two columns of a table.
    private var isJoining: Bool {
        gap.count <= 2 && gap != [" ", " "] && gap.allSatisfy(RightToLeftRuns.joining.contains)
    }

    private static let joining: Set<Unicode.Scalar> = [" ", "-", ".", ",", ":", ";", "'", "\"", "/", "&"]

    private mutating func close() {
        if let run { ends.append(run.end) }
        run = nil
        gap = []
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind? {
        switch scalar.value {
        case 0x0660...0x0669, 0x066B...0x066C: .number
        // What else stands in the blocks of these scripts; a mark too many behind a sign of theirs changes nothing.
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .letters
        default: nil
        }
    }
}
