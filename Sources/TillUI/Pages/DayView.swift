import Money
import Terminal
import TillCore

/// What is in doubt, each with what comes next.
func inDoubtView(_ list: InDoubtPage, _ state: AppState, on sheet: inout Sheet) {
    let records = state.desk.inDoubt
    if !records.isEmpty {
        sheet.paragraph("Money may have moved. Do not do any of it again.", role: .unknown, linesMax: 2)
        sheet.gap()
    }
    let rows = state.attentionRows(columns: sheet.columns.count - 6)
    let marked = max(0, min(list.marked, rows.count - 1))
    if sheet.isWide, records.indices.contains(marked) {
        sheet.beside(max(40, sheet.columns.count / 3)) { besideList(HistoryRow(records[marked]), nil, on: &$0) }
    }
    let room = max(1, sheet.rowsLeft - 2)
    for index in window(of: rows.count, around: marked, room: room) {
        sheet.choice(index + 1, rows[index], isMarked: index == marked)
    }
    guard records.indices.contains(marked) else { return }
    let isConnected = state.desk.reader != nil
    sheet.paragraph(
        isConnected ? "Next: Enter, then ask the reader. It charges nothing." : "Next: switch the reader on.",
        role: .quiet, linesMax: 2)
}

extension AppState {
    /// What needs someone: what is in doubt, then the tickets that are paid in part.
    fileprivate func attentionRows(columns: Int) -> [String] {
        let records = desk.inDoubt.map { record in
            let day = record.intent.startedAt.day == now.day ? "" : record.intent.startedAt.day
            return fitting(
                [
                    record.shownAmount?.formattedWithCode ?? "no amount", record.intent.kind.noun,
                    record.intent.startedAt.clock, day, record.shortReference,
                ], columns: columns)
        }
        let tickets = day.partlyPaid.map { ticket in
            fitting(
                ["\(ticket.due.formattedWithCode) still due", "partly paid", shortened(ticket.reference, columns: 25)],
                columns: columns)
        }
        return records + tickets
    }
}

/// Counts and totals of the day; what is in doubt stands apart.
func dayView(_ day: DayPage, on sheet: inout Sheet) {
    let room = max(0, sheet.rowsLeft - 2)
    let lines = day.report.map { dayLines($0, day.close, columns: sheet.columns.count) } ?? []
    let first = max(0, min(day.scroll, lines.count - room))
    for line in lines.dropFirst(first).prefix(room) { sheet.line(line) }
    sheet.row = sheet.bottom - 2
    sheet.choice(0, "Back", isMarked: day.marked == 0)
    sheet.choice(
        1, day.close == nil ? "Close the day  Z" : "The day is closed", isMarked: day.marked == 1,
        isQuiet: day.close != nil)
}

/// Close the day?
func closeDayView(_ question: CloseDayPage, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line("Close the day?")
    sheet.gap()
    sheet.paragraph(
        "The reader ends its day first; then the books do. What is unknown is carried over.",
        linesMax: max(1, sheet.rowsLeft - 3))
    sheet.gap()
    sheet.choice(0, "No, go on selling", isMarked: !question.yes)
    sheet.choice(1, "Yes, close the day", isMarked: question.yes)
    sheet.gap()
    sheet.line("Press 1, then Enter. Esc = No", role: .quiet)
}

