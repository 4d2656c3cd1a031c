import TillCore

extension KeyEntry {
    /// F7, where there is a simulated reader.
    static func simulator(_ state: AppState) -> [KeyEntry] {
        guard state.canSimulate else { return [] }
        return [
            KeyEntry("F7", "Simulator", "Sets what the simulated reader does, and plays its customer.", [.simulator])
        ]
    }

    static func simulator(_ panel: SimulatorPage) -> [KeyEntry] {
        if panel.typedSeed != nil { return seed }
        let numbers = panel.panel.numbers
        let digits = Set(numbers.map(AppCommand.digit))
        let back = KeyEntry(
            "Esc", "Back", "Back to where you came from. F7 and - do the same.", [.back, .erase, .simulator],
            essential: true)
        let range = "\(numbers.first ?? 0)-\(numbers.last ?? 0)"
        var table: [KeyEntry]
        switch panel.panel {
        case .outcome:
            table = [
                KeyEntry(
                    "Enter", "Done", "Back to where you came from; the marked choice counts.", [.confirm],
                    essential: true),
                KeyEntry(range, "Choose", "Chooses how the next payment ends.", digits),
            ]
        case .reader:
            table = [
                KeyEntry("Enter", "Press", "Does what is marked at the reader.", [.confirm], essential: true),
                KeyEntry(range, "Choose", "Marks what the customer does.", digits),
            ]
        case .faults:
            table = [
                KeyEntry("Enter", "Now", "Breaks it now, or as soon as it can be.", [.confirm], essential: true),
                KeyEntry("Space", "Arm", "Arms it, or takes that back. * does the same.", [.times]),
                KeyEntry(range, "Choose", "Marks what is to break.", digits),
            ]
        case .setup:
            table = [
                KeyEntry("Enter", "Set", "Sets the next value; types a seed.", [.confirm], essential: true),
                KeyEntry(range, "Choose", "Marks a line.", digits),
            ]
        case .amounts: table = [KeyEntry("Enter", "Done", "Back to where you came from.", [.confirm], essential: true)]
        }
        table.append(KeyEntry("Tab", "Next", "Goes to the next panel.", [.otherPanel], essential: true))
        if !numbers.isEmpty {
            table.append(KeyEntry("j k", "", "Mark the next or previous line, like the arrows.", [.down, .up]))
            table.append(KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]))
        }
        return table + [back, help]
    }

    private static let seed: [KeyEntry] = [
        KeyEntry(
            "Enter", "Take it", "Begins a run with this seed; alone, the same run once more.", [.confirm],
            essential: true),
        KeyEntry("0-9", "", "Type the seed.", digits),
        KeyEntry("-", "Erase", "Takes back the last digit, like Backspace.", [.erase]),
        KeyEntry(
            "Esc", "Leave it", "Leaves the seed as it was. Tab and F7 too.", [.back, .otherPanel, .simulator],
            essential: true),
        help,
    ]
}
