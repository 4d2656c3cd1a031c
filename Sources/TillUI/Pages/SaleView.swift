import Money
import Terminal
import TillCore

/// Where a sale is rung up. What is charged next stands in large letters before Enter is pressed.
func saleView(_ state: AppState, on sheet: inout Sheet) {
    let ticket = state.ticket
    guard sheet.columns.count >= wideColumns, sheet.layout == .full, !ticket.lines.isEmpty else {
        return narrowSale(state, on: &sheet)
    }
    // The lines have the right of the window, and what they come to the left.
    let middle = sheet.columns.upperBound - sheet.columns.count * 2 / 5
    sheet.aside(middle + 2..<sheet.columns.upperBound) { sheet in
        sheet.gap()
        sheet.line("TICKET", role: .quiet)
        lines(ticket, room: max(1, sheet.rowsLeft - 4), on: &sheet)
        sheet.rule()
        sums(ticket, on: &sheet)
    }
    sheet.columns = sheet.columns.lowerBound..<middle
    sheet.gap()
    sheet.amount(ticket.sums.total, align: .trailing)
    sheet.gap()
    typed(ticket, on: &sheet)
    sheet.rule()
    facts(state, on: &sheet)
}

/// Columns of text from which on the lines stand beside the amount.
private let wideColumns = 96

private func narrowSale(_ state: AppState, on sheet: inout Sheet) {
    let ticket = state.ticket
    sheet.gap()
    sheet.amount(ticket.sums.total, align: .trailing)
    sheet.gap()
    typed(ticket, on: &sheet)
    sheet.rule()
    if !ticket.lines.isEmpty {
        let below = factLines(state, columns: sheet.columns.count).count + (sheet.layout == .list ? 0 : 3)
        lines(ticket, room: max(1, sheet.rowsLeft - below), on: &sheet)
        sums(ticket, on: &sheet)
        if sheet.layout != .list { sheet.rule() }
    } else {
        sums(ticket, on: &sheet)
    }
    facts(state, on: &sheet)
}

private func typed(_ ticket: Ticket, on sheet: inout Sheet) {
    var keys = ticket.entry.typed.map { String($0) }
    if let factor = ticket.factor { keys = factor.typed.map { String($0) } + ["*"] + keys }
    let room = sheet.columns.count - 8
    let typed = keys.joined(separator: keys.count * 2 <= room ? " " : "")
    let row = sheet.row
    let example = example(ticket.rules)
    // The example goes when a long amount needs its place.
    if sheet.columns.count >= 8 + typed.count + 2 + example.count {
        sheet.write(example, row: row, columns: sheet.columns, align: .trailing, role: .quiet)
    }
    sheet.fact("Typed", typed, nameColumns: 7)
    sheet.canvas.cursor = Position(
        row: row, column: min(sheet.columns.upperBound - 1, sheet.columns.lowerBound + 7 + typed.count))
}

private func example(_ rules: TicketRules) -> String {
    let amount = Amount(minorUnits: 1250, currency: rules.currency)
    switch (rules.currency.minorUnitDigits, rules.keypad) {
    case (0, _): return "(1250 = \(amount.formatted))"
    case (let digits, .decimalPoint):
        var whole = amount
        whole.minorUnits = (0..<digits).reduce(12) { units, _ in units * 10 }
        return "(12 = \(whole.formatted), 12.5 = \(plain(12, digits)))"
    case (2, .minorUnitsFirst) where rules.currency == .gbp: return "(type pence: 1250 = 12.50, or type 12.50)"
    case (_, .minorUnitsFirst): return "(1250 = \(amount.formatted), or type \(amount.formatted))"
    }
}

/// Twelve and a half with so many decimals.
private func plain(_ whole: Int, _ digits: Int) -> String {
    "\(whole).5" + String(repeating: "0", count: max(0, digits - 1))
}

/// The last lines that have room, numbered, with what they come to at the right.
private func lines(_ ticket: Ticket, room: Int, on sheet: inout Sheet) {
    let count = ticket.lines.count
    let shown = count > room ? max(1, room - 1) : count
    if shown < count {
        sheet.line("    … \(count - shown) more above", role: .quiet)
    }
    for (index, line) in ticket.lines.enumerated().dropFirst(count - shown) {
        let sum = Amount(minorUnits: line.sumMinor, currency: ticket.currency).formatted
        let number = String(index + 1)
        let columns = sheet.columns
        let name = line.name(columns: max(4, columns.count - 6 - sum.count))
        sheet.write(
            String(repeating: " ", count: max(0, 3 - number.count)) + number, row: sheet.row, columns: columns,
            role: .quiet)
        sheet.write(name, row: sheet.row, columns: columns.dropFirst(5))
        sheet.write(sum, row: sheet.row, columns: columns, align: .trailing)
        sheet.row += 1
    }
}

