import TillCore

extension KeyEntry {
    static func decision(_ decision: DecisionPage) -> [KeyEntry] {
        if decision.isBusy { return [help] }
        let back = KeyEntry("Esc", "Back", "Goes back and changes nothing.", [.back], essential: true)
        let move = KeyEntry(
            "Tab", "Next field", "To the next field; the arrows do the same.", [.otherPanel, .up, .down])
        let enter = KeyEntry(
            "Enter", decision.field == .confirmation ? "Send" : "Go on",
            decision.field == .confirmation
                ? "Writes it down, with your name." : "Goes on to the next field.", [.confirm], essential: true)
        switch decision.field {
        case .verdict:
            let words = decision.record?.intent.kind.takesMoney != false ? "Paid or not" : "Done or not"
            return [
                enter,
                KeyEntry("1-2", words, "Says what became of it.", [.digit(1), .digit(2)]), move,
                KeyEntry(
                    "Esc", "Back", "Goes back and changes nothing. - does the same.", [.back, .erase], essential: true),
                help,
            ]
        case .supervisor, .evidence, .confirmation:
            let erase = KeyEntry("Bksp", "Erase", "Takes back the last character.", [.erase])
            return [enter] + (decision.isLineEmpty ? [] : [erase]) + [
                move, back, KeyEntry("F1", "Help", "This page.", [.help], essential: true),
            ]
        }
    }

    static let support: [KeyEntry] = [
        KeyEntry(
            "Esc", "Back", "Back to where you came from. Enter, h and - do the same.",
            [.back, .confirm, .supportSheet, .erase], essential: true),
        KeyEntry("j k", "Scroll", "Scroll by a line, like the arrows.", [.down, .up]),
        KeyEntry("PgDn", "", "Scrolls on by five lines; PgUp back.", [.pageDown, .pageUp]),
        KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]), help,
    ]

    /// What can be done about something in doubt besides asking the reader.
    static let inDoubtActions: [KeyEntry] = [
        KeyEntry("w", "Set aside", "A supervisor lets selling go on; this stays unknown.", [.setAside]),
        KeyEntry("h", "Support", "Shows what to tell the help desk.", [.supportSheet]),
        KeyEntry("o", "Decide", "A supervisor says what became of it, with proof from the bank.", [.otherPayment]),
    ]
}
