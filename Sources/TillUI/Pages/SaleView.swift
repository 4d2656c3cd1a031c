import Money
import Terminal
import TillCore

/// Where the amount is typed. What is charged next stands in large letters before Enter is pressed.
func saleView(_ state: AppState, on sheet: inout Sheet) {
    sheet.gap()
    sheet.amount(state.entry.amount, align: .trailing)
    sheet.gap()
    draw(state.entry, on: &sheet)
    sheet.rule()
    sheet.gap()
    if let last = state.day.last {
        let room = sheet.columns.count - 7
        let summary = last.summary(columns: last.isInDoubt || sheet.layout != .full ? room : room - 12)
        if sheet.layout == .full, !last.isInDoubt {
            sheet.write("r repeats it", row: sheet.row, columns: sheet.columns, align: .trailing, role: .quiet)
        }
        sheet.fact("Last", summary, nameColumns: 7)
    }
    for (index, totals) in state.day.totals.enumerated() {
        sheet.fact(index == 0 ? "Today" : "", totals.summary(columns: sheet.columns.count - 7), nameColumns: 7)
    }
    let count = state.desk.inDoubt.count
    if count > 0 {
        sheet.gap()
        sheet.paragraph(
            "\(count) unknown: a customer may have been charged. ! shows it.", role: .unknown)
    }
    if let ticket = state.day.partlyPaid.first {
        let others = state.day.partlyPaid.count - 1
        sheet.paragraph(
            "Partly paid: \(ticket.due.formattedWithCode) still due\(others > 0 ? ", and \(others) more" : ""). ! shows it.",
            role: .needs)
    }
}

private func draw(_ entry: AmountEntry, on sheet: inout Sheet) {
    let typed = entry.typed.map { String($0) }.joined(separator: " ")
    let row = sheet.row
    let example = example(entry.currency, entry.keypad)
    // The example goes when a long amount needs its place.
    if sheet.columns.count >= 8 + typed.count + 2 + example.count {
        sheet.write(example, row: row, columns: sheet.columns, align: .trailing, role: .quiet)
    }
    sheet.fact("Typed", typed, nameColumns: 7)
    sheet.canvas.cursor = Position(row: row, column: sheet.columns.lowerBound + 7 + typed.count)
}

private func example(_ currency: Currency, _ keypad: AmountEntry.Keypad) -> String {
    if keypad == .decimalPoint {
        let whole = (0..<currency.minorUnitDigits).reduce(Int64(12)) { units, _ in units * 10 }
        return "(12 = \(Amount(minorUnits: whole, currency: currency).formatted))"
    }
    let amount = Amount(minorUnits: 1250, currency: currency)
    return switch currency.minorUnitDigits {
    case 0: "(1250 = \(amount.formatted))"
    case 2: "(type pence: 1250 = 12.50, or type 12.50)"
    default: "(1250 = \(amount.formatted), or type \(amount.formatted))"
    }
}
