import Money
import Terminal
import TillCore

/// A supervisor sets something in doubt aside, or says what became of it: one field after the other.
func decisionView(_ decision: DecisionPage, on sheet: inout Sheet) {
    let amount = decision.amount?.formattedWithCode ?? ""
    sheet.write(amount, row: sheet.row, columns: sheet.columns, align: .trailing, role: .money)
    sheet.line(decision.heading, role: .money)
    if let record = decision.record {
        sheet.line(
            fitting(
                [
                    "The \(record.intent.kind.noun) of \(record.intent.startedAt.clock)", record.shortReference,
                    shortened(record.intent.reader.name, columns: 20),
                ], columns: sheet.columns.count), role: .quiet)
    }
    sheet.gap()
    // The fields keep their room in a low window.
    let fieldRows = decision.fields.count + (decision.kind == .settle ? 1 : 0)
    sheet.paragraph(decision.explanation, linesMax: max(1, sheet.rowsLeft - fieldRows - 1))
    sheet.gap()
    for field in decision.fields { draw(field, decision, on: &sheet) }
}

private func draw(_ field: DecisionPage.Field, _ decision: DecisionPage, on sheet: inout Sheet) {
    let isFocused = decision.field == field
    guard field != .verdict else {
        let isPaid = decision.moneyMoved == true
        let isNotPaid = decision.moneyMoved == false
        sheet.choice(1, decision.words.moved, isMarked: isPaid)
        sheet.choice(2, decision.words.notMoved, isMarked: isNotPaid)
        if isFocused, decision.moneyMoved == nil {
            sheet.canvas.cursor = Position(row: max(0, sheet.row - 2), column: sheet.columns.lowerBound)
        }
        return
    }
    let nameColumns = sheet.layout == .list ? 10 : 18
    let name = sheet.layout == .list ? field.shortName(decision) : field.name(decision)
    sheet.write(name, row: sheet.row, columns: sheet.columns.prefix(nameColumns), role: .quiet)
    let columns = sheet.columns.dropFirst(nameColumns)
    // The end of a long text is what is being typed.
    let room = max(1, columns.count - 1)
    let typed = tail(decision.text(of: field), columns: room)
    let text = isFocused ? typed + "_" : typed
    sheet.write(text, row: sheet.row, columns: columns, role: isFocused ? .focus : .text)
    if isFocused { sheet.focus(column: columns.lowerBound + PrintableText(typed).columns) }
    sheet.row += 1
}

/// The end of a text, in so many columns.
func tail(_ text: String, columns: Int) -> String {
    var text = PrintableText(text).string[...]
    while PrintableText(text).columns > columns { text = text.dropFirst() }
    return String(text)
}

extension DecisionPage.Field {
    fileprivate func name(_ decision: DecisionPage) -> String {
        switch self {
        case .verdict: ""
        case .supervisor: "Your name"
        case .evidence: decision.kind == .settle ? "Proof" : "Why"
        case .confirmation where decision.asksForPIN: "PIN"
        case .confirmation where decision.kind == .settle && decision.moneyMoved == nil: "Confirm"
        case .confirmation: "Type \(decision.word)"
        }
    }

    fileprivate func shortName(_ decision: DecisionPage) -> String {
        if self == .confirmation, !decision.asksForPIN { return "Word" }
        return self == .supervisor ? "Name" : name(decision)
    }
}

extension DecisionPage {
    fileprivate var words: (moved: String, notMoved: String) {
        record?.intent.kind.takesMoney != false
            ? ("It was paid", "It was not paid") : ("It went through", "It did not go through")
    }

    fileprivate var heading: String {
        switch kind {
        case .setAside: "SET ASIDE"
        case .settle: "DECIDE BY HAND"
        case .anotherCustomer: "THE SAME AMOUNT AGAIN"
        case .refund: "REFUND WITHOUT A SALE"
        }
    }

    /// Says nothing of an outcome that nobody knows.
    fileprivate var explanation: String {
        switch kind {
        case .setAside:
            "Selling goes on, and this stays unknown in the books. A new sale may erase the answer that the reader "
                + "holds. Ask the reader first where that is possible."
        case .anotherCustomer:
            "The same customer may have been charged already. Let this go on only for another customer. Your name and "
                + "reason stay in the books."
        case .refund:
            "The reader asks for the card, and the money goes back to it although no sale here brought it. Your name and "
                + "reason stay in the books."
        case .settle:
            "Only with proof from the bank: its statement, its portal, or its word on the telephone. What you write "
                + "here stays in the books with your name."
        }
    }

    /// What a field shows: of a PIN its length alone.
    fileprivate func text(of field: Field) -> String {
        switch field {
        case .verdict: ""
        case .supervisor: supervisor.text
        case .evidence: evidence.text
        case .confirmation:
            asksForPIN ? String(repeating: "*", count: confirmation.text.count) : confirmation.text
        }
    }
}

extension AppState {
    func status(of decision: DecisionPage) -> StatusLine {
        if decision.isBusy { return StatusLine(.working, "Writing it down ...") }
        switch decision.field {
        case .verdict: return StatusLine(.needsYou, "Press 1 or 2, then Enter. Esc goes back and changes nothing.")
        case .supervisor: return StatusLine(.needsYou, "Type your name, then press Enter.")
        case .evidence where decision.kind != .settle:
            return StatusLine(.needsYou, "Say why, then press Enter.")
        case .evidence:
            return StatusLine(.needsYou, "Type what proves it: who said so, when, and the bank's number.")
        case .confirmation where decision.asksForPIN:
            return StatusLine(.needsYou, "Type the supervisor's PIN, then press Enter.")
        case .confirmation: return StatusLine(.needsYou, "Type \(decision.word), then press Enter. Esc goes back.")
        }
    }
}

/// How much goes back without a sale.
func unlinkedRefundView(_ refund: UnlinkedRefundPage, on sheet: inout Sheet) {
    sheet.line("REFUND WITHOUT A SALE", role: .money)
    sheet.gap()
    let row = sheet.row
    sheet.amount(refund.entry.amount)
    sheet.canvas.cursor = Position(row: row, column: sheet.columns.lowerBound)
    sheet.gap()
    sheet.paragraph(
        "For money that no sale in these books brought. To give a sale back, choose it in the history and press f.",
        linesMax: 3)
}
