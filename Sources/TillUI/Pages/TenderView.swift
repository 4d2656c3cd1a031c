import Money
import Terminal
import TillCore

/// A ticket that is paid in part, and how the rest can be paid.
func restView(_ rest: RestPage, on sheet: inout Sheet) {
    let ticket = rest.ticket
    outcomeFrame("PARTLY PAID", with: "~", role: .needs, on: &sheet)
    sheet.amount(ticket.due)
    sheet.gap()
    let facts = packed(
        [
            "Asked \(ticket.asked.formattedWithCode)",
            ticket.gratuity.minorUnits > 0 ? "Tip \(ticket.gratuity.formatted)" : "",
            "By card \(ticket.paidByCard.formatted)",
            ticket.paidOtherwise.minorUnits > 0 ? "Otherwise \(ticket.paidOtherwise.formatted)" : "",
            "STILL DUE \(ticket.due.formattedWithCode)", "Ticket \(shortened(ticket.reference, columns: 25))",
        ], columns: sheet.columns.count)
    let choices = RestPage.Choice.allCases
    for line in facts.prefix(max(1, sheet.rowsLeft - choices.count)) { sheet.line(line) }
    if sheet.rowsLeft > choices.count { sheet.gap() }
    for choice in choices {
        sheet.choice(choice.rawValue, choice.words(ticket.due), isMarked: choice == rest.marked)
    }
}

extension RestPage.Choice {
    fileprivate func words(_ due: Amount) -> String {
        switch self {
        case .back: "Back"
        case .card: "Take \(due.formatted) with another card  c"
        case .otherwise: "The rest in cash or otherwise  o"
        case .history: "Give back what was paid  u"
        }
    }
}

/// What was paid of a ticket without a card.
func tenderView(_ tender: TenderPage, on sheet: inout Sheet) {
    if tender.isPaid { return changeView(tender, on: &sheet) }
    let isCash = tender.kind == .cash
    sheet.write(
        "STILL DUE \(tender.due.formattedWithCode)", row: sheet.row, columns: sheet.columns, align: .trailing,
        role: .money)
    sheet.line(isCash ? "IN CASH" : "OTHERWISE", role: .money)
    sheet.gap()
    let row = sheet.row
    sheet.amount(tender.entry.amount)
    if !tender.isChoosing { sheet.canvas.cursor = Position(row: row, column: sheet.columns.lowerBound) }
    sheet.gap()
    for line in packed(
        [
            "Noted \(tender.paid.formattedWithCode)",
            isCash && tender.change.minorUnits > 0 ? "Change \(tender.change.formattedWithCode)" : "",
            tender.rest.minorUnits > 0 ? "Due then \(tender.rest.formattedWithCode)" : "Then the ticket is paid",
        ], columns: sheet.columns.count)
    {
        sheet.line(line)
    }
    sheet.gap()
    guard tender.isChoosing else {
        sheet.paragraph(
            isCash
                ? "Type what the customer gives. The till keeps no cash: it notes it in the books."
                : "Type what was paid by voucher, bank transfer or the like. It is noted in the books.",
            role: .quiet, linesMax: 2)
        return
    }
    sheet.choice(0, "No, go back", isMarked: !tender.yes)
    sheet.choice(
        1, "Yes, \(tender.paid.formattedWithCode) was paid \(isCash ? "in cash" : "otherwise")", isMarked: tender.yes)
}

/// What goes back to a customer who gave more than was due.
private func changeView(_ tender: TenderPage, on sheet: inout Sheet) {
    outcomeFrame("GIVE CHANGE", with: "=", role: .good, on: &sheet)
    sheet.amount(tender.change)
    sheet.gap()
    let pieces = [
        "Given \(tender.entry.amount.formattedWithCode)", "Due \(tender.due.formatted)",
        "Change \(tender.change.formattedWithCode)",
    ]
    for line in packed(pieces, columns: sheet.columns.count) { sheet.line(line) }
}

extension AppState {
    func status(of tender: TenderPage) -> StatusLine {
        if tender.isPaid {
            return StatusLine(.good, "The ticket is paid. Give \(tender.change.formattedWithCode) change.")
        }
        if tender.isBusy { return StatusLine(.working, "Writing it down ...") }
        return tender.isChoosing
            ? StatusLine(.needsYou, "Press 1, then Enter once you hold the money. Esc goes back to the amount.")
            : StatusLine(.idle, "Tab changes between cash and otherwise. Enter goes on; nothing is noted yet.")
    }
}
