import Money
import Terminal
import TillCore

/// A window too small for a page. A payment goes on all the same, so its amount, its status and whether it can be
/// cancelled come first; so does an outcome.
func tooSmallView(_ state: AppState, size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.rows > 0 else { return canvas }
    let header = HeaderRow(state)
    let hasFrame = size.rows >= 6
    var row = 0
    if hasFrame {
        header.draw(on: &canvas)
        state.statusLine.draw(on: &canvas, row: size.rows - 2, rowsMax: 1)
        KeyRow(entries: KeyEntry.table(for: state.page, state), isWaiting: !state.isArmed)
            .draw(on: &canvas, row: size.rows - 1)
        row = 1
    }
    let bottom = hasFrame ? size.rows - 2 : size.rows
    let all = lines(state)
    let whole = all.map { wrapped($0.text, columns: size.columns) }
    // Where not all of it fits, each has a row.
    let isTight = whole.reduce(0) { $0 + $1.count } > bottom - row
    for (line, whole) in zip(all, whole) where row < bottom {
        if line.role == .money {
            canvas.writeTrailing(line.text, row: row, endColumn: line.text.count, role: .money)
            row += 1
            continue
        }
        for text in isTight ? wrapped(line.text, columns: size.columns, linesMax: 1) : whole {
            if row < bottom { canvas.write(text, row: row, column: 0, role: line.role) }
            row += 1
        }
    }
    canvas.cursor = Position(row: 0, column: 0)
    return canvas
}

private func charging(_ yes: Bool) -> (text: String, role: Role) {
    (yes ? "> 1 Yes, charge it" : "> 0 No, do not charge", .focus)
}

private func lines(_ state: AppState) -> [(text: String, role: Role)] {
    let tooSmall = (text: "Window too small", role: Role.text)
    let inDoubt = state.desk.inDoubt.count
    let unknown = inDoubt > 0 ? [(text: "?? \(inDoubt) unknown", role: Role.unknown)] : []
    switch state.page {
    case .result(let result):
        let amount = result.record.shownAmount.map { [(text: $0.formattedWithCode, role: Role.money)] } ?? []
        let role = OutcomeLook(result.record).role
        let warning = result.record.isInDoubt ? [(text: doNotDoItAgain(result.record), role: role)] : []
        return amount + [(result.message.heading, role)] + warning + [tooSmall] + unknown
    case .charge(let charge):
        let amount = state.ticket.sums.total.formattedWithCode
        let chosen = charge.isTyping ? "Type the amount" : charge.yes ? "> 1 Yes, charge it" : "> 0 No, do not charge"
        let age =
            charge.charge.isOld(at: state.now) ? [("Asked \(ago(charge.charge.age(at: state.now)))", Role.needs)] : []
        return [(amount, .money), (chosen, .focus)] + age + [tooSmall] + unknown
    case .notTold(let notTold):
        let amount = notTold.answer.amount.map { [(text: $0.formattedWithCode, role: Role.money)] } ?? []
        return amount + [("Answer not delivered", .needs), tooSmall] + unknown
    case .signature(let signature):
        let amount = state.paymentAmount.map { [(text: $0.formattedWithCode, role: Role.money)] } ?? []
        let chosen = signature.accept.map { [(text: $0 ? "> 1 Accept" : "> 2 Reject", role: Role.focus)] } ?? []
        return amount + [(state.statusLine.text, .needs)] + chosen + [tooSmall] + unknown
    case .refund(let refund) where refund.isChoosing:
        let chosen = refund.yes ? "> 1 Yes, give back" : "> 0 No, go back"
        return [(refund.entry.amount.formattedWithCode, .money), (chosen, .focus), tooSmall] + unknown
    case .void(let void):
        let amount = void.record.moved.map { [(text: $0.formattedWithCode, role: Role.money)] } ?? []
        return amount + [(void.yes ? "> 1 Yes, void it" : "> 0 No, keep it", .focus), tooSmall] + unknown
    case .askAgain(let request, let yes):
        return [(request.amount.formattedWithCode, .money), charging(yes), tooSmall] + unknown
    case .anotherCustomer(let request, _, let yes):
        return [
            (request.amount.formattedWithCode, .money), ("?? The same amount is unknown", .unknown), charging(yes),
            tooSmall,
        ] + unknown
    case .tender(let tender) where tender.isPaid:
        return [(tender.change.formattedWithCode, .money), ("Give this change", .good), tooSmall] + unknown
    case .tender(let tender):
        let chosen = tender.isChoosing ? [(tender.yes ? "> 1 Yes, it was paid" : "> 0 No, go back", Role.focus)] : []
        return [(tender.entry.amount.formattedWithCode, .money)] + chosen + [
            ("Due \(tender.due.formattedWithCode)", .text), tooSmall,
        ] + unknown
    case .tip(let tip):
        let chosen = tip.isChoosing ? [(tip.yes ? "> 1 Yes, change the tip" : "> 0 No, go back", Role.focus)] : []
        return [(tip.entry.amount.formattedWithCode, .money), ("Tip", .text)] + chosen + [tooSmall] + unknown
    case .refund(let refund):
        return [(refund.entry.amount.formattedWithCode, .money), ("To give back", .text), tooSmall] + unknown
    case .unlinkedRefund(let refund):
        return [(refund.entry.amount.formattedWithCode, .money), ("To give back", .text), tooSmall] + unknown
    case .rest(let rest):
        return [(rest.ticket.due.formattedWithCode, .money), ("Still due", .needs), tooSmall] + unknown
    case .sale, .saleTip, .saleFields:
        let total = state.ticket.sums.total
        guard total.minorUnits > 0 else { break }
        return [(total.formattedWithCode, .money), (state.page.name, .text), tooSmall] + unknown
    case .scanner, .readerText, .chooseReader, .pairing, .unsent, .simulator, .payment, .receipt, .email, .copyOut,
        .unfinished, .history, .detail, .inDoubt, .day, .closeDay, .decision, .support, .quit, .tickets, .settings,
        .menu, .palette, .service, .help:
        break
    }
    guard state.desk.isBusyWithMoney, let amount = state.paymentAmount else {
        return [tooSmall] + unknown + [(state.page.name, .text)]
    }
    let status = state.desk.running?.status?.sentence ?? "The request is with the reader."
    return [
        (amount.formattedWithCode, .money), (status, .text), (state.cancelState.sentence, .text), tooSmall,
    ] + unknown
}
