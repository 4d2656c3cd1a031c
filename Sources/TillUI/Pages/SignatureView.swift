import Money
import Pictures
import Receipts
import Terminal
import TillCore

/// The cashier judges the signature. Nothing is marked until a key chooses.
func signatureView(_ state: AppState, _ signature: SignaturePage, on sheet: inout Sheet) {
    if signature.isAlone, signature.hasPicture { return pictureAlone(state, signature, on: &sheet) }
    sheet.gap()
    if let amount = state.paymentAmount { sheet.amount(amount) }
    sheet.gap()
    if sheet.layout == .full {
        let middle = sheet.columns.lowerBound + 37
        sheet.aside(middle..<sheet.columns.upperBound) { slipBox(state, signature, on: &$0) }
        sheet.aside(sheet.columns.lowerBound..<(middle - 1)) { judgement(state, signature, on: &$0) }
    } else {
        judgement(state, signature, on: &sheet)
    }
}

private func judgement(_ state: AppState, _ signature: SignaturePage, on sheet: inout Sheet) {
    if sheet.layout != .list, let running = state.desk.running {
        if let card = signature.card { sheet.fact("Card", card.words) }
        sheet.fact("Reference", running.record.shownReference)
        sheet.fact("Why", whyAsked(running))
    }
    timeLeft(state, on: &sheet)
    if sheet.layout == .compact { sheet.gap() }
    if state.signatureTimeLeft == 0 {
        sheet.paragraph("The time is over: the reader declines the sale. Wait for its answer.", role: .needs)
    } else {
        sheet.paragraph(
            signature.hasPicture
                ? "Compare it with the card's back."
                : "Compare the signature on the slip with the back of the card.")
        if sheet.layout != .list { sheet.paragraph("No answer in time = the reader declines the sale.", role: .quiet) }
        if sheet.layout != .full, signature.hasPicture { sheet.line("Tab shows the signature.", role: .needs) }
    }
    sheet.gap()
    choices(signature, on: &sheet)
    guard sheet.layout == .full else { return }
    if sheet.rowsLeft > 1 { sheet.gap() }
    sheet.line("Choose 1 or 2, then press Enter.", role: .quiet)
}

private func choices(_ signature: SignaturePage, on sheet: inout Sheet) {
    // Nothing is marked at first: the cursor waits on the first choice, and Enter does nothing there.
    sheet.focus(column: sheet.columns.lowerBound)
    sheet.choice(1, "Accept      y", isMarked: signature.accept == true)
    sheet.choice(2, "Reject      n", isMarked: signature.accept == false)
}

private func timeLeft(_ state: AppState, on sheet: inout Sheet) {
    guard let left = state.signatureTimeLeft, let total = state.desk.running?.signature?.timeout else { return }
    sheet.fact("Time left", "\(minutes(left)) of \(minutes(total))", role: left <= 30 ? .needs : .text)
    if sheet.layout != .list { sheet.line(bar(left, of: total, columns: min(30, sheet.columns.count))) }
}

private func bar(_ left: Int, of total: Int, columns: Int) -> String {
    let inside = max(0, columns - 2)
    let filled = total > 0 ? min(inside, inside * left / total) : 0
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: inside - filled) + "]"
}

/// Why the card wants a signature, as far as the reader's steps prove it: a PIN that was passed over asks for a second
/// look at the card.
private func whyAsked(_ running: RunningOperation) -> String {
    let steps = running.log.map { ReaderStep($0.status) }
    if steps.contains(.donePIN) { return "asked beside the PIN" }
    return steps.contains(.typePIN) ? "the PIN was passed over" : "the card asks for it"
}

extension PrintedCard {
    /// `Visa ..1111`, as results have it.
    fileprivate var words: String {
        name.isEmpty ? "..\(lastDigits)" : "\(shortened(name, columns: 20)) ..\(lastDigits)"
    }
}

// MARK: The slip or the picture

private func slipBox(_ state: AppState, _ signature: SignaturePage, on sheet: inout Sheet) {
    let area = Area(
        row: sheet.row, column: sheet.columns.lowerBound, rows: sheet.rowsLeft, columns: sheet.columns.count)
    sheet.canvas.box(area, title: title(signature))
    let inside = area.inside
    let columns = inside.columnRange.dropFirst(1).dropLast(1)
    if case .picture = signature.slip, let drawing = signature.drawing {
        return draw(
            drawing, in: Area(row: inside.row, column: columns.lowerBound, rows: inside.rows, columns: columns.count),
            on: &sheet)
    }
    var lines = lines(of: signature.slip, columns: columns.count)
    if lines.count > inside.rows { lines = lines.prefix(inside.rows - 1) + ["(more on the slip)"] }
    for (offset, line) in lines.enumerated() {
        sheet.write(line, row: inside.row + offset, columns: columns)
    }
}

