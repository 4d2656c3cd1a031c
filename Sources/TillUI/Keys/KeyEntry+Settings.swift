import TillCore

extension KeyEntry {
    static func settings(_ settings: SettingsPage) -> [KeyEntry] {
        if settings.typed != nil {
            return [
                KeyEntry("Enter", "Take", "Takes what was typed.", [.confirm], essential: true),
                KeyEntry("Backspace", "", "Takes back the last character.", [.erase]),
                KeyEntry("Esc", "Leave", "Leaves the value as it was.", [.back], essential: true),
                KeyEntry("F1", "Help", "This page.", [.help], essential: true),
            ]
        }
        var table: [KeyEntry] = []
        if settings.markedKey != nil {
            table.append(
                KeyEntry("Enter", "Change", "Takes the next choice, or types a value.", [.confirm], essential: true))
        }
        let numbers = SettingsPage.Section.allCases.map { AppCommand.digit($0.rawValue) }
        table += [
            KeyEntry("0-8", "Section", "Shows a section by its number.", Set(numbers)),
            KeyEntry("Tab", "", "Shows the next section.", [.otherPanel]),
        ]
        if settings.section.keys.count > 1 {
            table += [
                KeyEntry("j k", "", "Mark the next or previous value, like the arrows.", [.down, .up]),
                KeyEntry("g G", "", "To the first or last value, like Home and End.", [.top, .bottom]),
            ]
        }
        let isChanged = !settings.changed.isEmpty
        table.append(KeyEntry("s", "Save", "Writes the changes into the settings file.", [.save]))
        table.append(
            isChanged
                ? KeyEntry("Esc", "Undo", "Takes back all that is not saved.", [.back, .erase], essential: true)
                : KeyEntry("Esc", "Back", "Back to where you came from. - too.", [.back, .erase], essential: true))
        return table + [help]
    }
}
