import Money
import Terminal
import TillCore

/// Which tip is added.
func saleTipView(_ tip: SaleTipPage, _ state: AppState, on sheet: inout Sheet) {
    let subtotal = state.ticket.sums.subtotal
    sheet.line("Tip on \(subtotal.formattedWithCode)")
    sheet.gap()
    if let entry = tip.entry {
        let row = sheet.row
        sheet.amount(entry.amount)
        sheet.canvas.cursor = Position(row: row, column: sheet.columns.lowerBound)
        sheet.gap()
        sheet.paragraph(
            "Up to \(state.ticket.tipLimit.formattedWithCode), which is \(state.ticket.rules.tipCap.formatted) %.",
            role: .quiet, linesMax: 2)
        return
    }
    for (number, choice) in tip.choices.enumerated() {
        sheet.choice(number, words(choice, subtotal), isMarked: number == tip.marked)
    }
}

private func words(_ choice: SaleTipPage.Choice, _ subtotal: Amount) -> String {
    switch choice {
    case .none: return "No tip"
    case .amount: return "Another amount"
    case .share(let share):
        do throws(AmountError) {
            return "\(share.formatted) %  \(try share.of(subtotal).formatted)"
        } catch {
            return "\(share.formatted) %"
        }
    }
}

/// What stands beside the amount, as fields.
func saleFieldsView(_ page: SaleFieldsPage, on sheet: inout Sheet) {
    let names =
        sheet.layout == .list
        ? ["Sold", "Invoice", "Reference"] : ["What is sold next", "Invoice number", "Your reference"]
    let width = sheet.layout == .list ? 10 : 19
    sheet.gap()
    for (index, field) in page.texts.enumerated() {
        let isMarked = index == page.marked
        let columns = sheet.columns.dropFirst(2 + width)
        let row = sheet.row
        sheet.write(isMarked ? ">" : " ", row: row, columns: sheet.columns.prefix(1), role: isMarked ? .focus : .text)
        sheet.write(
            index < names.count ? names[index] : "", row: row, columns: sheet.columns.dropFirst(2).prefix(width),
            role: .quiet)
        // The end that is being typed at stays in sight.
        let before = PrintableText(String(field.text.prefix(field.cursor))).columns
        let hidden = max(0, before - max(1, columns.count - 1))
        sheet.write(
            String(dropColumns(field.text, hidden)), row: row, columns: columns, role: isMarked ? .focus : .text)
        if isMarked, sheet.isInside(row) {
            sheet.canvas.cursor = Position(
                row: row, column: min(columns.upperBound - 1, columns.lowerBound + before - hidden))
        }
        sheet.row += 1
        sheet.gap()
    }
    sheet.paragraph(
        "Your reference goes to the reader; without one the till's own is sent. The other two stay in the books.",
        role: .quiet, linesMax: max(1, sheet.rowsLeft))
}

/// Without its first so many columns.
func dropColumns(_ text: String, _ columns: Int) -> Substring {
    var rest = text[...]
    var left = columns
    while left > 0, let first = rest.first {
        left -= max(1, PrintableText(String(first)).columns)
        rest = rest.dropFirst()
    }
    return rest
}

/// The tickets that are set aside, and the one at hand.
func ticketsView(_ page: TicketsPage, _ state: AppState, on sheet: inout Sheet) {
    let choices = state.ticketChoices
    let room = max(1, sheet.rowsLeft)
    let first = max(0, min(page.marked - room / 2, choices.count - room))
    for (number, choice) in choices.enumerated().dropFirst(first).prefix(room) {
        sheet.choice(
            number, words(choice, state, columns: sheet.columns.count - 6), isMarked: number == page.marked)
    }
}

private func words(_ choice: TicketsPage.Choice, _ state: AppState, columns: Int) -> String {
    switch choice {
    case .back: return "Back to the sale"
    case .park: return fitting(["Set this ticket aside", state.ticket.sums.total.formattedWithCode], columns: columns)
    case .resume(let number):
        guard let draft = state.parked.first(where: { $0.number == number })?.draft else { return "" }
        return fitting(
            [draft.at.clock, draft.total.formattedWithCode, shortened(draft.label, columns: 25)], columns: columns)
    }
}
