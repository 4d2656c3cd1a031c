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
