import Money
import Terminal
import TillCore

/// Another program asks for a payment. Who asks and where the answer goes come first, then what is to be paid in its
/// parts; what else the caller said fills the room that is left.
func chargeView(_ page: ChargePage, _ state: AppState, on sheet: inout Sheet) {
    let request = page.charge.request
    let sums = state.ticket.sums
    let columns = sheet.columns.count
    let isList = sheet.layout == .list
    heading(page, state, on: &sheet)
    let caller = "Says it is \(shortened(page.charge.callerName, columns: 40)) (name not checked)"
    let address =
        "Answer goes to \(shortened(request.returnAddress?.origin ?? "nobody", columns: max(10, columns - 15)))"
    let age = ago(page.charge.age(at: state.now))
    let isOld = page.charge.isOld(at: state.now)
    if isList {
        for line in [caller, address] { sheet.line(shortened(line, columns: columns)) }
    } else {
        let pieces = isOld ? [caller, address] : [caller, "Asked \(age)", address]
        for line in packed(pieces, columns: columns) { sheet.line(line) }
    }
    if isOld, !isList {
        sheet.paragraph(
            "Asked \(age). The bill may have changed: ask \(page.charge.callerName) before you charge.", role: .needs,
            linesMax: 2)
    }
    sheet.gap()
    let amountRow = sheet.row
    sheet.amount(sums.total)
    if page.isTyping { sheet.canvas.cursor = Position(row: amountRow, column: sheet.columns.lowerBound) }
    sheet.gap()
    for line in packed(sumPieces(page, state), columns: columns) { sheet.line(line) }
    let answers = page.isTyping ? 1 : 2
    let details = detailLines(page, columns: columns)
    let room = max(0, sheet.rowsLeft - answers - (isList ? 0 : 2))
    let first = min(page.scroll, max(0, details.count - room))
    if !details.isEmpty, room > 0 { sheet.gap() }
    for line in details.dropFirst(first).prefix(room) { sheet.line(line, role: .quiet) }
    sheet.row = max(sheet.row, sheet.bottom - answers)
    guard !page.isTyping else {
        sheet.paragraph("Type the amount. Enter goes on to the question.", role: .quiet, linesMax: 1)
        return
    }
    sheet.choice(0, refusal(page.charge), isMarked: !page.yes)
    sheet.choice(1, "Yes, charge \(sums.total.formattedWithCode)", isMarked: page.yes)
}

/// What the answer No does.
private func refusal(_ charge: ChargeCase) -> String {
    if charge.part != nil { return "No, back to what is paid" }
    return charge.request.returnAddress == nil ? "No, do not charge" : "No, send '\(charge.wordNow.rawValue)' back"
}

private func heading(_ page: ChargePage, _ state: AppState, on sheet: inout Sheet) {
    let age = page.charge.age(at: state.now)
    let isAgeShown =
        sheet.layout == .list && (age >= 60 && state.charges.waiting.isEmpty || page.charge.isOld(at: state.now))
    let state =
        switch state.charges.waiting.count {
        case _ where isAgeShown: ago(age)
        case 0 where page.charge.part != nil: "paid in part"
        case 0: page.charge.operations.isEmpty ? "not yet charged" : "not paid yet"
        case 1: "1 more waits"
        case let count: "\(count) more wait"
        }
    let title = sheet.layout == .list ? "A PAYMENT IS ASKED FOR" : "ANOTHER PROGRAM ASKS FOR A PAYMENT"
    sheet.write(state, row: sheet.row, columns: sheet.columns, align: .trailing, role: .quiet)
    sheet.line(title, role: .needs)
    sheet.gap()
}

private func sumPieces(_ page: ChargePage, _ state: AppState) -> [String] {
    let sums = state.ticket.sums
    let currency = sums.total.currency.alphaCode
    var pieces = [
        "Amount \(sums.subtotal.formatted) \(currency)\(page.charge.request.isAmountFixed ? " fixed" : "")"
    ]
    if let rule = state.ticket.contents.tax, let tax = sums.tax {
        pieces.append("Tax \(rule.rate.formatted)% \(tax.formatted)\(rule.isIncluded ? " in it" : "")")
    }
    if state.mayTip || sums.tip.minorUnits > 0 {
        pieces.append("Tip \(sums.tip.formatted)\(state.mayTip ? " (t)" : "")")
    }
    return pieces + ["To pay \(sums.total.formattedWithCode)"]
}

/// What the caller says of the sale and the customer, in as few lines as it needs.
private func detailLines(_ page: ChargePage, columns: Int) -> [String] {
    let request = page.charge.request
    let name = [request.firstName, request.lastName].compactMap { $0 }.joined(separator: " ")
    let town = [request.zip, request.city, request.state, request.country].compactMap { $0 }.joined(separator: " ")
    let facts: [(String, String?)] = [
        ("Invoice", request.invoiceNumber), ("Customer", name.isEmpty ? nil : name), ("Company", request.company),
        ("Address", request.address), ("Town", town.isEmpty ? nil : town), ("E-mail", request.email),
        ("Phone", request.phone),
    ]
    let purpose = request.description.map { wrapped("For  \($0)", columns: columns) } ?? []
    let pieces = facts.compactMap { name, value in
        value.map { shortened("\(name)  \($0)", columns: min(columns, 60)) }
    }
    return purpose + packed(pieces, columns: columns)
}

/// An answer that was not handed over.
func notToldView(_ page: NotToldPage, on sheet: inout Sheet) {
    let answer = page.answer
    let name = shortened(answer.appName.callerName, columns: 40)
    outcomeFrame("NOT TOLD", with: "~", role: .needs, on: &sheet)
    if let amount = answer.amount { sheet.amount(amount) }
    sheet.gap()
    let choices = NotToldPage.Choice.allCases
    let told =
        answer.amount.map { "The customer WAS charged \($0.formattedWithCode). \(name) was not told." }
        ?? "\(name) was not told: \(answer.word.rawValue)."
    sheet.paragraph(told, linesMax: max(1, sheet.rowsLeft - choices.count))
    if let reason = page.reason {
        sheet.paragraph(reason, role: .quiet, linesMax: max(0, min(3, sheet.rowsLeft - choices.count)))
    }
    if sheet.rowsLeft > choices.count { sheet.gap() }
    for choice in choices {
        sheet.choice(choice.rawValue, choice.words, isMarked: choice == page.marked)
    }
}

extension NotToldPage.Choice {
    fileprivate var words: String {
        switch self {
        case .again: "Send the answer again (safe)"
        case .letBe: "Leave it: it stays under \"\(AppAction.unsentAnswers.name)\""
        }
    }
}
