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
    say(status(state), on: &canvas)
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
    canvas.write(
        answer.heading, row: 2, column: 3, role: answer.isApproved ? .good : .refused,
        maxColumns: canvas.size.columns - 4)
    var row = 3
    for line in answer.lines {
        let column = line.name == nil ? 3 : 17
        let texts = wrapped(line.value, columns: canvas.size.columns - column - 1)
        guard row + max(1, texts.count) <= canvas.size.rows - 2 else { return }
        canvas.write(line.name ?? "", row: row, column: 3)
        for text in texts {
            canvas.write(text, row: row, column: column)
            row += 1
        }
    }
}

/// The status line, and as much above it as a long sentence needs.
private func say(_ text: String, on canvas: inout Canvas) {
    let lines = wrapped(text, columns: canvas.size.columns - 2, linesMax: 3)
    let first = canvas.size.rows - 1 - lines.count
    canvas.fill(Area(row: first, column: 0, rows: lines.count, columns: canvas.size.columns), role: .text)
    for (index, line) in lines.enumerated() { canvas.write(line, row: first + index, column: 1) }
}

private func status(_ state: DemoState) -> String {
    if !state.note.isEmpty { return state.note }
    switch state.phase {
    case .form: return "Enter on Charge asks the till for the payment."
    case .submitting: return "Handing the request to the till ..."
    case .waiting where !state.hears: return "The till has the request. Enter looks for its answer."
    case .waiting: return "The till has the request. Its answer comes here by itself."
    case .result(let answer):
        let what = answer.isBelieved ? "This is what the till has answered." : "This may have come from anywhere."
        return state.more == 0 ? what : "\(what) \(state.more) more \(state.more == 1 ? "waits" : "wait")."
    }
}

private func keys(_ state: DemoState, on canvas: inout Canvas) {
    let keys: [(String, String)] =
        switch state.phase {
        case .form where state.marked == DemoState.button: [("Enter", "Charge"), ("Up", "The form"), ("q", "Quit")]
        case .form: [("Enter", "Next"), ("Tab", "Next"), ("Esc", "To the button"), ("Ctrl-C", "Quit")]
        case .submitting: []
        case .result where state.more > 0: [("Enter", "The next answer"), ("q", "Quit")]
        case .waiting, .result: [("Enter", "Back to the form"), ("q", "Quit")]
        }
    var column = 1
    for (key, label) in keys {
        column += canvas.write(key, row: canvas.size.rows - 1, column: column, role: .key) + 1
        column += canvas.write(label, row: canvas.size.rows - 1, column: column) + 2
    }
}