private func dayLines(_ report: DayReport, _ close: DayClose?, columns: Int) -> [String] {
    var lines: [String] = []
    if let close {
        lines.append("Close \(close.number), \(close.at.localTime)")
    }
    lines += packed(["Since \(report.from.localTime)", "until \(report.to.localTime)"], columns: columns)
    if report.currencies.isEmpty { lines.append("Nothing was taken or given back.") }
    for totals in report.currencies { lines += currencyLines(totals, columns: columns) }
    lines += packed(
        [
            report.notTakenCount > 0 ? "Not taken: \(report.notTakenCount)" : "",
            report.unclaimedCount > 0 ? "Results without an operation: \(report.unclaimedCount)" : "",
        ], columns: columns)
    for entry in report.contradictions ?? [] {
        lines.append(
            fitting(
                [
                    "READER SAYS \(entry.byReader?.formatted ?? "none"),",
                    "decided \(entry.byWord?.formatted ?? "none")", entry.currency,
                    shortened(entry.reference, columns: 25),
                ], columns: columns))
    }
    for entry in report.inDoubt {
        lines.append(
            fitting(
                ["Unknown, not counted:", entry.amount.formattedWithCode, shortened(entry.reference, columns: 25)],
                columns: columns))
    }
    for ticket in report.partlyPaid {
        lines.append(
            fitting(
                ["Partly paid, due:", ticket.due.formattedWithCode, shortened(ticket.reference, columns: 25)],
                columns: columns))
    }
    return lines + comparisonLines(report.comparison, columns: columns)
}

/// The books beside the bank's list.
private func comparisonLines(_ comparison: DayComparison?, columns: Int) -> [String] {
    guard let comparison else { return wrapped("The bank's list was not compared.", columns: columns) }
    guard !comparison.findings.isEmpty else {
        return wrapped("The bank's list tells the same: \(comparison.sameCount) in both.", columns: columns)
    }
    let count = comparison.findings.count
    return wrapped("THE BANK'S LIST DIFFERS in \(count). Call support before the next day.", columns: columns)
        + comparison.findings.map { finding in
            fitting(
                [
                    finding.kind.words, "books \(finding.inBooks?.formatted ?? "none")",
                    "bank \(finding.inList?.formatted ?? "none")", finding.currency,
                    shortened(finding.reference, columns: 25),
                ], columns: columns)
        }
}

extension DayComparison.Finding.Kind {
    fileprivate var words: String {
        switch self {
        case .missingInBooks: "Not in the books:"
        case .missingInList: "Not at the bank:"
        case .amountDiffers: "Amounts differ:"
        case .resultDiffers: "Taken at the bank:"
        }
    }
}

private func currencyLines(_ totals: DayTotals, columns: Int) -> [String] {
    let currency = totals.currency
    func line(_ name: String, _ count: Int?, _ minorUnits: Int64) -> String {
        let amount = Amount(minorUnits: minorUnits, currency: currency).formattedWithCode
        let counted = padded(count.map { "\($0)" } ?? "", 6)
        return fit(shortened(name, columns: 14), 14) + counted + padded(amount, 18)
    }
    func tally(_ name: String, _ tally: CurrencyTotals.Tally) -> [String] {
        tally.count > 0 ? [line(name, tally.count, tally.sumMinor)] : []
    }
    let sums = totals.lines
    var lines = [line("Sales", sums.sales.count, sums.sales.sumMinor)]
    lines += tally("Sales voided", sums.saleReversals) + tally("Refunds", sums.refunds)
    lines += tally("Refunds voided", sums.refundReversals)
    if sums.gratuityMinor != 0 { lines.append(line("Tips in it", nil, sums.gratuityMinor)) }
    if let tips = totals.keyedTipMinor, tips != 0 { lines.append(line("Tips keyed", nil, tips)) }
    if totals.taxMinor != 0 { lines.append(line("Tax in it", nil, totals.taxMinor)) }
    lines.append(line("NET", nil, sums.netMinor))
    if let tips = totals.changedTips {
        lines.append(line("Tips changed", tips.count, tips.sumMinor))
        lines += wrapped("  (changed at the bank after the sale: not in the sums above)", columns: columns)
    }
    for scheme in totals.schemes {
        let name = scheme.name.isEmpty ? "no scheme" : scheme.name
        lines.append(line("  \(name)", scheme.lines.sales.count, scheme.lines.netMinor))
    }
    lines += tally("Cash", totals.cash) + tally("Cash back", totals.cashBack ?? .init())
    lines += tally("Other", totals.otherTenders) + tally("Other back", totals.otherBack ?? .init())
    return lines + tally("Unknown", totals.inDoubt)
}

/// Right-aligned; longer text stays whole.
private func padded(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.count)) + text
}

private func fit(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - PrintableText(text).columns))
}
