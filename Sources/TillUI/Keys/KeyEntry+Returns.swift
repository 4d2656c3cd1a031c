import TillCore

extension KeyEntry {
    static func detail(_ detail: DetailPage, _ state: AppState) -> [KeyEntry] {
        let choices = detail.choices
        let numbers = choices.map(\.number)
        var table = [
            KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true),
            KeyEntry(
                "0-\(numbers.last ?? 0)", "Choose", "Marks a choice by its number.", Set(numbers.map(AppCommand.digit))),
            KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]),
            KeyEntry("v", "Receipt", "Shows the receipt. F4 does the same.", [.receipt]), print(state),
        ]
        if choices.contains(where: { $0.action == .refund }) {
            table.append(KeyEntry("f", "Refund", "Gives money back; asks first. F5 does the same.", [.refund]))
        }
        if choices.contains(where: { $0.action == .void }) {
            table.append(KeyEntry("u", "Void", "Takes all of it back; asks first. F6 does the same.", [.void]))
        }
        if choices.contains(where: { $0.action == .tip }) {
            table.append(KeyEntry("t", "Tip", "Changes the tip at the bank; asks first.", [.tip]))
        }
        return table + [
            KeyEntry("PgDn", "More", "Shows the lines below; PgUp those above.", [.pageDown, .pageUp]),
            KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]),
            KeyEntry("R", "", "Reads the books again.", [.refresh]),
            KeyEntry("Y", "", "Gives its reference to the terminal, to paste elsewhere.", [.copy]),
            KeyEntry("Esc", "Back", "Back to the list. - does the same.", [.back, .erase], essential: true),
            help,
        ]
    }

    static func refund(_ refund: RefundPage) -> [KeyEntry] {
        if refund.isChoosing {
            return question.filter { $0.keys != "Esc" } + [
                KeyEntry("Esc", "Amount", "Back to the amount. - does the same.", [.back, .erase], essential: true),
                help,
            ]
        }
        return [
            KeyEntry("Enter", "Go on", "Goes on to the question.", [.confirm], essential: true),
            KeyEntry("0-9", "Amount", "Type how much goes back: 500 is 5.00.", digits),
            KeyEntry(".", "", "A point, for whole units: 5. is 5.00. A comma does the same.", [.point]),
            KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
            KeyEntry("Esc", "Back", "Gives nothing back.", [.back], essential: true), help,
        ]
    }

    static func inDoubt(_ state: AppState) -> [KeyEntry] {
        let count = min(9, max(1, state.desk.inDoubt.count + state.day.partlyPaid.count))
        return [
            KeyEntry("Enter", "Open", "Shows the marked one, and how to settle it.", [.confirm], essential: true),
            KeyEntry("1-\(count)", "Choose", "Marks one by its number.", Set((1...count).map(AppCommand.digit))),
            KeyEntry("j k", "", "Mark the next or previous one, like the arrows.", [.down, .up]),
            KeyEntry("Esc", "Back", "Back to where you came from. - does the same.", [.back, .erase], essential: true),
            help,
        ]
    }

    static let day: [KeyEntry] = [
        KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true),
        KeyEntry("0-1", "Choose", "Marks a choice by its number.", [.digit(0), .digit(1)]),
        KeyEntry("j k", "", "Mark the other choice, like the arrows.", [.down, .up]),
        KeyEntry("Z", "Close the day", "Ends the day on the reader and in the books; asks first.", [.closeDay]),
        KeyEntry("PgDn", "More", "Shows the lines below; PgUp those above.", [.pageDown, .pageUp]),
        KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]),
        KeyEntry("R", "", "Reads the books again.", [.refresh]),
        KeyEntry(
            "Esc", "Back", "Back to the history. Tab and - do the same.", [.back, .erase, .otherPanel], essential: true),
        help,
    ]
}
