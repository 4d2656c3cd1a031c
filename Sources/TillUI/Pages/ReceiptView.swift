import Receipts
import Terminal
import TillCore

/// A copy of the receipt as on a till roll, with what can be done with it beside.
func receiptView(_ receipt: ReceiptPage, on sheet: inout Sheet) {
    let roll = AppState.receiptColumns
    guard sheet.layout != .list else { return listedReceipt(receipt, on: &sheet) }
    let left = sheet.layout == .full ? sheet.columns.lowerBound : 1
    let area = Area(row: sheet.row, column: left, rows: sheet.rowsLeft, columns: roll + 4)
    sheet.canvas.box(area, title: receipt.copy.title)
    let inside = area.inside
    let shown = window(receipt.lines, scroll: receipt.scroll, rows: inside.rows)
    let columns = inside.columnRange.dropFirst(1).dropLast(1)
    if receipt.lines.isEmpty { sheet.write(noCopy, row: inside.row, columns: columns, role: .quiet) }
    for (offset, line) in receipt.lines[shown].enumerated() {
        sheet.write(line, row: inside.row + offset, columns: columns)
    }
    sheet.canvas.cursor = Position(row: inside.row, column: columns.lowerBound)
    sheet.aside((area.column + area.columns + 1)..<sheet.canvas.size.columns) { sheet in
        side(receipt, shown, on: &sheet)
    }
}

private let noCopy = "The reader sent no such copy."

private func side(_ receipt: ReceiptPage, _ shown: Range<Int>, on sheet: inout Sheet) {
    sheet.gap()
    // In a narrow window the row of keys alone names the numbers.
    let isNarrow = sheet.columns.count < 14
    sheet.line("\(receipt.copy == .customer ? ">" : " ") \(isNarrow ? "" : "1 ")Customer")
    sheet.line("\(receipt.copy == .merchant ? ">" : " ") \(isNarrow ? "" : "2 ")Merchant")
    sheet.gap()
    sheet.line("Lines", role: .quiet)
    sheet.line("\(shown.isEmpty ? 0 : shown.lowerBound + 1)-\(shown.upperBound) of \(receipt.lines.count)")
    guard sheet.layout == .full else { return }
    sheet.gap()
    sheet.paragraph("p  Print: no printer is set up.", role: .quiet)
    sheet.paragraph("e  E-mail: none is set up.", role: .quiet)
}

/// Set anew for a window narrower than the roll, since a line that is cut could be an amount.
private func listedReceipt(_ receipt: ReceiptPage, on sheet: inout Sheet) {
    let html =
        switch receipt.copy {
        case .customer: receipt.record.outcome?.customerReceipt ?? ""
        case .merchant: receipt.record.outcome?.merchantReceipt ?? ""
        }
    let columns = min(sheet.columns.count, AppState.receiptColumns)
    let lines = receiptLines(html, columns: columns)
    sheet.line("\(receipt.copy.title):", role: .quiet)
    sheet.focus(column: sheet.columns.lowerBound)
    if lines.isEmpty { sheet.line(noCopy, role: .quiet) }
    for line in lines[window(lines, scroll: receipt.scroll, rows: sheet.rowsLeft)] { sheet.line(line) }
}

/// The lines that are shown; the last of them is never above the bottom without need.
private func window(_ lines: [String], scroll: Int, rows: Int) -> Range<Int> {
    let first = max(0, min(scroll, lines.count - rows))
    return first..<min(lines.count, first + max(0, rows))
}

/// A receipt of the reader as text, set for so many columns.
func receiptLines(_ html: String, columns: Int) -> [String] {
    guard !html.isEmpty else { return [] }
    do throws(ReceiptError) {
        return try ReceiptDocument(html: html).plainText(columns: columns, width: TextMeasure.columns(of:))
    } catch {
        return ["This receipt cannot be shown."]
    }
}

extension ReceiptPage.Copy {
    var title: String {
        switch self {
        case .customer: "Customer copy"
        case .merchant: "Merchant copy"
        }
    }
}
