import Money
import Terminal
import TillCore

/// A window too small for a page. A payment goes on all the same, so its amount, its status and whether it can be
/// cancelled come first.
func tooSmallView(_ state: AppState, size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.rows > 0 else { return canvas }
    let header = HeaderRow(state)
    let hasFrame = size.rows >= 6
    var row = 0
    if hasFrame {
        header.draw(on: &canvas)
        state.statusLine.draw(on: &canvas, row: size.rows - 2, isOneRow: true)
        KeyRow(entries: KeyEntry.table(for: state.page, state), isWaiting: !state.isArmed)
            .draw(on: &canvas, row: size.rows - 1)
        row = 1
    }
    let bottom = hasFrame ? size.rows - 2 : size.rows
    for (text, role) in lines(state) where row < bottom {
        if role == .money {
            let end = min(text.count, size.columns)
            canvas.writeTrailing(text, row: row, endColumn: max(end, text.count), role: role)
        } else {
            canvas.write(text, row: row, column: 0, role: role)
        }
        row += 1
    }
    canvas.cursor = Position(row: 0, column: 0)
    return canvas
}

private func lines(_ state: AppState) -> [(String, Role)] {
    let tooSmall = ("Window too small", Role.text)
    let inDoubt = state.desk.inDoubt.count
    let unknown = inDoubt > 0 ? [("?? \(inDoubt) unknown", Role.unknown)] : []
    guard state.desk.isBusyWithMoney, let amount = state.paymentAmount else {
        return [tooSmall] + unknown + [(state.page.name, .text)]
    }
    let status = state.desk.running?.status?.sentence ?? "The request is with the reader."
    return [
        (amount.formattedWithCode, .money), (status, .text), (state.cancelState.sentence, .text), tooSmall,
    ] + unknown
}
