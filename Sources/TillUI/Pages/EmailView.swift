import Terminal
import TillCore

/// Whom a receipt is sent to.
func emailView(_ page: EmailPage, on sheet: inout Sheet) {
    let amount = page.record.moved?.formattedWithCode ?? ""
    sheet.line(fitting(["Receipt", amount, page.record.shortReference], columns: sheet.columns.count))
    sheet.gap()
    sheet.line("Send it to", role: .quiet)
    let text = page.address.text
    // The end that is being typed at stays in sight.
    let before = PrintableText(String(text.prefix(page.address.cursor))).columns
    let hidden = max(0, before - max(1, sheet.columns.count - 1))
    sheet.write(String(dropColumns(text, hidden)), row: sheet.row, columns: sheet.columns, role: .focus)
    if sheet.isInside(sheet.row) {
        sheet.canvas.cursor = Position(
            row: sheet.row, column: min(sheet.columns.upperBound - 1, sheet.columns.lowerBound + before - hidden))
    }
    sheet.row += 1
    sheet.gap()
    sheet.paragraph(
        "The customer's copy goes out as text and HTML, by the program that is set for e-mail.", role: .quiet,
        linesMax: max(1, sheet.rowsLeft))
}
