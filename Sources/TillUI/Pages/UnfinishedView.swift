import Money
import Terminal
import TillCore

/// A sale in doubt comes before any new one.
func unfinishedView(_ state: AppState, _ record: OperationRecord, on sheet: inout Sheet) {
    outcomeFrame("UNFINISHED SALE", with: "?", role: .unknown, on: &sheet)
    if let amount = record.shownAmount { sheet.amount(amount) }
    sheet.gap()
    let intent = record.intent
    let reader = shortened(intent.reader.name, columns: 20)
    let day = intent.startedAt.day == state.now.day ? "" : " on \(intent.startedAt.day)"
    if sheet.layout == .list {
        sheet.line("Started \(intent.startedAt.clockWithSeconds)\(day)")
        sheet.line("ref \(record.shownReference)")
    } else {
        sheet.fact("Started", "\(intent.startedAt.clockWithSeconds)\(day)   ref \(record.shownReference)")
        sheet.fact("Sent", "to \(reader)")
        sheet.fact("Answer", record.outcome == nil ? "none recorded" : "unclear")
        sheet.gap()
    }
    if state.desk.reader != nil {
        sheet.paragraph("\(reader) is connected, and may hold the answer.", linesMax: max(1, sheet.rowsLeft - 3))
    } else {
        sheet.paragraph("\(reader) is not connected. The till looks for it.", linesMax: max(1, sheet.rowsLeft - 3))
    }
    sheet.paragraph(
        "Fetching it charges nothing. It must be fetched before any new sale.", linesMax: max(0, sheet.rowsLeft - 1))
    sheet.gap()
    sheet.choice(1, "Fetch the result now", isMarked: true)
}