/// What the total is made of, where it is more than the lines.
private func sums(_ ticket: Ticket, on sheet: inout Sheet) {
    let sums = ticket.sums
    var pieces: [String] = []
    if let tax = sums.tax, let rule = ticket.contents.tax, tax.minorUnits > 0 {
        pieces.append("Tax \(tax.formatted)\(rule.isIncluded ? " included" : "")")
    }
    if sums.tip.minorUnits > 0 { pieces.append("Tip \(sums.tip.formatted)") }
    guard !pieces.isEmpty else { return }
    pieces = ["Subtotal \(sums.subtotal.formatted)"] + pieces + ["Total \(sums.total.formatted)"]
    for line in packed(pieces, columns: sheet.columns.count) { sheet.line(line) }
}

/// What stands beside the amount, what was charged last, and the day.
private func facts(_ state: AppState, on sheet: inout Sheet) {
    for line in details(state, isShort: sheet.layout != .full, columns: sheet.columns.count) { sheet.line(line) }
    if let last = state.day.last {
        let offer = repeatOffer(state, last)
        let isOffered = !offer.isEmpty && sheet.layout == .full
        if isOffered { sheet.write(offer, row: sheet.row, columns: sheet.columns, align: .trailing, role: .quiet) }
        let room = sheet.columns.count - 7 - (isOffered ? offer.count + 1 : 0)
        sheet.fact("Last", last.summary(columns: room), nameColumns: 7)
    }
    for (index, totals) in state.day.totals.enumerated() {
        sheet.fact(index == 0 ? "Today" : "", totals.summary(columns: sheet.columns.count - 7), nameColumns: 7)
    }
    let count = state.desk.inDoubt.count
    if count > 0 {
        if state.ticket.lines.isEmpty { sheet.gap() }
        sheet.paragraph(
            "\(count) unknown: a customer may have been charged. ! shows it.", role: .unknown)
    }
    if let ticket = state.day.partlyPaid.first {
        let others = state.day.partlyPaid.count - 1
        sheet.paragraph(
            "Partly paid: \(ticket.due.formattedWithCode) still due\(others > 0 ? ", and \(others) more" : ""). ! shows it.",
            role: .needs)
    }
}

/// What `r` does, beside what was charged last; empty where it fills nothing in.
private func repeatOffer(_ state: AppState, _ last: OperationRecord) -> String {
    guard let amount = state.repeatable, !last.isInDoubt, state.ticket.contents.name == nil else { return "" }
    return amount == last.shownAmount ? "r repeats it" : "r fills in \(amount.formatted)"
}

/// As many lines as ``facts(_:on:)`` takes, for the room that is left to the ticket.
private func factLines(_ state: AppState, columns: Int) -> [String] {
    details(state, isShort: columns < 76, columns: columns) + (state.day.last == nil ? [] : ["Last"])
        + state.day.totals.map { _ in "Today" } + (state.desk.inDoubt.isEmpty ? [] : ["unknown", "unknown"])
        + (state.day.partlyPaid.isEmpty ? [] : ["partly", "paid"])
}

/// A small window names only what was set.
private func details(_ state: AppState, isShort: Bool, columns: Int) -> [String] {
    let contents = state.ticket.contents
    var pieces: [String] = []
    if !contents.customerReference.isEmpty || !isShort {
        let reference = contents.customerReference.isEmpty ? "the till's own" : contents.customerReference
        pieces.append("Reference  \(shortened(reference, columns: 25))")
    }
    if !contents.invoiceNumber.isEmpty { pieces.append("Invoice \(shortened(contents.invoiceNumber, columns: 20))") }
    if !contents.nextDescription.isEmpty {
        pieces.append("Next: \(shortened(contents.nextDescription, columns: 24))")
    }
    if contents.tip != .none || !isShort { pieces.append("Tip  \(contents.tip.words(state.ticket))  (t)") }
    if contents.tokenizesCard || !isShort { pieces.append("Token  \(contents.tokenizesCard ? "yes" : "no")  (T)") }
    if contents.name != nil { pieces.append("another attempt") }
    if !state.parked.isEmpty { pieces.append("\(state.parked.count) set aside  (w)") }
    return packed(pieces, columns: columns)
}

extension Tip {
    fileprivate func words(_ ticket: Ticket) -> String {
        switch self {
        case .none: "none"
        case .share(let share): "\(share.formatted) %"
        case .minorUnits(let minorUnits): Amount(minorUnits: minorUnits, currency: ticket.currency).formatted
        }
    }
}

extension Ticket.Line {
    /// `Filter coffee x2`, `3 x 2.50`, `Amount`
    func name(columns: Int) -> String {
        let count = quantity == 1 ? "" : " x\(quantity)"
        let name = description.isEmpty ? "Amount" : description
        return shortened(name, columns: max(1, columns - count.count)) + count
    }
}
