import Terminal
import TillCore

/// Everything by number: in two columns where they have room, else in one that follows the mark.
func menuView(_ menu: MenuPage, _ state: AppState, on sheet: inout Sheet) {
    let entries = AppAction.menu
    sheet.gap()
    let area = sheet.columns
    let isWide = area.count >= 96
    let listColumns = isWide ? area.prefix(66) : area
    let rows = sheet.layout == .list ? entries.count : (entries.count + 1) / 2
    let field = sheet.layout == .list ? 0 : 2
    let room = max(1, sheet.rowsLeft - field)
    let top = sheet.row
    guard sheet.layout != .list, rows <= room else {
        let marked = entries.firstIndex(of: menu.marked) ?? 0
        let first = max(0, min(marked - room / 2, entries.count - room))
        for action in entries.dropFirst(first).prefix(room) { draw(action, menu, state, area, on: &sheet) }
        return
    }
    let half = listColumns.count / 2
    for (index, action) in entries.enumerated() {
        let isLeft = index < rows
        sheet.row = top + (isLeft ? index : index - rows)
        let columns =
            isLeft ? listColumns.prefix(half - 1) : listColumns.dropFirst(half)
        draw(action, menu, state, columns, on: &sheet)
    }
    if isWide {
        sheet.row = top
        sheet.aside(area.dropFirst(68)) { sheet in
            sheet.line(menu.marked.name)
            sheet.gap()
            sheet.paragraph(menu.marked.explanation, role: .quiet)
        }
    }
    sheet.row = top + rows + 1
    if !menu.typed.isEmpty { sheet.line("Typed  \(menu.typed)\(menu.awaitsDigit ? "_" : "")", role: .quiet) }
}

private func draw(
    _ action: AppAction, _ menu: MenuPage, _ state: AppState, _ columns: Range<Int>, on sheet: inout Sheet
) {
    let isMarked = action == menu.marked
    let obstacle = state.obstacle(to: action)
    let role: Role = isMarked ? .focus : obstacle == nil ? .text : .quiet
    if isMarked {
        sheet.paint(columns, role: .focus)
        sheet.focus(column: columns.lowerBound)
    }
    let number = action.number.map { "\($0)" } ?? ""
    let padded = String(repeating: " ", count: max(0, 2 - number.count)) + number
    sheet.write(
        fitting(
            ["\(isMarked ? ">" : " ") \(padded)", action.name, obstacle.map { "(\($0.shortReason))" } ?? ""],
            columns: columns.count), row: sheet.row, columns: columns, role: role)
    sheet.row += 1
}

/// What was typed, and the commands that it finds.
func paletteView(_ palette: PalettePage, _ state: AppState, on sheet: inout Sheet) {
    let found = palette.found
    let row = sheet.row
    let field = sheet.columns.dropFirst(9)
    sheet.write("Command:", row: row, columns: sheet.columns.prefix(9), role: .quiet)
    let text = String(PrintableText(palette.typed).string.suffix(max(1, field.count - 1)))
    sheet.write(text, row: row, columns: field, role: .focus)
    sheet.focus(column: field.lowerBound + min(field.count - 1, PrintableText(text).columns))
    sheet.row += 1
    sheet.gap()
    let room = max(1, sheet.rowsLeft)
    let first = max(0, min(palette.marked - room / 2, found.count - room))
    for (index, action) in found.enumerated().dropFirst(first).prefix(room) {
        let isMarked = index == palette.marked
        let obstacle = state.obstacle(to: action)
        let role: Role = isMarked ? .focus : obstacle == nil ? .text : .quiet
        if isMarked { sheet.paint(sheet.columns, role: .focus) }
        sheet.write("\(isMarked ? ">" : " ") \(action.phrase)", row: sheet.row, columns: sheet.columns, role: role)
        let note = obstacle.map { "(\($0.shortReason))" } ?? action.keys
        sheet.write(note, row: sheet.row, columns: sheet.columns, align: .trailing, role: role)
        sheet.row += 1
    }
}

/// Have the reader do something that moves no money?
func serviceView(_ question: ServiceQuestion, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line(question.kind.question)
    sheet.gap()
    let isWarned = question.isOnBattery && question.kind == .update
    // The choices are always there; in a small window the warning comes before the rest of what is said.
    sheet.paragraph(question.kind.consequence, linesMax: max(1, sheet.rowsLeft - (isWarned ? 5 : 3)))
    if isWarned {
        sheet.paragraph("This computer runs on its battery: plug it in first.", role: .needs)
    }
    sheet.gap()
    sheet.choice(0, "No, go back", isMarked: !question.yes)
    sheet.choice(1, question.kind.yes, isMarked: question.yes)
    sheet.gap()
    sheet.line("Press 1, then Enter. Esc = No", role: .quiet)
}
