import Terminal
import TillCore

/// The screen for a state, in a window of any size.
package func render(_ state: AppState, size: Size) -> Canvas {
    let layout = Layout(size)
    guard layout != .tooSmall else { return tooSmallView(state, size: size) }
    let statusRow = size.rows - 2
    var sheet = Sheet(canvas: Canvas(size: size), layout: layout, rows: Sheet.rows(of: size))
    draw(state.page, state, on: &sheet)
    var canvas = sheet.canvas
    HeaderRow(state).draw(on: &canvas)
    state.statusLine.draw(on: &canvas, row: statusRow)
    KeyRow(entries: KeyEntry.table(for: state.page, state), isWaiting: !state.isArmed)
        .draw(on: &canvas, row: size.rows - 1)
    if canvas.cursor == nil { canvas.cursor = Position(row: statusRow, column: 1) }
    return canvas
}

private func draw(_ page: Page, _ state: AppState, on sheet: inout Sheet) {
    switch page {
    case .chooseReader(let marked): chooseReaderView(state, marked: marked, on: &sheet)
    case .pairing(let pairing): pairingView(pairing, state, on: &sheet)
    case .sale: saleView(state, on: &sheet)
    case .charge(let charge): chargeView(charge, state, on: &sheet)
    case .notTold(let notTold): notToldView(notTold, on: &sheet)
    case .unsent(let unsent): unsentView(unsent, state, on: &sheet)
    case .saleTip(let tip): saleTipView(tip, state, on: &sheet)
    case .saleFields(let fields): saleFieldsView(fields, on: &sheet)
    case .tickets(let tickets): ticketsView(tickets, state, on: &sheet)
    case .askAgain(let request, let yes): askAgainView(request, yes: yes, on: &sheet)
    case .anotherCustomer(let request, let record, let yes):
        anotherCustomerView(request, record, yes: yes, on: &sheet)
    case .simulator(let panel): simulatorView(panel, state, on: &sheet)
    case .payment: paymentView(state, on: &sheet)
    case .signature(let signature): signatureView(state, signature, on: &sheet)
    case .result(let result):
        resultView(result, canPrint: state.hasPrinter, canEmail: state.settings.canEmail, on: &sheet)
    case .receipt(let receipt):
        receiptView(receipt, canPrint: state.hasPrinter, canEmail: state.settings.canEmail, on: &sheet)
    case .email(let email): emailView(email, on: &sheet)
    case .copyOut(let copyOut): copyOutView(copyOut, on: &sheet)
    case .unfinished(let unfinished): unfinishedView(state, unfinished, on: &sheet)
    case .history(let history): historyView(history, state, on: &sheet)
    case .detail(let detail): detailView(detail, state, on: &sheet)
    case .inDoubt(let list): inDoubtView(list, state, on: &sheet)
    case .day(let day): dayView(day, on: &sheet)
    case .closeDay(let question): closeDayView(question, on: &sheet)
    case .refund(let refund): refundView(refund, on: &sheet)
    case .void(let void): voidView(void, on: &sheet)
    case .decision(let decision): decisionView(decision, on: &sheet)
    case .support(let support): supportView(support, on: &sheet)
    case .rest(let rest): restView(rest, on: &sheet)
    case .tender(let tender): tenderView(tender, on: &sheet)
    case .tip(let tip): tipView(tip, on: &sheet)
    case .unlinkedRefund(let refund): unlinkedRefundView(refund, on: &sheet)
    case .settings(let settings): settingsView(settings, state, on: &sheet)
    case .quit(_, let yes): quitView(state, yes: yes, on: &sheet)
    case .help(let under, let part): helpView(state, under: under, part: part, on: &sheet)
    case .menu(let menu): menuView(menu, state, on: &sheet)
    case .palette(let palette): paletteView(palette, state, on: &sheet)
    case .scanner(let scanner): scannerView(scanner, on: &sheet)
    case .readerText(let text): readerTextView(text, on: &sheet)
    case .service(let question): serviceView(question, on: &sheet)
    }
}
