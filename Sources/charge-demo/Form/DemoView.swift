import Terminal

/// The screen for a state, in a window of any size.
func demoView(_ state: DemoState, size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.rows >= 6, size.columns >= 30 else {
        canvas.write("Window too small", row: 0, column: 0)
        canvas.cursor = Position(row: 0, column: 0)
        return canvas
    }
    canvas.fill(Area(row: 0, column: 0, rows: 1, columns: size.columns), role: .title)
    canvas.write("ChargeDemo", row: 0, column: 1, role: .title)
    switch state.phase {
    case .form, .submitting, .waiting: form(state, on: &canvas)
    case .result(let answer): result(answer, on: &canvas)
    }
    canvas.write(status(state), row: size.rows - 2, column: 1, maxColumns: size.columns - 2)
    keys(state, on: &canvas)
    if canvas.cursor == nil { canvas.cursor = Position(row: size.rows - 2, column: 1) }
    return canvas
}

private func form(_ state: DemoState, on canvas: inout Canvas) {
    let rows = canvas.size.rows - 4
    let count = DemoState.button + 1
    // In a low window the rows around the mark are shown.
    let first = max(0, min(state.marked - rows / 2, count - rows))
    for (line, index) in (first..<min(count, first + rows)).enumerated() {
        let row = 2 + line
        let isMarked = index == state.marked
        let role: Role = isMarked ? .focus : .text
        if isMarked {
            canvas.fill(Area(row: row, column: 1, rows: 1, columns: canvas.size.columns - 2), role: .focus)
            canvas.cursor = Position(row: row, column: 1)
        }
        canvas.write(isMarked ? ">" : " ", row: row, column: 1, role: role)
        guard let field = DemoField(rawValue: index) else {
            canvas.write("[ Charge ]", row: row, column: 3, role: role)
            continue
        }
        canvas.write(field.name, row: row, column: 3, role: role, maxColumns: 18)
        let value = PrintableText(state.value(of: field)).string
        let room = max(1, canvas.size.columns - 24)
        let end = canvas.write(String(value.suffix(room)), row: row, column: 22, role: role, maxColumns: room)
        if isMarked { canvas.cursor = Position(row: row, column: min(canvas.size.columns - 1, 22 + end)) }
    }
}

private func result(_ answer: DemoAnswer, on canvas: inout Canvas) {
    for (index, line) in answer.lines.enumerated() where 2 + index < canvas.size.rows - 3 {
        let role: Role = index > 0 ? .text : answer.isApproved ? .good : .refused
        canvas.write(line, row: 2 + index, column: 3, role: role, maxColumns: canvas.size.columns - 4)
    }
}

private func status(_ state: DemoState) -> String {
    if !state.note.isEmpty { return state.note }
    switch state.phase {
    case .form: return "Enter on Charge asks the till for the payment."
    case .submitting: return "Handing the request to the till ..."
    case .waiting: return "The till has the request. Its answer comes here by itself."
    case .result: return "This is what the till has answered."
    }
}

private func keys(_ state: DemoState, on canvas: inout Canvas) {
    let keys: [(String, String)] =
        switch state.phase {
        case .form where state.marked == DemoState.button: [("Enter", "Charge"), ("Up", "The form"), ("q", "Quit")]
        case .form: [("Enter", "Next"), ("Tab", "Next"), ("Esc", "To the button"), ("Ctrl-C", "Quit")]
        case .submitting: []
        case .waiting, .result: [("Enter", "Back to the form"), ("q", "Quit")]
        }
    var column = 1
    for (key, label) in keys {
        column += canvas.write(key, row: canvas.size.rows - 1, column: column, role: .key) + 1
        column += canvas.write(label, row: canvas.size.rows - 1, column: column) + 2
    }
}
