import Money
import Terminal
import TillCore

/// A sale in doubt comes before any new one.
func unfinishedView(_ state: AppState, _ unfinished: UnfinishedPage, on sheet: inout Sheet) {
    let record = unfinished.record
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
    let actions = UnfinishedPage.Action.allCases
    let isList = sheet.layout == .list
    sheet.paragraph(
        "Fetching the result charges nothing, and comes before any new sale.",
        linesMax: isList ? 2 : max(0, sheet.rowsLeft - actions.count))
    if sheet.rowsLeft > actions.count { sheet.gap() }
    let marked = actions.firstIndex { $0.rawValue == unfinished.marked } ?? 0
    for action in actions[window(of: actions.count, around: marked, room: max(1, sheet.rowsLeft))] {
        sheet.choice(
            action.rawValue, action.words(isShort: sheet.layout == .list),
            isMarked: action.rawValue == unfinished.marked)
    }
}

extension UnfinishedPage.Action {
    fileprivate func words(isShort: Bool) -> String {
        switch self {
        case .ask: "Fetch the result now"
        case .journal: "What the books hold of it  d"
        case .support: "Support sheet  h"
        case .setAside: isShort ? "Set aside  w" : "Set aside: a new sale may erase the reader's answer  w"
        case .decide: isShort ? "Decide by hand  o" : "Decide by hand, with proof from the bank  o"
        }
    }
}
