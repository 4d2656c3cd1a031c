/// Sets a receipt for a device of so many columns.
///
/// No text of the document is left out, and no line is wider than the device. An amount is cut only where it alone is wider
/// than the device. Text stays in logical order, without direction marks: the device decides how it shows right-to-left
/// script.
package struct ReceiptLayout {
    /// The columns a layout is made for: a wide character needs two, and no device has more than a thousand.
    package static let columnsRange = 2...1000

    /// What was asked for, within ``columnsRange``.
    package let columns: Int
    private let signingRows: Int
    private let width: (Character) -> Int

    /// - Parameters:
    ///   - signingRows: how many empty lines in a row are left above a rule, where they are room for a signature.
    ///     Elsewhere there is never more than one, nor at either end.
    ///   - width: the columns a character takes on the device, 0 to 2.
    package init(columns: Int, signingRows: Int = 1, width: @escaping (Character) -> Int) {
        self.signingRows = max(1, signingRows)
        self.columns = min(max(columns, Self.columnsRange.lowerBound), Self.columnsRange.upperBound)
        self.width = width
    }

    /// The receipt's lines, without trailing spaces.
    package func lines(of document: ReceiptDocument) -> [String] {
        glyphLines(of: document).map { line in String(line.map(\.character)) }
    }

    /// The same lines with their emphasis.
    package func styledLines(of document: ReceiptDocument) -> [[ReceiptDocument.Span]] {
        glyphLines(of: document).map { line in
            var spans: [ReceiptDocument.Span] = []
            for glyph in line {
                if let last = spans.indices.last, spans[last].emphasis == glyph.emphasis {
                    spans[last].text.append(glyph.character)
                } else {
                    spans.append(ReceiptDocument.Span(String(glyph.character), glyph.emphasis))
                }
            }
            return spans
        }
    }

    // MARK: Blocks

    private func glyphLines(of document: ReceiptDocument) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        var blanks = 0
        for block in document.blocks {
            let laidOut: [[Glyph]]
            switch block {
            case .line(let line):
                laidOut = paragraph(line)
            case .table(let rows):
                laidOut = TableLayout(columns: columns, rows: rows.map { $0.cells.map(measured) }).lines()
            case .rule:
                laidOut = [Array(repeating: Glyph(character: "-", width: 1), count: columns)]
            case .blank:
                laidOut = [[]]
            }
            for var line in laidOut {
                line.trimEnd()
                guard !line.isEmpty else {
                    blanks += 1
                    continue
                }
                if !lines.isEmpty {
                    lines += Array(repeating: [], count: min(blanks, block == .rule ? signingRows : 1))
                }
                blanks = 0
                lines.append(line.map(\.printed))
            }
        }
        return lines
    }

    private func paragraph(_ line: ReceiptDocument.Line) -> [[Glyph]] {
        let glyphs = measured(line)
        if glyphs.width > columns {
            // A line that was set with spaces for a wider paper: its amount still belongs to the right edge.
            if glyphs.isRule { return [Array(glyphs.trimmed().prefix(columns))] }
            if let squeezed = glyphs.squeezed(to: columns) { return [squeezed] }
            if let parts = glyphs.setApart(), parts.tail.isAmount {
                return flowed(parts.body, tail: parts.tail, columns: columns)
            }
        }
        return glyphs.wrapped(to: columns).map { $0.aligned(line.alignment ?? .left, in: columns) }
    }

    // MARK: Measuring

    private func measured(_ cell: ReceiptDocument.Cell) -> TableLayout.Cell {
        TableLayout.Cell(
            lines: cell.lines.compactMap { line in
                let glyphs = measured(line).trimmed()
                guard !glyphs.isEmpty else { return nil }
                return TableLayout.CellLine(glyphs: glyphs, alignment: line.alignment ?? cell.alignment)
            },
            columnSpan: cell.columnSpan)
    }

    private func measured(_ line: ReceiptDocument.Line) -> [Glyph] {
        var glyphs: [Glyph] = []
        for span in line.spans {
            for character in span.text {
                let width = max(0, width(character))
                // No device shows a character wider than itself; its place is kept.
                let glyph =
                    width <= columns
                    ? Glyph(character: character, width: width, emphasis: span.emphasis)
                    : Glyph(character: "?", width: 1, emphasis: span.emphasis)
                glyphs.append(glyph)
            }
        }
        return glyphs
    }
}

/// Text in as many lines as it needs, and an amount at the right edge of the last, or of a line of its own.
func flowed(_ body: [Glyph], tail: [Glyph], columns: Int) -> [[Glyph]] {
    var lines = body.trimmed().isEmpty ? [] : body.trimmed().wrapped(to: columns)
    guard !tail.isEmpty else { return lines }
    if let last = lines.last, last.width + 1 + tail.width <= columns {
        lines[lines.count - 1] = last + tail.aligned(.right, in: columns - last.width)
    } else {
        lines += tail.wrapped(to: columns).map { $0.aligned(.right, in: columns) }
    }
    return lines
}
