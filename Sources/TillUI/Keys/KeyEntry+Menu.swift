import TillCore

extension KeyEntry {
    /// The two keys that open everything by its name. They stand wherever nothing is covered by it.
    static func byName(_ page: Page) -> [KeyEntry] {
        let palette = KeyEntry(":", "", "Finds every command by its name. Ctrl-P does the same.", [.palette])
        switch page {
        case .sale: return [palette]
        // A field takes letters as they are.
        case _ where page.wantsText:
            return [KeyEntry("Ctrl-P", "", "Finds every command by its name.", [.palette])]
        default: return [KeyEntry("m", "", "Shows the menu: everything, by number.", [.menu]), palette]
        }
    }

    /// What has a key on the sale's page, as the table of actions names it.
    static var actions: [KeyEntry] {
        var table = AppAction.allCases.compactMap { action -> KeyEntry? in
            guard let command = action.command, ![.sale, .help, .attention].contains(command),
                let key = action.keys.split(separator: " ").first
            else { return nil }
            let second = action.functionKey.map { $0 == key ? "" : " Also \($0)." } ?? ""
            return KeyEntry(String(key), action.label, action.explanation + second, [command])
        }
        let menu = KeyEntry("m", "Menu", "Shows the menu: everything, by number.", [.menu])
        table.insert(menu, at: min(1, table.count))
        return table
    }

    static let menu: [KeyEntry] =
        [
            KeyEntry("Enter", "Open", "Opens what is marked by >.", [.confirm], essential: true),
            KeyEntry("0-9", "Number", "Mark an entry by its number; 1, then 2 is 12.", digits),
            KeyEntry("a-z", "", "Mark an entry by the first letters of its name.", []),
            KeyEntry("Down", "", "Marks the next entry; Up the one before. j and k do the same.", [.down, .up]),
            KeyEntry("PgDn", "", "To the last entry, like End; PgUp and Home to the first.", [.pageDown, .bottom]),
            KeyEntry("PgUp", "", "To the first entry.", [.pageUp, .top]),
            KeyEntry("-", "", "Takes back the last digit or letter, then goes back.", [.erase]),
            KeyEntry(":", "Commands", "Finds every command by its name. Ctrl-P does the same.", [.palette]),
            KeyEntry("Esc", "Back", "Back to where you came from. m does the same.", [.back, .menu], essential: true),
            help,
        ] + functionKeys

    static func palette(_ palette: PalettePage) -> [KeyEntry] {
        var table: [KeyEntry] = []
        if !palette.found.isEmpty {
            table.append(KeyEntry("Enter", "Do it", "Does what is marked by >.", [.confirm], essential: true))
        }
        if palette.found.count > 1 {
            table += [
                KeyEntry("Down", "", "Marks the next command; Up the one before.", [.down, .up]),
                KeyEntry("End", "", "To the last command, like PgDn.", [.pageDown, .bottom]),
                KeyEntry("Home", "", "To the first command, like PgUp.", [.pageUp, .top]),
            ]
        }
        return table + [
            KeyEntry("Backspace", "", "Takes back the last letter, then goes back.", [.erase]),
            KeyEntry("Esc", "Back", "Back to where you came from. Ctrl-P too.", [.back, .palette], essential: true),
            KeyEntry("F1", "Help", "This page.", [.help], essential: true),
        ] + functionKeys
    }

    /// Keys that are no text do what they do on the sale's page, while text is typed.
    private static let functionKeys: [KeyEntry] = AppAction.allCases.compactMap { action in
        guard let command = action.command, command != .help, let key = action.functionKey else { return nil }
        return KeyEntry(key, "", action.explanation, [command])
    }

    static func helpKeys(hasMore: Bool) -> [KeyEntry] {
        [KeyEntry("Esc", "Back", "Back to the page under this one.", [.back, .help, .confirm], essential: true)]
            + (hasMore ? moreHelp : [])
    }

    private static let moreHelp: [KeyEntry] = [
        KeyEntry("PgDn", "More", "Shows what comes next, like Down.", [.pageDown, .down]),
        KeyEntry("PgUp", "", "Shows what came before, like Up.", [.pageUp, .up]),
        KeyEntry("g G", "", "To the first or last part, like Home and End.", [.top, .bottom]),
    ]
}

extension AppAction {
    /// For the row of keys of the sale's page; empty where the help alone names it.
    fileprivate var label: String {
        switch self {
        case .history: "History"
        case .refund: "Refund"
        case .lastReceipt: "Receipt"
        case .readers: "Readers"
        case .quit: "Quit"
        case .sale, .tokenize, .void, .changeTip, .fetchResult, .totals, .update, .startOfDay, .endOfDay, .attention,
            .readerLogs, .emvReport, .scanner, .repeatAmount, .settings, .simulator, .refundWithoutSale,
            .saleAndToken, .ticketTip, .ticketDetails, .setAside, .currency, .unsentAnswers, .help:
            ""
        }
    }
}
