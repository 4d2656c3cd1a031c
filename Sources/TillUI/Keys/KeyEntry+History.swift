import TillCore

extension KeyEntry {
    static func history(_ history: HistoryPage) -> [KeyEntry] {
        if history.isTyping { return findField(history) }
        var table: [KeyEntry] = []
        if !history.rows.isEmpty {
            table += [
                KeyEntry("Enter", "Open", "Shows all that is known of the marked one.", [.confirm], essential: true),
                KeyEntry("f", "Refund", "Gives money of it back; asks first. F5 does the same.", [.refund]),
                KeyEntry("u", "Void", "Takes all of it back; asks first. F6 does the same.", [.void]),
                KeyEntry("v", "Receipt", "Shows the receipt. F4 does the same.", [.receipt]),
                KeyEntry("j k", "", "Mark the next or previous row, like the arrows.", [.down, .up]),
                KeyEntry("PgDn", "", "Goes on by ten rows; PgUp back.", [.pageDown, .pageUp]),
                KeyEntry("g G", "", "To the first or last row, like Home and End.", [.top, .bottom]),
                KeyEntry("Y", "", "Gives its reference to the terminal, to paste elsewhere.", [.copy]),
            ]
            if !history.find.isEmpty {
                table.append(KeyEntry("n N", "", "Mark the next or previous match.", [.no, .previousMatch]))
            }
        }
        let back =
            history.find.isEmpty
            ? KeyEntry(
                "Esc", "Back", "Back to the sale. - and F2 do the same.", [.back, .erase, .sale], essential: true)
            : KeyEntry(
                "Esc", "Clear", "Finds everything again. F2 goes to the sale.", [.back, .erase, .sale], essential: true)
        return table + [
            KeyEntry("/", "Find", "Types what to look for. F3 does the same.", [.find]),
            KeyEntry("Tab", "Day", "Shows the day's counts and totals, and closes the day.", [.otherPanel]),
            KeyEntry("R", "Refresh", "Reads the books again.", [.refresh]),
            KeyEntry("o", "", "Gives money back without a sale; a supervisor confirms it.", [.otherPayment]),
            back, help,
        ]
    }

    private static func findField(_ history: HistoryPage) -> [KeyEntry] {
        var table = [
            KeyEntry("Enter", "To the list", "Leaves the field; what was found stays.", [.confirm], essential: true)
        ]
        if history.rows.count > 1 {
            table.append(KeyEntry("Down", "", "Marks the next row; Up the one before.", [.down, .up]))
            table.append(KeyEntry("PgDn", "", "Goes on by ten rows; PgUp back.", [.pageDown, .pageUp]))
            table.append(KeyEntry("Home", "", "To the first row; End to the last.", [.top, .bottom]))
        }
        return table + [
            KeyEntry("Backspace", "", "Takes back the last character.", [.erase]),
            KeyEntry("Esc", "Clear", "Finds everything again and leaves the field.", [.back], essential: true),
            KeyEntry("F2", "", "Back to the sale.", [.sale]),
            KeyEntry("F1", "Help", "This page.", [.help], essential: true),
        ]
    }
}
