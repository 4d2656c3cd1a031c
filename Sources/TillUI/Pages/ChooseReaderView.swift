import Terminal
import TillCore

/// The readers, and which one Enter connects.
func chooseReaderView(_ state: AppState, marked: Int, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line("Choose a card reader")
    sheet.gap()
    let notes = readerNotes(state)
    let columns = ReaderColumns(sheet)
    sheet.write("Name", row: sheet.row, columns: columns.name, role: .quiet)
    sheet.write("Address", row: sheet.row, columns: columns.address, role: .quiet)
    sheet.write("State", row: sheet.row, columns: columns.state, role: .quiet)
    sheet.row += 1
    if state.readers.isEmpty {
        sheet.paragraph("No reader was found yet. Switch one on, bring it near, then press R.", role: .quiet)
    }
    let room = max(1, sheet.rowsLeft - notes.count - 1)
    let first = max(0, min(marked - room / 2, state.readers.count - room))
    for (index, reader) in state.readers.enumerated().dropFirst(first).prefix(room) {
        draw(reader, number: number(at: index, state.readers), state, isMarked: index == marked, columns, on: &sheet)
    }
    sheet.gap()
    for note in notes { sheet.line(note, role: .unknown) }
}

private struct ReaderColumns {
    let name: Range<Int>
    let address: Range<Int>
    let state: Range<Int>

    init(_ sheet: Sheet) {
        let all = sheet.columns.dropFirst(5)
        switch sheet.layout {
        case .full, .compact:
            let stateColumns = 16
            let addressColumns = sheet.layout == .full ? 28 : 18
            state = (all.upperBound - stateColumns)..<all.upperBound
            address = (state.lowerBound - addressColumns)..<(state.lowerBound - 1)
            name = all.lowerBound..<(address.lowerBound - 1)
        case .list, .tooSmall:
            state = (all.upperBound - 14)..<all.upperBound
            address = all.upperBound..<all.upperBound
            name = all.lowerBound..<(state.lowerBound - 1)
        }
    }
}

private func draw(
    _ reader: ReaderDevice, number: String, _ state: AppState, isMarked: Bool, _ columns: ReaderColumns,
    on sheet: inout Sheet
) {
    let role: Role = isMarked ? .focus : .text
    if isMarked {
        sheet.paint(sheet.columns, role: .focus)
        sheet.focus(column: sheet.columns.lowerBound)
    }
    sheet.write("\(isMarked ? ">" : " ") \(number)", row: sheet.row, columns: sheet.columns.prefix(4), role: role)
    sheet.write(reader.name, row: sheet.row, columns: columns.name, role: role)
    sheet.write(
        reader.kind == .simulated ? "built in" : reader.address, row: sheet.row, columns: columns.address, role: role)
    sheet.write(word(for: reader, state), row: sheet.row, columns: columns.state, role: role)
    sheet.row += 1
}

/// The digit that chooses a reader; none for those that only the arrows reach.
private func number(at index: Int, _ readers: [ReaderDevice]) -> String {
    (1...9).first { AppState.readerIndex(10 - $0, readers) == index }.map { "\(10 - $0)" } ?? " "
}

private func word(for reader: ReaderDevice, _ state: AppState) -> String {
    if reader == state.desk.device {
        switch state.desk.phase {
        case .offline: return "Not reached"
        case .connecting: return "Connecting"
        default: return "Connected"
        }
    }
    switch reader.kind {
    case .simulated: return "no real money"
    case .bluetooth: return "Bluetooth"
    case .wired: return "Wired"
    }
}

private func readerNotes(_ state: AppState) -> [String] {
    guard let record = state.desk.firstInDoubt else { return [] }
    let amount = record.shownAmount?.formattedWithCode ?? "no amount"
    let reader = shortened(record.intent.reader.name, columns: 20)
    return ["[!] Unfinished: \(amount) of \(record.intent.startedAt.clock) on \(reader)"]
}
