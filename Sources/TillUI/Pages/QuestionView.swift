import Money
import Terminal
import TillCore

/// A large amount: charge it?
func askAgainView(_ request: SaleRequest, yes: Bool, on sheet: inout Sheet) {
    sheet.gap()
    sheet.amount(request.amount)
    sheet.gap()
    sheet.line("This is a large amount. Charge it?")
    sheet.gap()
    answers("No, go back", "Yes, charge \(request.amount.formattedWithCode)", yes: yes, on: &sheet)
}

/// The same amount is in doubt: is this another customer?
func anotherCustomerView(_ request: SaleRequest, _ record: OperationRecord, yes: Bool, on sheet: inout Sheet) {
    sheet.gap()
    sheet.amount(request.amount)
    sheet.gap()
    // The answers keep their room in a low window.
    let room = max(1, sheet.rowsLeft - 3)
    sheet.paragraph(CashierMessage(.sameAmountInDoubt(record)).text, linesMax: room)
    sheet.gap()
    answers(
        "No, go back", "Yes, charge \(request.amount.formattedWithCode)", yes: yes, on: &sheet)
}

/// Leave the till?
func quitView(_ state: AppState, yes: Bool, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line("Leave the till?")
    sheet.gap()
    if !state.desk.inDoubt.isEmpty {
        sheet.paragraph("A sale is unknown. The till asks for it at the next start.", role: .unknown)
        sheet.gap()
    }
    answers("No, stay", "Yes, leave the till", yes: yes, on: &sheet)
}

private func answers(_ no: String, _ yesText: String, yes: Bool, on sheet: inout Sheet) {
    sheet.choice(0, no, isMarked: !yes)
    sheet.choice(1, yesText, isMarked: yes)
    sheet.gap()
    sheet.line("Press 1, then Enter. Esc = No", role: .quiet)
}
