import Receipts
import Terminal
import TillCore

/// A copy of the receipt as on a till roll, with what can be done with it beside.
func receiptView(_ receipt: ReceiptPage, canPrint: Bool, canEmail: Bool, on sheet: inout Sheet) {
    guard sheet.layout != .list else { return listedReceipt(receipt, on: &sheet) }
    let left = sheet.layout == .full ? sheet.columns.lowerBound : 1
    let roll = min(receipt.columns, sheet.canvas.size.columns - left - 5)
    let lines = lines(of: receipt, columns: roll)
    let isFinding = receipt.isTyping || !receipt.find.isEmpty
    let rows = sheet.rowsLeft - (isFinding ? 1 : 0)
    let area = Area(row: sheet.row, column: left, rows: rows, columns: roll + 4)
    sheet.canvas.box(area, title: receipt.copy.title)
    let inside = area.inside
    let shown = window(lines, scroll: receipt.scroll, rows: inside.rows)
    let columns = inside.columnRange.dropFirst(1).dropLast(1)
    sheet.canvas.cursor = Position(row: inside.row, column: columns.lowerBound)
    if lines.isEmpty { sheet.write(noCopy, row: inside.row, columns: columns, role: .quiet) }
    for (offset, index) in shown.enumerated() {
        draw(lines[index], isMatch: index == receipt.match, row: inside.row + offset, columns: columns, on: &sheet)
    }
    if isFinding {
        findField(receipt, row: sheet.bottom - 1, columns: sheet.columns, on: &sheet)
    }
    let side = (area.column + area.columns + 1)..<sheet.canvas.size.columns
    guard side.count >= 10 else { return }
    sheet.aside(side, bottom: area.row + rows) { sheet in
        drawSide(receipt, shown, of: lines.count, canPrint: canPrint, canEmail: canEmail, on: &sheet)
    }
}

private let noCopy = "The reader sent no such copy."

/// A line of the copy. The one that was found has a mark before it.
private func draw(
    _ line: ReceiptDocument.Line, isMatch: Bool, row: Int, columns: Range<Int>, on sheet: inout Sheet
) {
    guard isMatch else { return drawStyled(line, row: row, columns: columns, on: &sheet) }
    sheet.write(">", row: row, columns: (columns.lowerBound - 1)..<columns.lowerBound, role: .focus)
    sheet.write(line.text, row: row, columns: columns, role: .focus)
    sheet.canvas.cursor = Position(row: row, column: columns.lowerBound)
}

/// A line of a receipt with its emphasis.
func drawStyled(_ line: ReceiptDocument.Line, row: Int, columns: Range<Int>, on sheet: inout Sheet) {
    // The text is written as a whole: a mark at the start of a span belongs to the letter before it.
    sheet.write(line.text, row: row, columns: columns)
    guard sheet.isInside(row) else { return }
    var text = ""
    var start = 0
    for span in line.spans {
        text += span.text
        let end = PrintableText(text).columns
        if let role = span.emphasis.role {
            // The space behind a word was read with it, and is not underlined.
            let inked = max(start, end - span.text.reversed().prefix { $0 == " " }.count)
            let shown = (columns.lowerBound + start..<columns.lowerBound + inked).clamped(to: columns)
            sheet.canvas.paint(Area(row: row, column: shown.lowerBound, rows: 1, columns: shown.count), role: role)
        }
        start = end
    }
}

/// What is looked for, and which of its places is shown.
private func findField(_ receipt: ReceiptPage, row: Int, columns: Range<Int>, on sheet: inout Sheet) {
    let matches = receipt.matches
    let place = receipt.match.flatMap { matches.firstIndex(of: $0) }
    let count = matches.isEmpty ? (receipt.find.isEmpty ? "" : "not found") : "\((place ?? 0) + 1) of \(matches.count)"
    let field = columns.dropFirst(6).lowerBound..<max(columns.lowerBound + 7, columns.upperBound - count.count - 2)
    sheet.write("Find:", row: row, columns: columns.prefix(6), role: .quiet)
    // The end of a long text is what is being typed.
    let room = max(1, field.count - 1)
    let text = String(PrintableText(receipt.find).string.suffix(room))
    sheet.write(text, row: row, columns: field, role: receipt.isTyping ? .focus : .text)
    sheet.write(count, row: row, columns: columns, align: .trailing, role: .quiet)
    if receipt.isTyping {
        let column = field.lowerBound + min(room, PrintableText(text).columns)
        sheet.canvas.cursor = Position(row: row, column: column)
    }
}

