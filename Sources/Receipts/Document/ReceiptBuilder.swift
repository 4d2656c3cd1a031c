/// Gathers text into lines, lines into cells, cells into rows and tables, whatever order broken markup brings them in.
///
/// A *flow* is what blocks are gathered in: the document, or an open cell. Cells and rows collect in the flow around them
/// until something other than a cell comes; a cell needs no table around it.
struct ReceiptBuilder {
    struct Style: Equatable {
        var emphasis: ReceiptDocument.Emphasis = []
        var alignment: ReceiptDocument.Alignment?
        var isPreformatted = false
    }

    private struct ClosedCell {
        var blocks: [ReceiptDocument.Block]
        var alignment: ReceiptDocument.Alignment?
        var columnSpan: Int

        /// The cell's lines, or `nil` when it holds more than text.
        var cell: ReceiptDocument.Cell? {
            var lines: [ReceiptDocument.Line] = []
            for block in blocks {
                switch block {
                case .line(let line): lines.append(line)
                case .blank: break
                case .table, .rule: return nil
                }
            }
            return ReceiptDocument.Cell(lines, alignment: alignment, columnSpan: columnSpan)
        }
    }

    private struct Flow {
        var blocks: [ReceiptDocument.Block] = []
        var line = ReceiptDocument.Line([])
        /// Scalars in the line so far, for tab stops.
        var lineLength = 0
        /// A space was met in the line and is due before the next text.
        var isSpaceDue = false
        var rows: [ReceiptDocument.Row] = []
        var cells: [ClosedCell] = []
        /// Of the cell this flow gathers for.
        var alignment: ReceiptDocument.Alignment?
        var columnSpan = 1
    }

    /// The widest column span that is believed.
    private static let columnSpanMax = 64
    private static let tabStop = 8

    private var flow = Flow()
    private var outerFlows: [Flow] = []

    // MARK: Text

    mutating func append(_ text: String, _ style: Style) {
        var run = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if style.isPreformatted, scalar == "\n" {
                put(run, style)
                run.removeAll(keepingCapacity: true)
                breakLine()
            } else if style.isPreformatted, scalar == "\t" {
                let length = flow.lineLength + run.count
                run.append(contentsOf: repeatElement(" ", count: Self.tabStop - length % Self.tabStop))
            } else if !style.isPreformatted, isHTMLSpace(scalar) {
                put(run, style)
                run.removeAll(keepingCapacity: true)
                flow.isSpaceDue = !flow.line.spans.isEmpty
            } else if let scalar = printable(scalar) {
                if flow.isSpaceDue { putSpace() }
                run.append(scalar)
            }
        }
        put(run, style)
    }

    private mutating func put(_ run: String.UnicodeScalarView, _ style: Style) {
        guard !run.isEmpty else { return }
        if flow.line.spans.isEmpty {
            endTable()
            flow.line.alignment = style.alignment
        }
        flow.lineLength += run.count
        if let last = flow.line.spans.indices.last, flow.line.spans[last].emphasis == style.emphasis {
            flow.line.spans[last].text += String(run)
        } else {
            flow.line.spans.append(ReceiptDocument.Span(String(run), style.emphasis))
        }
    }

    /// The space between words belongs to the word before it, so that an underline begins with its word.
    private mutating func putSpace() {
        flow.isSpaceDue = false
        guard let last = flow.line.spans.indices.last else { return }
        flow.line.spans[last].text += " "
        flow.lineLength += 1
    }

    // MARK: Lines

    /// Ends the line where a block ends; an empty line leaves nothing.
    mutating func endLine() {
        guard !flow.line.spans.isEmpty else { return }
        let isBlank = flow.line.spans.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\u{A0}" } }
        flow.blocks.append(isBlank ? .blank : .line(flow.line))
        startLine()
    }

    /// Ends the line where the receipt asks for it; an empty line leaves an empty line.
    mutating func breakLine() {
        guard flow.line.spans.isEmpty else { return endLine() }
        endTable()
        flow.blocks.append(.blank)
    }

    mutating func appendRule() {
        endLine()
        endTable()
        flow.blocks.append(.rule)
    }

    private mutating func startLine() {
        flow.line = ReceiptDocument.Line([])
        flow.lineLength = 0
        flow.isSpaceDue = false
    }

    // MARK: Tables

    mutating func openCell(alignment: ReceiptDocument.Alignment?, columnSpan: Int) {
        endLine()
        outerFlows.append(flow)
        flow = Flow(alignment: alignment, columnSpan: min(max(1, columnSpan), Self.columnSpanMax))
    }

    mutating func closeCell() {
        guard !outerFlows.isEmpty else { return }
        endTable()
        let closed = ClosedCell(blocks: flow.blocks, alignment: flow.alignment, columnSpan: flow.columnSpan)
        // Moved, not copied: a second holder of the row would make every cell cost the whole row.
        flow = outerFlows.removeLast()
        flow.cells.append(closed)
    }

    mutating func endRow() {
        endLine()
        guard !flow.cells.isEmpty else { return }
        let cells = flow.cells.map(\.cell)
        let plain = cells.compactMap(\.self)
        if plain.count == cells.count {
            flow.rows.append(ReceiptDocument.Row(plain))
        } else {
            // The row only arranges other tables or rules: these stand one below the other.
            let blocks = flow.cells.flatMap(\.blocks)
            endRows()
            flow.blocks.append(contentsOf: blocks)
        }
        flow.cells = []
    }

    mutating func endTable() {
        endRow()
        endRows()
    }

    private mutating func endRows() {
        guard !flow.rows.isEmpty else { return }
        flow.blocks.append(.table(flow.rows))
        flow.rows = []
    }

    mutating func finish() -> [ReceiptDocument.Block] {
        while !outerFlows.isEmpty { closeCell() }
        endTable()
        return flow.blocks
    }
}
