import TillCore

extension KeyEntry {
    static func charge(_ page: ChargePage, _ state: AppState) -> [KeyEntry] {
        if page.isTyping {
            return [
                KeyEntry("Enter", "Go on", "Goes on to the question.", [.confirm], essential: true),
                KeyEntry("0-9", "Amount", "Type the amount: 1250 is 12.50.", digits),
                KeyEntry(".", "", "A point, for whole units: 12.5 is 12.50. A comma does the same.", [.point]),
                KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
                KeyEntry(
                    "Esc", "Back", "To the question, with the amount that was asked for.", [.back], essential: true),
                readers, help,
            ]
        }
        var table = question
        if state.mayTip { table.append(KeyEntry("t", "Tip", "Adds a tip.", [.tip])) }
        if page.mayTypeAmount {
            table.append(KeyEntry("Tab", "Amount", "To the amount, to change it.", [.otherPanel]))
        }
        table.append(KeyEntry("PgDn", "More", "Scrolls what the caller says; PgUp back.", [.pageDown, .pageUp]))
        return table + simulator(state) + [readers, quit, help]
    }

    static func notTold(_ page: NotToldPage) -> [KeyEntry] {
        if page.isBusy { return [help] }
        return [
            KeyEntry(
                "Enter", "Go on", "Does what is marked by >. Sending again charges nothing.", [.confirm],
                essential: true),
            KeyEntry("0", "Leave it", "Marks leaving the answer in the books.", [.digit(0)]),
            KeyEntry("1", "Again", "Marks sending the answer once more.", [.digit(1)]),
            KeyEntry("j k", "", "Mark the other choice, like the arrows.", [.down, .up]), quit, help,
        ]
    }

    static func unsent(_ page: UnsentPage, _ state: AppState) -> [KeyEntry] {
        var table: [KeyEntry] = []
        if page.markedAnswer != nil {
            if !page.isBusy {
                table.append(
                    KeyEntry(
                        "Enter", "Send again", "Sends the marked answer once more. Charges nothing.", [.confirm],
                        essential: true))
            }
            table += [
                KeyEntry("j k", "Mark", "Mark the next or previous answer, like the arrows.", [.down, .up]),
                KeyEntry("PgDn", "", "Ten answers down; PgUp up.", [.pageDown, .pageUp]),
                KeyEntry("g G", "", "To the first or last answer, like Home and End.", [.top, .bottom]),
            ]
        }
        return table + [
            KeyEntry("R", "Refresh", "Asks the books once more.", [.refresh]),
            KeyEntry("Esc", "Back", "Back to where you came from. - does the same.", [.back, .erase], essential: true),
            help,
        ]
    }
}
