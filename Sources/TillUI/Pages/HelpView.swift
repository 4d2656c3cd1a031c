import Terminal
import TillCore

/// The keys of the page under it, every one of them.
func helpView(_ state: AppState, under: Page, on sheet: inout Sheet) {
    let entries = KeyEntry.table(for: under, state)
    sheet.line("Keys on this page: \(under.name)")
    guard sheet.layout != .list, entries.count <= sheet.rowsLeft else { return packed(entries, on: &sheet) }
    sheet.gap()
    sheet.focus(column: sheet.columns.lowerBound)
    for entry in entries {
        sheet.write(entry.keys, row: sheet.row, columns: sheet.columns.prefix(9), role: .key)
        sheet.write(entry.explanation, row: sheet.row, columns: sheet.columns.dropFirst(10))
        sheet.row += 1
    }
}

/// As many keys in a row as have room, with their short words.
private func packed(_ entries: [KeyEntry], on sheet: inout Sheet) {
    var column = sheet.columns.lowerBound
    for entry in entries {
        let label = entry.label.isEmpty ? entry.shortExplanation : entry.label
        let width = entry.keys.count + 1 + label.count
        if column > sheet.columns.lowerBound, column + width > sheet.columns.upperBound {
            column = sheet.columns.lowerBound
            sheet.row += 1
        }
        let room = column..<sheet.columns.upperBound
        sheet.write(entry.keys, row: sheet.row, columns: room, role: .key)
        sheet.write(label, row: sheet.row, columns: room.dropFirst(entry.keys.count + 1))
        column += width + 2
    }
    sheet.row += 1
}

extension KeyEntry {
    /// The first words of the explanation.
    var shortExplanation: String {
        let end = explanation.firstIndex { ".,:;".contains($0) } ?? explanation.endIndex
        return String(explanation[..<end])
    }
}
