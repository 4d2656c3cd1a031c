import Receipts

/// A receipt as an HTML file of its own: what the reader's said, without its markup, scripts and addresses, and the shop's
/// lines around it. It looks the same wherever it is opened, and nothing in it is obeyed or fetched.
package struct HTMLPage: Equatable, Sendable {
    package let html: String

    package init(_ receipt: PrintedReceipt, title: String) {
        var body = ""
        if !receipt.shop.logo.isEmpty {
            body += "<pre class=\"logo\">\(htmlEscaped(receipt.shop.logo.joined(separator: "\n")))</pre>\n"
        }
        body += Self.blocks(ReceiptDocument(text: receipt.shop.header, alignment: .center))
        body += receipt.marks.map { "<h2>\(htmlEscaped($0))</h2>\n" }.joined()
        body += Self.blocks(receipt.printTime)
        body += Self.blocks(receipt.signedDocument)
        body += Self.blocks(receipt.endMark)
        body += Self.blocks(ReceiptDocument(text: receipt.shop.footer, alignment: .center))
        body += receipt.code.map { "<p class=\"center\">\(htmlEscaped($0))</p>\n" } ?? ""
        html = """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="UTF-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(htmlEscaped(title))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static let style = """
        body { background: #fff; color: #000; font-family: monospace; margin: 1em auto; max-width: 42ch }
        p { margin: 0; min-height: 1.2em; overflow-wrap: anywhere; white-space: pre-wrap }
        h2 { font-size: 1.6em; margin: 0.2em 0; text-align: center }
        table { border-spacing: 0; width: 100% }
        td { padding: 0 1ch 0 0; vertical-align: top } td:last-child { padding: 0 }
        hr { border: 0; border-top: 1px solid #000 }
        .logo { margin: 0 auto; width: max-content } .center { text-align: center } .right { text-align: right }
        """

    // MARK: Blocks

    private static func blocks(_ document: ReceiptDocument) -> String {
        document.blocks.map { block in
            switch block {
            case .line(let line): "<p\(attribute(line.alignment))>\(text(line))</p>\n"
            case .table(let rows): "<table>\n\(rows.map { row($0) }.joined())</table>\n"
            case .rule: "<hr>\n"
            case .blank: "<p></p>\n"
            }
        }.joined()
    }

    private static func row(_ row: ReceiptDocument.Row) -> String {
        let cells = row.cells.enumerated().map { index, cell in
            let lines = cell.lines.map(text).joined(separator: "<br>")
            // A value that says nothing of where it stands is an amount more often than not.
            let stated = cell.lines.first?.alignment ?? cell.alignment
            let alignment = stated ?? (index > 0 && index == row.cells.count - 1 ? .right : nil)
            let span = cell.columnSpan > 1 ? " colspan=\"\(cell.columnSpan)\"" : ""
            return "<td\(span)\(attribute(alignment))>\(lines)</td>"
        }
        return "<tr>\(cells.joined())</tr>\n"
    }

    private static func attribute(_ alignment: ReceiptDocument.Alignment?) -> String {
        switch alignment {
        case .center: " class=\"center\""
        case .right: " class=\"right\""
        case .left, nil: ""
        }
    }

    private static func text(_ line: ReceiptDocument.Line) -> String {
        line.spans.map { span in
            var html = htmlEscaped(isolatingRightToLeft(span.text))
            if span.emphasis.contains(.underline) { html = "<u>\(html)</u>" }
            if span.emphasis.contains(.italic) { html = "<i>\(html)</i>" }
            if span.emphasis.contains(.bold) { html = "<b>\(html)</b>" }
            return html
        }.joined()
    }
}
