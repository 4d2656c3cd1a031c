import Money
import Terminal
import TillCore

/// The tip of a sale, to be changed at the bank.
func tipView(_ tip: TipPage, on sheet: inout Sheet) {
    let record = tip.record
    sheet.line(
        fitting(
            [
                "Sale of \(record.intent.startedAt.clock)", record.moved?.formattedWithCode ?? "",
                record.outcome?.shortCard ?? "", record.shortReference,
            ], columns: sheet.columns.count))
    for line in packed(
        ["Tip in the books \(tip.before.formattedWithCode)", "At most \(tip.limit.formattedWithCode)"],
        columns: sheet.columns.count)
    {
        sheet.line(line)
    }
    sheet.gap()
    let row = sheet.row
    sheet.amount(tip.entry.amount)
    if !tip.isChoosing { sheet.canvas.cursor = Position(row: row, column: sheet.columns.lowerBound) }
    sheet.gap()
    sheet.paragraph(
        "This replaces the tip of this sale at the bank, and every change before it. No card is needed.",
        linesMax: max(1, sheet.rowsLeft - 2))
    sheet.gap()
    guard tip.isChoosing else { return }
    sheet.choice(0, "No, go back", isMarked: !tip.yes)
    sheet.choice(1, "Yes, make the tip \(tip.entry.amount.formattedWithCode)", isMarked: tip.yes)
}

extension AppState {
    func status(of tip: TipPage) -> StatusLine {
        if tip.isBusy { return StatusLine(.working, "Sending the new tip to the bank ...") }
        return tip.isChoosing
            ? StatusLine(.needsYou, "Press 1, then Enter to change the tip. Esc goes back to the amount.")
            : StatusLine(.idle, "Type the new tip, then press Enter. Nothing is sent yet.")
    }
}