private func drawSide(
    _ receipt: ReceiptPage, _ shown: Range<Int>, of count: Int, canPrint: Bool, canEmail: Bool, on sheet: inout Sheet
) {
    sheet.gap()
    // In a narrow window the row of keys alone names the numbers.
    let isNarrow = sheet.columns.count < 14
    let copies = [(ReceiptPage.Copy.customer, "Customer"), (.merchant, "Merchant"), (.both, "Both")]
    for (number, (copy, name)) in zip(1..., copies + (receipt.void == nil ? [] : [(.voidSlip, "Void slip")])) {
        sheet.line("\(receipt.copy == copy ? ">" : " ") \(isNarrow ? "" : "\(number) ")\(name)")
    }
    sheet.gap()
    sheet.line("Lines", role: .quiet)
    sheet.line("\(shown.isEmpty ? 0 : shown.lowerBound + 1)-\(shown.upperBound) of \(count)")
    guard sheet.layout == .full else { return }
    sheet.gap()
    sheet.paragraph(canPrint ? "p  Print \(receipt.copy.thing)" : "p  Print: no printer is set up.", role: .quiet)
    if canEmail { sheet.paragraph("e  E-mail \(receipt.copy.emailedThing)", role: .quiet) }
    guard sheet.isWide else { return }
    sheet.gap()
    sheet.columns = sheet.columns.dropLast(2)
    besideList(HistoryRow(receipt.record), nil, on: &sheet)
}

private func listedReceipt(_ receipt: ReceiptPage, on sheet: inout Sheet) {
    let lines = lines(of: receipt, columns: sheet.columns.count)
    let top = sheet.row
    sheet.line("\(receipt.copy.title):", role: .quiet)
    sheet.focus(column: sheet.columns.lowerBound)
    if lines.isEmpty { sheet.line(noCopy, role: .quiet) }
    for index in window(lines, scroll: receipt.scroll, rows: sheet.rowsLeft) {
        draw(lines[index], isMatch: index == receipt.match, row: sheet.row, columns: sheet.columns, on: &sheet)
        sheet.row += 1
    }
    if receipt.isTyping || !receipt.find.isEmpty {
        sheet.canvas.fill(Area(row: top, column: 0, rows: 1, columns: sheet.canvas.size.columns))
        findField(receipt, row: top, columns: sheet.columns, on: &sheet)
    }
}

/// The lines of the copy, set anew where they have no room, since a line that is cut could be an amount.
private func lines(of receipt: ReceiptPage, columns: Int) -> [ReceiptDocument.Line] {
    receipt.columns <= columns
        ? receipt.lines : TextMeasure.terminal.lines(of: receipt.receiptCopies, columns: max(1, columns))
}

/// The lines that are shown; the last of them is never above the bottom without need.
private func window(_ lines: [ReceiptDocument.Line], scroll: Int, rows: Int) -> Range<Int> {
    let first = max(0, min(scroll, lines.count - rows))
    return first..<max(first, min(lines.count, first + max(0, rows)))
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

extension ReceiptDocument.Emphasis {
    /// Nil for none. Not every terminal slants letters: what is slanted is underlined, as on paper.
    fileprivate var role: Role? {
        let isUnderlined = !isDisjoint(with: [.underline, .italic])
        if contains(.bold) { return isUnderlined ? .strongUnderlined : .strong }
        return isUnderlined ? .underlined : nil
    }
}

extension ReceiptPage.Copy {
    var title: String {
        switch self {
        case .customer: "Customer copy"
        case .merchant: "Merchant copy"
        case .both: "Both copies"
        case .voidSlip: "Void slip"
        }
    }

    /// What is printed, as it stands in a sentence.
    fileprivate var thing: String {
        switch self {
        case .customer, .merchant: "this copy"
        case .both: "both copies"
        case .voidSlip: "this slip"
        }
    }

    /// What is sent: the merchant's copy stays in the shop.
    fileprivate var emailedThing: String {
        switch self {
        case .customer: "this copy"
        case .merchant, .both: "the customer's copy"
        case .voidSlip: "this slip"
        }
    }
}
