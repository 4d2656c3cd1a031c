import Money
import Terminal
import TillCore

/// All that is known of one operation, with what can be done about it below.
func detailView(_ detail: DetailPage, _ state: AppState, on sheet: inout Sheet) {
    let record = detail.row.record
    let word = detail.row.word
    if sheet.isWide, record.hasReceipt {
        sheet.beside(46) { receiptBox(record, state.settings, on: &$0) }
    }
    sheet.write(word, row: sheet.row, columns: sheet.columns, align: .trailing, role: OutcomeLook(record).role)
    let amount = record.shownAmount.map { "  \($0.formattedWithCode)" } ?? ""
    sheet.line("\(record.intent.kind.word.uppercased())\(amount)", role: .money)
    let choices = detail.choices
    let room = max(0, sheet.rowsLeft - choices.count - (sheet.layout == .list ? 0 : 1))
    let lines = detailLines(detail.row, detail.detail, columns: sheet.columns.count)
    let first = max(0, min(detail.scroll, lines.count - room))
    for line in lines.dropFirst(first).prefix(room) { sheet.line(line) }
    sheet.row = sheet.bottom - choices.count
    for choice in choices {
        sheet.choice(
            choice.number, words(for: choice.action, detail), isMarked: choice.number == detail.marked,
            isQuiet: isRefused(choice.action, detail))
    }
}

/// The customer's copy, or the merchant's where there is no other, as far as it has room.
private func receiptBox(_ record: OperationRecord, _ settings: AppSettings, on sheet: inout Sheet) {
    let area = Area(
        row: sheet.row, column: sheet.columns.lowerBound, rows: sheet.rowsLeft, columns: sheet.columns.count)
    let customer = record.outcome?.customerReceipt ?? ""
    let kind: ReceiptPage.Copy = customer.isEmpty ? .merchant : .customer
    let copy = ReceiptCopy(customer.isEmpty ? .merchant : .customer, of: record, shop: settings.shop)
    let inside = area.inside
    let columns = inside.columnRange.dropFirst(1).dropLast(1)
    var lines = TextMeasure.terminal.lines(of: copy, columns: columns.count)
    if lines.count > inside.rows { lines = lines.prefix(inside.rows - 1) + [.init([.init("(v shows the rest)")])] }
    sheet.canvas.box(area, title: kind.title)
    for (offset, line) in lines.enumerated() {
        drawStyled(line, row: inside.row + offset, columns: columns, on: &sheet)
    }
}

private func words(for action: DetailPage.Action, _ detail: DetailPage) -> String {
    switch action {
    case .back: return "Back"
    case .receipt: return detail.row.record.hasReceipt ? "Show the receipt  v" : "Show the receipt  (there is none)"
    case .refund:
        guard let balance = detail.detail?.balance, balance.refundObstacle == nil else { return "Give money back  f" }
        return "Give up to \(balance.rest.formattedWithCode) back  f"
    case .void: return "Void all of it  u"
    case .tip: return "Change the tip  t"
    }
}

private func isRefused(_ action: DetailPage.Action, _ detail: DetailPage) -> Bool {
    switch action {
    case .back: false
    case .receipt: !detail.row.record.hasReceipt
    case .refund: detail.detail?.balance?.refundObstacle != nil
    case .void: detail.detail?.balance?.reversalObstacle != nil
    case .tip: detail.row.record.moved == nil || detail.row.voidedBy != nil || !detail.row.refunds.isEmpty
    }
}

/// What is known of an operation, in lines that none is cut of: a part of an amount would be a wrong one.
///
/// - Parameter detail: nil until the books have answered.
func detailLines(_ row: HistoryRow, _ detail: OperationDetail?, columns: Int) -> [String] {
    allLines(row, detail, columns: columns).flatMap { line in
        PrintableText(line.prefix(4000)).columns > columns ? wrapped(line, columns: columns) : [line]
    }
}

private func allLines(_ row: HistoryRow, _ detail: OperationDetail?, columns: Int) -> [String] {
    let record = row.record
    let outcome = record.outcome
    var lines = packed(
        [
            "Started \(record.intent.startedAt.localTime)",
            outcome.map { "Ended \($0.finishedAt.clockWithSeconds)" } ?? "Not ended",
        ], columns: columns)
    if let outcome {
        let code = shortened(outcome.authorisationCode, columns: 12)
        lines += packed([outcome.card, code.isEmpty ? "" : "Auth \(code)"], columns: columns)
        if let tip = record.changedTip {
            let before = outcome.gratuity?.formatted ?? "none"
            lines.append("Tip \(tip.formattedWithCode), changed at the bank after the sale (\(before) before)")
        } else if let tip = outcome.gratuity, tip.minorUnits > 0 {
            lines.append("Tip \(tip.formattedWithCode)")
        }
    }
    if let answer = record.readersAnswer { lines += readersLines(answer, record, columns: columns) }
    lines += soldLines(record, columns: columns)
    lines += balanceLines(detail?.balance, columns: columns)
    lines += linkedLines(row, columns: columns)
    lines += numberLines(record, columns: columns)
    lines += (detail?.events ?? []).map { event in
        "\(event.at.clockWithSeconds)  \(event.kind.words(isInDoubt: record.isInDoubt))"
    }
    return lines
}

/// What the reader itself said, where somebody else's word came first.
private func readersLines(_ answer: OperationOutcome, _ record: OperationRecord, columns: Int) -> [String] {
    let code = shortened(answer.authorisationCode, columns: 12)
    let said = record.amount(movedBy: answer)?.formattedWithCode ?? "no money"
    return [record.isContradicted ? "THE READER SAYS OTHERWISE: \(said) moved." : "The reader says so too: \(said)."]
        + packed(
            [
                "Heard \(answer.finishedAt.clock)", answer.card, code.isEmpty ? "" : "Auth \(code)",
                answer.transactionID.map { "EFT \(shortened($0, columns: 36))" } ?? "",
            ], columns: columns)
}

