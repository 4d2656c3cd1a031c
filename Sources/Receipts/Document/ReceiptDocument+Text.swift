/// One line of text through the gate that every text of a receipt passes; a line break in it goes.
package func printableText(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.compactMap(printable)))
}

extension ReceiptDocument {
    /// Lines of text that are no HTML, through the same gate as a receipt's own.
    package init(text lines: [String], alignment: Alignment? = nil, emphasis: Emphasis = []) {
        blocks = lines.map { line in
            let text = printableText(line)
            let isBlank = text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\u{A0}" }
            return isBlank ? .blank : .line(Line([Span(text, emphasis)], alignment: alignment))
        }
    }

    /// Whether there is a place to sign: a drawn line with room above it, or a line of underscores.
    package var hasPlaceToSign: Bool {
        var blanks = 0
        for block in blocks {
            switch block {
            case .blank:
                blanks += 1
            case .rule:
                if blanks >= Self.signingBlanksMin { return true }
                blanks = 0
            case .line(let line):
                if Self.isSigningLine(line) { return true }
                blanks = 0
            case .table(let rows):
                if rows.contains(where: { $0.cells.count == 1 && $0.cells[0].lines.contains(where: Self.isSigningLine) }
                ) {
                    return true
                }
                blanks = 0
            }
        }
        return false
    }

    private static let signingBlanksMin = 2
    /// A tip is filled in on a shorter one.
    private static let signingLineMin = 16

    /// Underscores, with a cross or a word before them at most.
    private static func isSigningLine(_ line: Line) -> Bool {
        line.text.reversed().prefix { $0 == "_" }.count >= signingLineMin
    }

    /// The same document with every text turned into another; what becomes empty stays, so that no line is lost.
    package func mapTexts(_ transform: (String) -> String) -> ReceiptDocument {
        func mapped(_ line: Line) -> Line {
            Line(line.spans.map { Span(transform($0.text), $0.emphasis) }, alignment: line.alignment)
        }
        return ReceiptDocument(
            blocks: blocks.map { block in
                switch block {
                case .line(let line):
                    .line(mapped(line))
                case .table(let rows):
                    .table(
                        rows.map { row in
                            Row(
                                row.cells.map { cell in
                                    Cell(
                                        cell.lines.map(mapped), alignment: cell.alignment, columnSpan: cell.columnSpan)
                                })
                        })
                case .rule, .blank:
                    block
                }
            })
    }
}
