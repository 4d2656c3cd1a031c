import Money
import Receipts
import Terminal
import TillCore

/// The cashier judges the signature on the slip. Nothing is marked until a key chooses.
func signatureView(_ state: AppState, accept: Bool?, on sheet: inout Sheet) {
    sheet.gap()
    if let amount = state.paymentAmount { sheet.amount(amount) }
    sheet.gap()
    if sheet.layout == .full {
        let middle = sheet.columns.lowerBound + 37
        sheet.aside(middle..<sheet.columns.upperBound) { slipBox(state, on: &$0) }
        sheet.aside(sheet.columns.lowerBound..<(middle - 1)) { judgement(state, accept, on: &$0) }
    } else {
        judgement(state, accept, on: &sheet)
    }
}

private func judgement(_ state: AppState, _ accept: Bool?, on sheet: inout Sheet) {
    if sheet.layout != .list, let record = state.desk.running?.record {
        sheet.fact("Reference", record.shownReference)
    }
    if let left = state.signatureTimeLeft, let total = state.desk.running?.signature?.timeout {
        sheet.fact("Time left", "\(minutes(left)) of \(minutes(total))", role: left <= 30 ? .needs : .text)
        if sheet.layout != .list { sheet.line(bar(left, of: total, columns: min(30, sheet.columns.count))) }
    }
    sheet.gap()
    sheet.paragraph("Compare the signature on the slip with the back of the card.")
    if sheet.layout != .list { sheet.paragraph("No answer in time = the reader declines the sale.", role: .quiet) }
    sheet.gap()
    // Nothing is marked at first: the cursor waits on the first choice, and Enter does nothing there.
    sheet.focus(column: sheet.columns.lowerBound)
    sheet.choice(1, "Accept      y", isMarked: accept == true)
    sheet.choice(2, "Reject      n", isMarked: accept == false)
    sheet.gap()
    if sheet.layout == .full { sheet.line("Choose 1 or 2, then press Enter.", role: .quiet) }
}

private func bar(_ left: Int, of total: Int, columns: Int) -> String {
    let inside = max(0, columns - 2)
    let filled = total > 0 ? min(inside, inside * left / total) : 0
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: inside - filled) + "]"
}

private func slipBox(_ state: AppState, on sheet: inout Sheet) {
    let area = Area(
        row: sheet.row, column: sheet.columns.lowerBound, rows: sheet.rowsLeft, columns: sheet.columns.count)
    sheet.canvas.box(area, title: "Signature (from the reader)")
    let inside = area.inside
    let columns = inside.columnRange.dropFirst(1).dropLast(1)
    var lines = slip(state.desk.running?.signature?.receipt ?? "", columns: columns.count)
    if lines.count > inside.rows { lines = lines.prefix(inside.rows - 1) + ["(more on the slip)"] }
    for (offset, line) in lines.enumerated() {
        sheet.write(line, row: inside.row + offset, columns: columns)
    }
}

/// The slip as text. A picture, which may come as an address or as base64, is not shown.
private func slip(_ receipt: String, columns: Int) -> [String] {
    let isText = receipt.contains("<") || receipt.contains(" ")
    let isAddress = receipt.hasPrefix("https:") || receipt.hasPrefix("http:")
    guard isText, !isAddress else { return ["", "Compare with the slip."] }
    return receiptLines(receipt, columns: columns).filter { !$0.isEmpty }
}

extension Range<Int> {
    /// All but the last so many columns.
    func dropLast(_ count: Int) -> Range<Int> { lowerBound..<Swift.max(lowerBound, upperBound - count) }
}