/// What was sold, and what its amount is made of.
private func soldLines(_ record: OperationRecord, columns: Int) -> [String] {
    let intent = record.intent
    var pieces: [String] = []
    if !intent.description.isEmpty { pieces.append(shortened(intent.description, columns: columns)) }
    if !intent.invoiceNumber.isEmpty { pieces.append("Invoice \(shortened(intent.invoiceNumber, columns: 32))") }
    if let parts = intent.parts {
        pieces.append("Subtotal \(parts.subtotal.formatted)")
        if let tax = parts.tax {
            pieces.append("Tax \(tax.amount.formatted) at \(tax.rate.formatted) %\(tax.isIncluded ? " included" : "")")
        }
        if parts.tip.minorUnits > 0 { pieces.append("Tip keyed \(parts.tip.formatted)") }
    }
    if let token = record.outcome?.cardToken, !token.isEmpty { pieces.append("Token \(shortened(token, columns: 40))") }
    return packed(pieces, columns: columns)
}

private func balanceLines(_ balance: SaleBalance?, columns: Int) -> [String] {
    guard let balance, balance.paid.minorUnits > 0 else { return [] }
    let inDoubt = balance.refundedInDoubt
    var besides: [String] = []
    if let words = balance.besides?.words {
        let isBack = if case .reversed = balance.reversal { true } else { false }
        besides = [isBack ? "Given back with the void: \(words)" : "Also paid on this ticket: \(words)"]
    }
    return besides
        + packed(
            [
                "Given back \(balance.refunded.formatted)",
                inDoubt.minorUnits > 0 ? "perhaps \(inDoubt.formatted) more" : "",
                "Can be given back \(balance.rest.formatted) of \(balance.paid.formattedWithCode)",
                balance.mayBeReversed ? "Can be voided until the end of the day" : "Cannot be voided: u says why",
            ], columns: columns)
}

private func linkedLines(_ row: HistoryRow, columns: Int) -> [String] {
    func line(_ name: String, _ record: OperationRecord) -> String {
        fitting(
            [
                "\(name) \(record.intent.kind.noun)", record.shownAmount?.formattedWithCode ?? "",
                CashierMessage(record).heading, record.shortReference, record.intent.startedAt.localTime,
            ], columns: columns)
    }
    return row.undoing.map { line("Its", $0) } + (row.original.map { [line("Of the", $0)] } ?? [])
}

/// The names of the operation: the till's, the customer's, the bank's and the reader's.
private func numberLines(_ record: OperationRecord, columns: Int) -> [String] {
    let intent = record.intent
    var pieces = ["Ref \(shortened(intent.reference, columns: 30))"]
    if intent.customerReference != intent.reference { pieces.append("Sent as \(record.shownReference)") }
    if let outcome = record.outcome {
        if let id = outcome.transactionID { pieces.append("EFT \(shortened(id, columns: 36))") }
        if !outcome.readerTransactionID.isEmpty {
            pieces.append("Number \(shortened(outcome.readerTransactionID, columns: 36))")
        }
        // The reader's words on what is in doubt may say what nobody knows.
        if !record.isInDoubt, !outcome.message.isEmpty {
            pieces.append("Reader said \(shortened(outcome.message, columns: 24))")
        }
        switch outcome.settledBy {
        case .supervisor(let name, let evidence):
            pieces.append("Decided by \(shortened(name, columns: 20)): \(shortened(evidence, columns: 30))")
        case .pendingResult: pieces.append("Fetched from the reader later")
        case .transactionFeed: pieces.append("Found in the bank's list")
        case .readerAnswer, .nothingSent, .noAnswer: break
        }
    }
    let reader = "\(shortened(intent.reader.name, columns: 20)) \(shortened(intent.reader.serialNumber, columns: 20))"
    return packed(pieces + [reader], columns: columns)
}

extension OperationEvent.Kind {
    /// What happened, for a person.
    func words(isInDoubt: Bool) -> String {
        switch self {
        case .requestSent: "Request sent to the reader"
        case .relayedToBank: "The reader's data went to the bank"
        case .statusReported(let code, let text):
            isInDoubt || text.isEmpty ? "Status \(statusNumber(code)) of the reader" : shortened(text, columns: 60)
        case .cancelRequested: "You asked to cancel"
        case .linkLost: "The link to the reader broke"
        case .linkRestored: "The link to the reader came back"
        case .signatureRequested: "The reader asked for a signature"
        case .signatureAnswered(let isAccepted):
            isAccepted ? "The signature was accepted" : "The signature was rejected"
        case .pendingResultRequested: "The reader was asked for the result"
        case .nothingPending: "The reader holds no result of it"
        case .guardOverridden(let name): "\(shortened(name, columns: 20)) went on although it was unknown"
        case .other("resultSeen", _, _): "The result was seen"
        case .other(OperationRequest.unlinkedRefundNote, _, let text):
            "Refund without a sale, \(shortened(text, columns: 80))"
        case .other(TipChange.noteName, let code, let text):
            switch TipChange.Noted(code: code) {
            case .changed: "The tip was changed to \(shortened(text, columns: 20))"
            case .declined: "The tip was not changed to \(shortened(text, columns: 20)): the bank did not accept it"
            case .unknown: "Whether the tip was changed to \(shortened(text, columns: 20)) is not known"
            }
        case .other where PrintNote(self) != nil: PrintNote(self)?.words ?? ""
        case .other where FeedNote(self) != nil: FeedNote(self)?.words ?? ""
        case .other(let name, _, _): shortened(name, columns: 40)
        }
    }
}
