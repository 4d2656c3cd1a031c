import Money
import Terminal
import TillCore

/// Shown from the moment a sale is written down until its outcome is.
func paymentView(_ state: AppState, on sheet: inout Sheet) {
    let isBeside = sheet.isWide && hasRoomBeside(state.paymentAmount, sheet.columns.count - mirrorColumns - 3)
    if isBeside {
        sheet.beside(mirrorColumns) { sheet in
            mirrorBox(state, on: &sheet)
            sheet.gap()
            log(state, on: &sheet)
        }
    }
    let running = state.desk.running
    let elapsed = running.map { minutes(state.now.seconds(since: $0.startedAt)) } ?? "0:00"
    // How long a reader that stands ready for a card is let be.
    let wait = state.cardWaitLeft.map { "\(minutes($0)) left for the card   " } ?? ""
    sheet.write(wait + elapsed, row: sheet.row, columns: sheet.columns, align: .trailing)
    let reference = running.map { "  ref \($0.record.shownReference)" } ?? ""
    sheet.line("\(state.paymentKind.noun.uppercased())\(reference)", role: .quiet)
    if let amount = state.paymentAmount { sheet.amount(amount) }
    sheet.gap()
    switch sheet.layout {
    case .full where isBeside:
        steps(state, on: &sheet)
        sheet.gap()
        sheet.paragraph(advice(state))
    case .full: fullPayment(state, on: &sheet)
    case .compact: compactPayment(state, on: &sheet)
    case .list, .tooSmall: listedPayment(state, on: &sheet)
    }
}

/// Columns of the reader's mirror in a wide window.
private let mirrorColumns = 46

/// Whether an amount keeps its large letters in so many columns.
private func hasRoomBeside(_ amount: Amount?, _ columns: Int) -> Bool {
    guard let amount else { return true }
    return BigDigits(amount.formatted, columns: columns - amount.currency.alphaCode.count - 2) != nil
}

private func fullPayment(_ state: AppState, on sheet: inout Sheet) {
    let middle = sheet.columns.lowerBound + 39
    let top = sheet.row
    sheet.aside(middle..<sheet.columns.upperBound) { sheet in
        mirrorBox(state, on: &sheet)
        sheet.gap()
        log(state, on: &sheet)
    }
    sheet.row = top
    sheet.aside(sheet.columns.lowerBound..<(middle - 1)) { sheet in
        steps(state, on: &sheet)
        sheet.gap()
        sheet.paragraph(advice(state))
    }
}

private func compactPayment(_ state: AppState, on sheet: inout Sheet) {
    steps(state, on: &sheet)
    sheet.gap()
    sheet.line("Reader shows: \(mirrorLine(state))")
    sheet.gap()
    sheet.paragraph(advice(state))
    sheet.gap()
    log(state, on: &sheet)
}

private func listedPayment(_ state: AppState, on sheet: inout Sheet) {
    if state.needsCard, let step = PaymentSteps(state.paymentLog).current {
        sheet.line("\(step.mark.rawValue) \(step.text)")
    }
    sheet.line("Reader: \(mirror(state).top)")
    sheet.paragraph(advice(state))
}

// MARK: Parts

private func steps(_ state: AppState, on sheet: inout Sheet) {
    guard state.needsCard else { return }
    for (index, step) in PaymentSteps(state.paymentLog).steps.enumerated() {
        if step.mark == .current { sheet.focus(column: sheet.columns.lowerBound + 1) }
        sheet.line(
            "\(step.mark.rawValue) \(index + 1) \(step.text)",
            role: step.mark == .open || step.mark == .skipped ? .quiet : .text)
    }
}

private func mirrorBox(_ state: AppState, on sheet: inout Sheet) {
    let area = Area(row: sheet.row, column: sheet.columns.lowerBound, rows: 5, columns: sheet.columns.count)
    sheet.canvas.box(area, title: "Reader shows")
    let inside = area.inside
    let text = inside.columnRange.dropFirst(4)
    let (top, bottom) = mirror(state)
    let amount = state.paymentAmount?.formattedWithCode ?? ""
    for (offset, line) in [top, amount, bottom].enumerated() {
        sheet.write(line, row: inside.row + offset, columns: text)
    }
    sheet.row += area.rows
}

private func mirror(_ state: AppState) -> (top: String, bottom: String) {
    guard let status = state.desk.running?.status else { return ("", "") }
    let step = ReaderStep(status)
    return step == .other ? (status.text, status.isUnknown ? "status \(status.status.number)" : "") : step.mirror
}

private func mirrorLine(_ state: AppState) -> String {
    let (top, bottom) = mirror(state)
    return top.isEmpty ? "nothing yet" : fitting([top, bottom], columns: 60)
}

private func advice(_ state: AppState) -> String {
    switch state.desk.phase {
    case .running(_, let operation) where operation.mayBeLeft(at: state.now):
        "Do now: look at the reader. If it is not at work any more, Esc leaves it. No money is concerned."
    case .running(_, let operation) where operation.isCancelling:
        "Do now: wait until the reader confirms that it has cancelled."
    case .running(_, let operation):
        "Do now: \(operation.status.map { ReaderStep($0).advice } ?? "wait. The reader has not answered yet.")"
    default: "Do now: wait."
    }
}

private func log(_ state: AppState, on sheet: inout Sheet) {
    for entry in state.paymentLog.suffix(sheet.rowsLeft) {
        sheet.line("\(entry.at.clockWithSeconds)  \(entry.status.words)", role: .quiet)
    }
}

extension AppState {
    /// What is being charged.
    var paymentAmount: Amount? {
        switch desk.phase {
        case .recordingIntent(_, let request): request.amount
        default: desk.running?.record.intent.amount
        }
    }

    /// What is being done.
    var paymentKind: OperationKind {
        switch desk.phase {
        case .recordingIntent(_, let request): request.kind
        default: desk.running?.record.intent.kind ?? .sale
        }
    }

    /// Whether a customer presents a card, so that there are steps to show.
    var needsCard: Bool { paymentKind.takesMoney || paymentKind == .refund }

    /// What the header calls the page.
    var pageName: String {
        if case .inDoubt = page, desk.inDoubt.isEmpty { return "Partly paid" }
        guard case .payment = page else { return page.name }
        return switch paymentKind {
        case .sale, .saleAndTokenize: page.name
        case .refund: "Giving money back"
        case .saleReversal, .refundReversal: "Voiding"
        case .tokenize: "Tokenize"
        case .startOfDay: "Start of day"
        case .endOfDay: "End of day"
        case .update: "Update reader"
        }
    }

    var paymentLog: [RunningOperation.Entry] { desk.running?.log ?? [] }
}
