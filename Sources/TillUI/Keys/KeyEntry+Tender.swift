import TillCore

extension KeyEntry {
    static let rest: [KeyEntry] = [
        KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true),
        KeyEntry("0-3", "Choose", "Marks a choice by its number.", Set((0...3).map(AppCommand.digit))),
        KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]),
        KeyEntry("c", "Card", "Fills in what is due, for another card.", [.anotherCard]),
        KeyEntry("o", "Otherwise", "The rest is paid in cash or otherwise.", [.otherPayment]),
        KeyEntry("u", "Give back", "Shows the payments of this ticket, to void them. F6 too.", [.void]),
        KeyEntry("Esc", "Back", "Back to where you came from. - does the same.", [.back, .erase], essential: true),
        help,
    ]

    static func tender(_ tender: TenderPage) -> [KeyEntry] {
        if tender.isBusy { return [help] }
        if tender.isPaid {
            return [
                KeyEntry(
                    "Enter", "Go on", "The change is given. Esc does the same.", [.confirm, .back], essential: true),
                help,
            ]
        }
        if tender.isChoosing {
            return question.filter { $0.keys != "Esc" } + [
                KeyEntry("Esc", "Amount", "Back to the amount. - does the same.", [.back, .erase], essential: true),
                help,
            ]
        }
        return [
            KeyEntry("Enter", "Go on", "Goes on to the question.", [.confirm], essential: true),
            KeyEntry("0-9", "Amount", "Type what was paid: 500 is 5.00.", digits),
            KeyEntry(".", "", "A point, for whole units: 5. is 5.00. A comma does the same.", [.point]),
            KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
            KeyEntry(
                "Tab", "Cash or other", "Changes the way of payment. o does the same.", [.otherPanel, .otherPayment]),
            KeyEntry("Esc", "Back", "Notes nothing.", [.back], essential: true), help,
        ]
    }
}

extension KeyEntry {
    static func tip(_ tip: TipPage) -> [KeyEntry] {
        if tip.isBusy { return [help] }
        if tip.isChoosing {
            return question.filter { $0.keys != "Esc" } + [
                KeyEntry("Esc", "Amount", "Back to the amount. - does the same.", [.back, .erase], essential: true),
                help,
            ]
        }
        return [
            KeyEntry("Enter", "Go on", "Goes on to the question.", [.confirm], essential: true),
            KeyEntry("0-9", "Tip", "Type the new tip: 250 is 2.50, 0 takes it away.", digits),
            KeyEntry(".", "", "A point, for whole units: 5. is 5.00. A comma does the same.", [.point]),
            KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
            KeyEntry("Esc", "Back", "Changes nothing.", [.back], essential: true), help,
        ]
    }
}

extension KeyEntry {
    static func unlinkedRefund(_ refund: UnlinkedRefundPage, _ state: AppState) -> [KeyEntry] {
        [
            KeyEntry("Enter", "Go on", "Goes on to the supervisor's name and reason.", [.confirm], essential: true),
            KeyEntry("0-9", "Amount", "Type how much goes back: 500 is 5.00.", digits),
            KeyEntry(".", "", "A point, for whole units: 5. is 5.00. A comma does the same.", [.point]),
            KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
            currency(after: refund.entry.currency, state),
            KeyEntry("Esc", "Back", "Gives nothing back.", [.back], essential: true), help,
        ]
    }
}
