import Configuration
import Terminal
import TillCore

/// Sections on the left, their values on the right; in a narrow window the section's name above its values.
func settingsView(_ settings: SettingsPage, _ state: AppState, on sheet: inout Sheet) {
    if sheet.layout == .list {
        sheet.line("\(settings.section.rawValue) \(settings.section.word)", role: .quiet)
    } else {
        sheet.gap()
        let names = sheet.columns.prefix(22)
        sheet.aside(names) { sheet in
            for section in SettingsPage.Section.allCases {
                let mark = section == settings.section ? ">" : " "
                sheet.line("\(mark) \(section.rawValue) \(section.word)", role: mark == ">" ? .text : .quiet)
            }
        }
        sheet.columns = sheet.columns.dropFirst(names.count + 1)
    }
    guard settings.section != .about else { return aboutView(state, on: &sheet) }
    let keys = settings.section.keys
    let room = max(1, sheet.rowsLeft)
    let first = max(0, min(settings.marked - room / 2, keys.count - room))
    for (index, key) in keys.enumerated().dropFirst(first).prefix(room) {
        draw(key, settings, isMarked: index == settings.marked, on: &sheet)
    }
}

private func draw(_ key: ConfigurationKey, _ settings: SettingsPage, isMarked: Bool, on sheet: inout Sheet) {
    let isTyped = isMarked && settings.typed != nil
    let role: Role = isMarked ? .focus : .text
    if isMarked {
        sheet.paint(sheet.columns, role: .focus)
        sheet.focus(column: sheet.columns.lowerBound)
    }
    let mark = (isMarked ? ">" : " ") + (settings.isChanged(key) ? "*" : " ")
    let nameColumns = sheet.layout == .list ? 18 : 20
    sheet.write("\(mark) \(key.word)", row: sheet.row, columns: sheet.columns.prefix(nameColumns), role: role)
    let field = sheet.columns.dropFirst(nameColumns)
    if isTyped, let typed = settings.typed {
        // The end of a long text is what is being typed.
        let text = String(PrintableText(typed).string.suffix(max(1, field.count - 1)))
        sheet.write(text, row: sheet.row, columns: field, role: role)
        sheet.focus(column: min(field.upperBound - 1, field.lowerBound + PrintableText(text).columns))
    } else {
        sheet.write(
            shortened(settings.draft.shown(key), columns: field.count), row: sheet.row, columns: field, role: role)
    }
    sheet.row += 1
}

private func aboutView(_ state: AppState, on sheet: inout Sheet) {
    sheet.paragraph("Till, a point of sale for Handpoint card readers.")
    sheet.gap()
    if let path = state.settings.configurationPath {
        sheet.line("Settings are kept in", role: .quiet)
        sheet.paragraph(path)
    } else {
        sheet.paragraph("Settings are not kept: this is a demo, or there is no home folder.")
    }
}

extension Configuration {
    /// A value as the page shows it.
    fileprivate func shown(_ key: ConfigurationKey) -> String {
        if key == .supervisorPIN { return staff.supervisorPIN == nil ? "not set" : "set" }
        let line = line(of: key)
        return line.isEmpty ? "none" : line
    }
}