private func title(_ signature: SignaturePage) -> String {
    signature.view.zoom > 1 ? "Signature, \(signature.view.zoom) times" : "Signature (from the reader)"
}

/// The amount and the time above, the picture in all the room there is, the choices below.
private func pictureAlone(_ state: AppState, _ signature: SignaturePage, on sheet: inout Sheet) {
    let amount = state.paymentAmount?.formattedWithCode ?? ""
    let left = state.signatureTimeLeft.map { "\(minutes($0)) left" } ?? ""
    sheet.write(left, row: sheet.row, columns: sheet.columns, align: .trailing, role: .needs)
    sheet.line(amount, role: .money)
    let area = Area(
        row: sheet.row, column: sheet.columns.lowerBound, rows: sheet.rowsLeft - 2, columns: sheet.columns.count)
    if sheet.layout != .list { sheet.canvas.box(area, title: title(signature)) }
    let inside = sheet.layout == .list ? area : area.inside
    if let drawing = signature.drawing {
        let columns = sheet.layout == .list ? inside.columnRange : inside.columnRange.dropFirst(1).dropLast(1)
        draw(
            drawing, in: Area(row: inside.row, column: columns.lowerBound, rows: inside.rows, columns: columns.count),
            on: &sheet)
    } else {
        sheet.write("The picture is being drawn ...", row: inside.row, columns: inside.columnRange.dropFirst(1))
    }
    sheet.row = sheet.bottom - 2
    choices(signature, on: &sheet)
}

/// In the middle of its place. What was drawn for another window is cut.
private func draw(_ drawing: DrawnPicture, in area: Area, on sheet: inout Sheet) {
    let row = area.row + max(0, (area.rows - drawing.rows) / 2)
    let column = area.column + max(0, (area.columns - drawing.columns) / 2)
    switch drawing {
    case .characters(let characters):
        for (offset, cells) in characters.rows.prefix(area.rows).enumerated() {
            let text = String(cells.prefix(area.columns).map(\.character))
            sheet.canvas.fill(
                Area(row: row + offset, column: column, rows: 1, columns: min(cells.count, area.columns)),
                role: .picture)
            sheet.canvas.write(text, row: row + offset, column: column, role: .picture, maxColumns: area.columns)
        }
    case .graphics(let graphics, let method):
        guard graphics.rows <= area.rows, graphics.columns <= area.columns else { return }
        sheet.canvas.graphics = CanvasGraphics(
            position: Position(row: row, column: column), bytes: graphics.bytes,
            erase: method == .kitty ? PictureGraphics.kittyErase : [])
    }
}

private func lines(of slip: SignaturePage.Slip, columns: Int) -> [String] {
    switch slip {
    case .awaited: ["", "The picture is being fetched ..."]
    case .picture: ["", "The picture is being drawn ..."]
    case .receipt(let receipt): receiptLines(receipt, columns: columns).filter { !$0.isEmpty }
    case .missing(let reason): [""] + wrapped(reason.sentence, columns: columns)
    }
}

extension SignaturePage.Slip.Reason {
    /// What happened, and what to do.
    var sentence: String {
        switch self {
        case .notFetched: "The picture could not be fetched. Compare with the slip."
        case .notThere: "There is no picture yet. Compare with the slip."
        case .noAnswer: "The picture did not come in time. Compare with the slip."
        case .notTrusted: "The picture's host does not prove who it is, so nothing was fetched. Compare with the slip."
        case .movedAway: "The picture's host sends to another one, where it is not safe. Compare with the slip."
        case .tooLarge: "The picture is too large to be shown. Compare with the slip."
        case .notReadable: "The picture cannot be shown. Compare with the slip."
        case .notSafe: "The picture lies where it is not safe, and was not fetched. Compare with the slip."
        case .off: "Pictures are switched off. Compare with the slip."
        }
    }
}

extension Range<Int> {
    /// All but the last so many columns.
    func dropLast(_ count: Int) -> Range<Int> { lowerBound..<Swift.max(lowerBound, upperBound - count) }
}
