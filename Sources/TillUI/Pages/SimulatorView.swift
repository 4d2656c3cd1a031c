import Terminal
import TillCore

/// What the simulated reader does next, the customer's side of it, and what can be broken. Where the window has no room
/// for all of it, the panel that keys act on is shown.
func simulatorView(_ panel: SimulatorPage, _ state: AppState, on sheet: inout Sheet) {
    guard let setup = state.simulator.setup else {
        return sheet.paragraph("The simulated reader has not told how it is set up yet.")
    }
    let drawing = SimulatorDrawing(panel: panel, setup: setup, state: state)
    let isWide = sheet.canvas.size.columns >= 100
    switch sheet.layout {
    case .full: drawing.whole(on: &sheet)
    case .compact where isWide: drawing.beside(on: &sheet)
    case .compact, .list, .tooSmall: drawing.single(on: &sheet)
    }
}

private struct SimulatorDrawing {
    let panel: SimulatorPage
    let setup: SimulatorSetup
    let state: AppState

    private static let readerColumns = 38

    // MARK: Layouts

    func whole(on sheet: inout Sheet) {
        let all = sheet.columns
        let middle = all.upperBound - max(SimulatorDrawing.readerColumns, all.count * 2 / 5)
        let top = sheet.row
        sheet.aside(middle..<all.upperBound) { sheet in
            reader(on: &sheet)
            faults(on: &sheet)
            carriedOut(on: &sheet)
        }
        sheet.aside(all.lowerBound..<(middle - 1), bottom: top + 16) { sheet in
            outcomes(isPaired: true, on: &sheet)
            setupLines(on: &sheet)
        }
        sheet.row = top + 16
        amounts(on: &sheet)
    }

    /// The panel with the reader beside it.
    func beside(on sheet: inout Sheet) {
        let all = sheet.columns
        let middle = all.upperBound - SimulatorDrawing.readerColumns
        sheet.aside(middle..<all.upperBound) { sheet in
            reader(on: &sheet)
            carriedOut(on: &sheet)
        }
        sheet.aside(all.lowerBound..<(middle - 1)) { sheet in
            current(panel.panel == .reader ? .outcome : panel.panel, on: &sheet)
        }
    }

    func single(on sheet: inout Sheet) {
        let joined = "Reader: " + shown.joined(separator: "  ")
        if joined.count <= sheet.columns.count {
            sheet.line(joined)
        } else {
            for (index, line) in shown.enumerated() { sheet.line((index == 0 ? "Reader: " : "        ") + line) }
        }
        sheet.gap()
        current(panel.panel, on: &sheet)
        if sheet.layout == .compact { carriedOut(on: &sheet) }
    }

    private func current(_ shown: SimulatorPage.Panel, on sheet: inout Sheet) {
        switch shown {
        case .outcome: outcomes(isPaired: false, on: &sheet)
        case .reader: keys(on: &sheet)
        case .faults: faults(on: &sheet)
        case .setup: setupLines(on: &sheet)
        case .amounts: amounts(on: &sheet)
        }
    }

    // MARK: Panels

    private func title(_ text: String, _ name: SimulatorPage.Panel, on sheet: inout Sheet) {
        sheet.line(text, role: panel.panel == name ? .text : .quiet)
    }

    private func outcomes(isPaired: Bool, on sheet: inout Sheet) {
        title("NEXT PAYMENT WILL BE (once, then 0)", .outcome, on: &sheet)
        let all = [nil] + SimulatorSetup.Outcome.allCases.map(Optional.some)
        var rows = all.map { outcome in Row(outcome.map(\.rawValue) ?? 0, SimulatorWords.words(outcome)) }
        rows.append(Row(SimulatorPage.scriptNumber, "From script: not available yet", isQuiet: true))
        let marked = setup.outcome?.rawValue ?? 0
        guard isPaired else { return list(rows, marked: marked, of: .outcome, on: &sheet) }
        // Two short ones share a row.
        let pair = sheet.columns.prefix(17)
        for row in rows {
            let columns = row.number == 3 ? pair : row.number == 4 ? sheet.columns.dropFirst(17) : sheet.columns
            draw(row, isMarked: row.number == marked, of: .outcome, in: columns, on: &sheet)
            if row.number != 3 { sheet.row += 1 }
        }
    }

    /// The screen in its frame, and the keys below it.
    private func reader(on sheet: inout Sheet) {
        let area = Area(row: sheet.row, column: sheet.columns.lowerBound, rows: 5, columns: sheet.columns.count)
        sheet.canvas.box(area, title: "Virtual reader")
        let inside = area.inside
        for (offset, line) in shown.prefix(3).enumerated() {
            sheet.write(line, row: inside.row + offset, columns: inside.columnRange.dropFirst(2))
        }
        sheet.row += area.rows
        let cells = [0..<13, 13..<26, 26..<38].map { (cell: Range<Int>) in
            (sheet.columns.lowerBound + cell.lowerBound)..<(sheet.columns.lowerBound + cell.upperBound)
        }
        for (index, key) in CardholderKey.allCases.enumerated() {
            draw(
                Row(key.rawValue, SimulatorWords.words(key)), isMarked: key == panel.key, of: .reader,
                in: cells[index % 3], gap: 1, on: &sheet)
            if index % 3 == 2 { sheet.row += 1 }
        }
    }

