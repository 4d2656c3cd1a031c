import Money
import Terminal
import TillCore

/// How much is given back. The amount is typed first; then it is asked about.
func refundView(_ refund: RefundPage, on sheet: inout Sheet) {
    let record = refund.record
    let amount = refund.entry.amount
    sheet.line(
        fitting(
            [
                "Sale of \(record.intent.startedAt.clock)", record.moved?.formattedWithCode ?? "",
                record.outcome?.shortCard ?? "", record.shortReference,
            ], columns: sheet.columns.count))
    for line in packed(
        [
            "Already back \(refund.refunded.formatted)", "Can be given back \(refund.rest.formattedWithCode)",
        ], columns: sheet.columns.count)
    {
        sheet.line(line)
    }
    sheet.gap()
    let amountRow = sheet.row
    sheet.amount(amount)
    if !refund.isChoosing { sheet.canvas.cursor = Position(row: amountRow, column: sheet.columns.lowerBound) }
    sheet.gap()
    let stays = Amount(
        minorUnits: refund.rest.minorUnits.subtractingReportingOverflow(amount.minorUnits).0, currency: amount.currency)
    sheet.paragraph(
        "The reader asks for the card. \(amount.formatted) goes back, \(stays.formatted) stays paid.",
        linesMax: max(1, sheet.rowsLeft - 2))
    sheet.gap()
    guard refund.isChoosing else {
        sheet.paragraph("Digits change the amount. Enter goes on to the question.", role: .quiet, linesMax: 2)
        return
    }
    sheet.choice(0, "No, go back", isMarked: !refund.yes)
    sheet.choice(1, "Yes, give back \(amount.formattedWithCode)", isMarked: refund.yes)
}

/// Take all of it back?
func voidView(_ void: VoidPage, on sheet: inout Sheet) {
    let record = void.record
    let noun = record.intent.kind.noun
    let amount = record.moved?.formattedWithCode ?? "the amount"
    sheet.gap()
    if let moved = record.moved { sheet.amount(moved) }
    sheet.gap()
    sheet.paragraph(
        "Cancel the whole \(noun) of \(amount)? This cannot be undone.", linesMax: max(1, sheet.rowsLeft - 4))
    sheet.line(
        fitting(
            [record.intent.startedAt.clock, record.outcome?.shortCard ?? "", record.shortReference],
            columns: sheet.columns.count), role: .quiet)
    if let besides = void.besides {
        sheet.paragraph(
            "Also give \(besides.words) back: the same ticket was paid with it.", role: .needs,
            linesMax: max(1, sheet.rowsLeft - 3))
    }
    sheet.gap()
    sheet.choice(0, "No, keep the \(noun)", isMarked: !void.yes)
    sheet.choice(1, "Yes, void \(amount)", isMarked: void.yes)
    sheet.gap()
    sheet.line("Press 1, then Enter. Esc = No", role: .quiet)
}

extension AppState {
    func status(of detail: DetailPage) -> StatusLine {
        if detail.detail == nil { return StatusLine(.working, "Looking into the books ...") }
        let record = detail.row.record
        guard record.isInDoubt else {
            return StatusLine(.idle, "PgDn shows what happened step by step. Esc goes back.")
        }
        let isHere = desk.inDoubt.contains { $0.sequence == record.sequence }
        let next = isHere ? "Press ! and ask the reader; it charges nothing." : "Connect its reader and ask it."
        return StatusLine(.unknown, "Unknown: money may have moved. \(next)")
    }

    func status(of refund: RefundPage) -> StatusLine {
        refund.isChoosing
            ? StatusLine(.needsYou, "Press 1, then Enter to give it back. Esc goes back to the amount.")
            : StatusLine(.idle, "Type how much goes back, then press Enter. Nothing is sent yet.")
    }
}
