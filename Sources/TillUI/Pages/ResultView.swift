import Money
import Terminal
import TillCore

/// How an operation ended. Words and the character of the frame tell the six kinds apart without colour.
func resultView(_ result: ResultPage, on sheet: inout Sheet) {
    let record = result.record
    let look = OutcomeLook(record)
    let message = result.message
    outcomeFrame(message.heading, with: look.frame, role: look.role, on: &sheet)
    if let amount = record.shownAmount { sheet.amount(amount) }
    sheet.gap()
    let choices = AppState.choices(on: result)
    if record.isInDoubt {
        sheet.line("DO NOT CHARGE THIS CUSTOMER AGAIN.", role: .unknown)
    }
    // The choices keep their room in a low window.
    let room = max(1, sheet.rowsLeft - choices.count - (sheet.layout == .list ? 0 : 4))
    sheet.paragraph(message.text, linesMax: min(room, sheet.layout == .full ? 3 : 4))
    facts(record, isList: sheet.layout == .list, on: &sheet, keeping: choices.count)
    sheet.gap()
    let middle = sheet.columns.lowerBound + 38
    if result.showsDetails {
        if sheet.layout == .full {
            sheet.aside(middle..<sheet.columns.upperBound) { details(record, on: &$0) }
            sheet.aside(sheet.columns.lowerBound..<(middle - 1)) { draw(choices, result, on: &$0) }
        } else {
            sheet.bottom -= choices.count
            details(record, on: &sheet)
            sheet.bottom += choices.count
            sheet.row = min(sheet.row, sheet.bottom - choices.count)
            draw(choices, result, on: &sheet)
        }
    } else {
        draw(choices, result, on: &sheet)
    }
}

/// What tells one kind of outcome from another.
struct OutcomeLook: Equatable, Sendable {
    let frame: Character
    let role: Role

    init(_ record: OperationRecord) {
        switch record.outcome?.verdict {
        case .approved, .processed: (frame, role) = ("=", .good)
        case .declined, .cancelled, .failed: (frame, role) = ("x", .refused)
        case .partiallyApproved: (frame, role) = ("~", .needs)
        case .unknown, nil: (frame, role) = ("?", .unknown)
        }
    }
}

/// Draws the heading, with a frame of one character around the page where there is room, and goes on inside it.
func outcomeFrame(_ heading: String, with character: Character, role: Role, on sheet: inout Sheet) {
    guard sheet.layout != .list else {
        let mark = String(repeating: character, count: 2)
        sheet.line("\(mark) \(heading) \(mark)", role: role)
        return
    }
    let width = sheet.canvas.size.columns
    sheet.canvas.frame(
        Area(row: sheet.row, column: 0, rows: sheet.rowsLeft, columns: width), with: character, role: role)
    sheet.canvas.write(" \(heading) ", row: sheet.row, column: 3, role: role, maxColumns: width - 6)
    sheet.row += sheet.layout == .full ? 2 : 1
    sheet.bottom -= 1
    sheet.columns = sheet.columns.dropFirst(1).dropLast(1)
}

extension ResultPage {
    var message: CashierMessage {
        if record.isInDoubt { return inquiry == .noAnswer ? .stillUnknown : .unknown }
        return CashierMessage(record, isEarlier: isEarlier)
    }
}

// MARK: Parts

private func facts(_ record: OperationRecord, isList: Bool, on sheet: inout Sheet, keeping rows: Int) {
    sheet.gap()
    for line in factLines(record, columns: sheet.columns.count) where sheet.rowsLeft > rows { sheet.line(line) }
}

private func factLines(_ record: OperationRecord, columns: Int) -> [String] {
    guard let outcome = record.outcome else {
        return [fitting(["Ref \(record.shownReference)", record.intent.startedAt.clock], columns: columns)]
    }
    var money: [String] = []
    switch outcome.verdict {
    case .approved:
        if let total = outcome.total, let tip = outcome.gratuity, tip.minorUnits > 0 {
            money = ["Tip \(tip.formatted)", "Total \(total.formattedWithCode)"]
        }
    case .partiallyApproved:
        money = [
            outcome.requested.map { "Asked \($0.formattedWithCode)" } ?? "",
            record.shownAmount.map { "Paid now \($0.formattedWithCode)" } ?? "",
            outcome.due.map { "STILL DUE \($0.formattedWithCode)" } ?? "",
        ]
    case .declined, .cancelled, .failed, .processed, .unknown: break
    }
    let code = shortened(outcome.authorisationCode, columns: 12)
    return [
        fitting(money, columns: columns), fitting([outcome.card], columns: columns),
        fitting([code.isEmpty ? "" : "Auth \(code)", "Ref \(record.shownReference)"], columns: columns),
    ].filter { !$0.isEmpty }
}

private func draw(_ choices: [AppState.ResultChoice], _ result: ResultPage, on sheet: inout Sheet) {
    // Without a choice of that number Enter goes back, so that is where the mark stands.
    let marked =
        choices.first { $0.number == result.marked } ?? choices.first { $0.action == .backToSale } ?? choices.first
    for choice in choices {
        sheet.choice(
            choice.number, words(for: choice, result.record), isMarked: choice == marked,
            isQuiet: choice.obstacle != nil)
    }
}

private func words(for choice: AppState.ResultChoice, _ record: OperationRecord) -> String {
    let verdict = record.outcome?.verdict
    let text =
        switch choice.action {
        case .printReceipt: "Print customer copy"
        case .emailReceipt: "E-mail it"
        case .showReceipt: verdict == .declined ? "Declined receipt  v" : "Show the receipt  v"
        case .anotherCard: verdict == .declined ? "Try another card  c" : "Same amount again  c"
        case .askReader: "Ask the reader for the answer (safe)"
        case .backToSale: verdict == .partiallyApproved ? "Back to the sale: the rest is due" : "Back to the sale"
        }
    switch choice.obstacle {
    case nil: return text
    case .noPrinter: return "\(text)  (no printer)"
    case .noEmail: return "\(text)  (no e-mail)"
    default: return "\(text)  (not yet)"
    }
}

/// The small print. A sale in doubt shows none of the reader's words: they may say what nobody knows.
private func details(_ record: OperationRecord, on sheet: inout Sheet) {
    sheet.fact("Started", record.intent.startedAt.localTime, nameColumns: 9)
    guard let outcome = record.outcome else { return }
    sheet.fact("Ended", outcome.finishedAt.localTime, nameColumns: 9)
    let code = String(outcome.statusCode, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    sheet.fact("Status", record.isInDoubt ? padded : "\(padded) \(outcome.message)", nameColumns: 9)
    sheet.fact("Reader", record.intent.reader.serialNumber, nameColumns: 9)
    if !outcome.readerTransactionID.isEmpty { sheet.fact("Number", outcome.readerTransactionID, nameColumns: 9) }
    if let id = outcome.transactionID {
        sheet.line("EFT id", role: .quiet)
        sheet.line(id)
    }
}