    /// The keys one below the other.
    private func keys(on sheet: inout Sheet) {
        title("THE CUSTOMER'S KEYS", .reader, on: &sheet)
        let rows = CardholderKey.allCases.map { Row($0.rawValue, SimulatorWords.words($0)) }
        list(rows, marked: panel.key.rawValue, of: .reader, on: &sheet)
    }

    private func faults(on sheet: inout Sheet) {
        title("BREAK THINGS (Space arms, Enter now)", .faults, on: &sheet)
        let rows = SimulatorSetup.Fault.allCases.map { fault in
            let box = setup.armed.contains(fault) ? "[x]" : "[ ]"
            return Row(fault.rawValue, "\(box) \(SimulatorWords.words(fault, setup))")
        }
        list(rows, marked: panel.fault.rawValue, of: .faults, on: &sheet)
    }

    private func carriedOut(on sheet: inout Sheet) {
        guard let at = state.simulator.carriedOutAt else { return }
        for fault in SimulatorSetup.Fault.allCases where state.simulator.carriedOut.contains(fault) {
            sheet.line("\(at.clockWithSeconds) \(SimulatorWords.done(fault))", role: .quiet)
        }
    }

    private func setupLines(on sheet: inout Sheet) {
        title("SETUP (same seed, same run)", .setup, on: &sheet)
        let rows = SimulatorPage.Line.allCases.map { line in
            let name = SimulatorWords.name(line)
            let value = SimulatorWords.value(
                line, setup, typedSeed: panel.typedSeed, in: state.settings.currency)
            return Row(line.rawValue, name + String(repeating: " ", count: 10 - name.count) + value)
        }
        // In a low window those around the mark.
        let marked = SimulatorPage.Line.allCases.firstIndex(of: panel.line) ?? 0
        let shown = window(of: rows.count, around: marked, room: sheet.rowsLeft)
        list(Array(rows[shown]), marked: panel.line.rawValue, of: .setup, on: &sheet)
    }

    /// As many in a row as have room.
    private func amounts(on sheet: inout Sheet) {
        let role: Role = panel.panel == .amounts ? .text : .quiet
        if panel.panel == .amounts { sheet.focus(column: sheet.columns.lowerBound) }
        var text = "AMOUNTS (with 0):"
        for amount in SimulatorWords.amounts(in: state.settings.currency, isShort: sheet.layout == .list) {
            let longer = "\(text)  \(amount)"
            if longer.count > sheet.columns.count {
                sheet.line(text, role: role)
                text = amount
            } else {
                text = longer
            }
        }
        sheet.line(text, role: role)
    }

    // MARK: Rows

    private struct Row {
        let number: Int
        let text: String
        let isQuiet: Bool

        init(_ number: Int, _ text: String, isQuiet: Bool = false) {
            self.number = number
            self.text = text
            self.isQuiet = isQuiet
        }
    }

    /// The rows around the marked one, as many as there is room for.
    private func list(_ rows: [Row], marked: Int, of name: SimulatorPage.Panel, on sheet: inout Sheet) {
        let room = max(1, sheet.rowsLeft)
        let index = rows.firstIndex { $0.number == marked } ?? 0
        let first = max(0, min(index - room / 2, rows.count - room))
        for row in rows.dropFirst(first).prefix(room) {
            draw(row, isMarked: row.number == marked, of: name, in: sheet.columns, on: &sheet)
            sheet.row += 1
        }
    }

    /// What is chosen keeps a mark where keys act on another panel.
    private func draw(
        _ row: Row, isMarked: Bool, of name: SimulatorPage.Panel, in columns: Range<Int>, gap: Int = 2,
        on sheet: inout Sheet
    ) {
        let hasFocus = isMarked && panel.panel == name
        let mark = hasFocus ? ">" : isMarked && name == .outcome ? "*" : " "
        if hasFocus {
            sheet.paint(columns, role: .focus)
            sheet.focus(column: columns.lowerBound)
        }
        let text = "\(mark) \(row.number)" + String(repeating: " ", count: gap) + row.text
        sheet.write(
            text, row: sheet.row, columns: columns, role: hasFocus ? .focus : row.isQuiet ? .quiet : .text)
    }

    /// The reader's screen; the amount of the payment that runs is always on it.
    private var shown: [String] {
        let lines = state.simulator.screen
        guard state.desk.isBusyWithMoney, let amount = state.paymentAmount?.formattedWithCode else { return lines }
        return lines.contains { $0.contains(amount) } ? lines : [amount] + lines
    }
}
