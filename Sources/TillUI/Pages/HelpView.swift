import Terminal
import TillCore

/// The keys of the page under it, every one of them. Where they fill more than the window has room for they are shown in
/// parts.
func helpView(_ state: AppState, under: Page, part: Int, on sheet: inout Sheet) {
    let entries = KeyEntry.table(for: under, state)
    let titleRow = sheet.row
    sheet.row += 1
    if sheet.layout != .list { sheet.gap() }
    let lines =
        sheet.layout == .list ? packed(entries, columns: sheet.columns) : listed(entries, columns: sheet.columns)
    let room = max(1, sheet.rowsLeft)
    let parts = partCount(lines, room)
    // Any part can be asked for: beyond the last comes the first.
    let shown = ((part % parts) + parts) % parts
    let count = parts == 1 ? "" : "   part \(shown + 1) of \(parts)"
    sheet.write("Keys on this page: \(under.name)\(count)", row: titleRow, columns: sheet.columns)
    sheet.focus(column: sheet.columns.lowerBound)
    for line in lines.dropFirst(shown * room).prefix(room) {
        for piece in line {
            sheet.write(piece.text, row: sheet.row, columns: piece.columns, role: piece.isKey ? .key : .text)
        }
        sheet.row += 1
    }
}

private func partCount(_ lines: [[HelpPiece]], _ room: Int) -> Int { max(1, (lines.count + room - 1) / room) }

/// How many parts the help of a page has in the window.
func helpParts(_ under: Page, _ state: AppState) -> Int {
    let size = Size(columns: state.window.columns, rows: state.window.rows)
    let layout = Layout(size)
    let sheet = Sheet(canvas: Canvas(size: size), layout: layout, rows: Sheet.rows(of: size))
    let entries = KeyEntry.table(for: under, state)
    let lines = layout == .list ? packed(entries, columns: sheet.columns) : listed(entries, columns: sheet.columns)
    return partCount(lines, max(1, sheet.rowsLeft - (layout == .list ? 1 : 2)))
}

/// A key or its words, and where in its line it stands.
private struct HelpPiece {
    let text: String
    let columns: Range<Int>
    let isKey: Bool
}

/// A key and its sentence in each line.
private func listed(_ entries: [KeyEntry], columns: Range<Int>) -> [[HelpPiece]] {
    entries.flatMap { entry in
        let place = columns.dropFirst(10)
        return wrapped(entry.explanation, columns: place.count).enumerated().map { index, text in
            let words = HelpPiece(text: text, columns: place, isKey: false)
            guard index == 0 else { return [words] }
            return [HelpPiece(text: entry.keys, columns: columns.prefix(9), isKey: true), words]
        }
    }
}

/// As many keys in a row as have room, with their short words.
private func packed(_ entries: [KeyEntry], columns: Range<Int>) -> [[HelpPiece]] {
    var lines: [[HelpPiece]] = []
    var column = columns.upperBound
    for entry in entries {
        let label = entry.label.isEmpty ? entry.shortExplanation : entry.label
        let width = entry.keys.count + 1 + label.count
        if lines.isEmpty || column + width > columns.upperBound {
            lines.append([])
            column = columns.lowerBound
        }
        let room = column..<columns.upperBound
        lines[lines.count - 1].append(HelpPiece(text: entry.keys, columns: room, isKey: true))
        lines[lines.count - 1].append(
            HelpPiece(text: label, columns: room.dropFirst(entry.keys.count + 1), isKey: false))
        column += width + 2
    }
    return lines
}

extension KeyEntry {
    /// The first words of the explanation.
    var shortExplanation: String {
        let end = explanation.firstIndex { ".,:;".contains($0) } ?? explanation.endIndex
        return String(explanation[..<end])
    }
}
