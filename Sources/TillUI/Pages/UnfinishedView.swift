import Money
import Terminal
import TillCore

/// A sale in doubt comes before any new one.
func unfinishedView(_ state: AppState, _ record: OperationRecord, on sheet: inout Sheet) {
    outcomeFrame("UNFINISHED \(record.intent.kind.noun.uppercased())", with: "?", role: .unknown, on: &sheet)
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
    if sheet.layout != .list {
        let isConnected = state.desk.reader != nil
        sheet.paragraph(
            isConnected ? "\(reader) is connected, and may hold the answer." : "\(reader) is not connected.",
            linesMax: 2)
    }
    sheet.paragraph(
        "Fetching the result charges nothing. It must be fetched before any new sale.",
        linesMax: max(0, sheet.rowsLeft - 1))
    sheet.gap()
    sheet.choice(1, "Fetch the result now", isMarked: true)
}
