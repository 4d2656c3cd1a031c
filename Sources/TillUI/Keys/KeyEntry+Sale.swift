import Money
import TillCore

extension KeyEntry {
    static func sale(_ state: AppState) -> [KeyEntry] {
        let digits =
            state.settings.keypad == .minorUnitsFirst
            ? "Type the amount, pence first: 1250 is 12.50." : "Type the amount: 12 is 12.00."
        return [
            KeyEntry(
                "Enter", "Charge", "Charges the amount; with nothing typed it opens the menu.", [.confirm],
                essential: true),
            KeyEntry("+", "Add", "Adds a line; puts back what was taken off.", [.add]),
            KeyEntry("*", "Qty", "Times: 3*250 is 3 at 2.50. Space does the same.", [.times]),
            KeyEntry("0-9", "", digits, self.digits),
            KeyEntry(".", "", "A point, for whole units: 12.5 is 12.50. A comma does the same.", [.point]),
            KeyEntry("-", "Erase", "Takes back the last key, then the last line. Backspace too.", [.erase]),
            KeyEntry("Esc", "Clear", "Clears what is typed; twice, the whole ticket.", [.back], essential: true),
        ] + actions.filter { $0.commands != [.settings] } + [
            KeyEntry("t T", "Tip", "Adds a tip; T asks for a token of the card too.", [.tip, .tokenize]),
            KeyEntry("d", "Details", "What is sold, the invoice number, your reference.", [.details]),
            KeyEntry("w", "Aside", "Sets the ticket aside, or takes one back.", [.setAside]),
            currency(after: state.ticket.currency, state),
            KeyEntry(
                "F12", "", "Settings. A comma does the same where no amount is typed.",
                state.entry.isEmpty ? [.settings, .comma] : [.settings]),
            help,
        ] + attention(state)
    }

    /// Named in the row of keys where there is another one.
    static func currency(after currency: Currency, _ state: AppState) -> KeyEntry {
        let currencies = state.settings.chargeCurrencies
        guard currencies.count > 1 else {
            return KeyEntry("$", "", "Another currency. No other is set.", [.currency])
        }
        let next = currencies.following(currency)
        return KeyEntry("$", next.alphaCode, "Takes the next currency, which is \(next.alphaCode).", [.currency])
    }

    static func saleTip(_ tip: SaleTipPage) -> [KeyEntry] {
        guard tip.entry == nil else {
            return [
                KeyEntry("Enter", "Add it", "Adds this tip. 0 is no tip.", [.confirm], essential: true),
                KeyEntry("0-9", "Amount", "Type the tip.", digits),
                KeyEntry(".", "", "A point, for whole units. A comma does the same.", [.point]),
                KeyEntry("-", "Erase", "Takes back the last key, like Backspace.", [.erase]),
                KeyEntry("Esc", "Back", "Back to the choices.", [.back], essential: true), help,
            ]
        }
        let last = tip.choices.count - 1
        return [
            KeyEntry("Enter", "Choose", "Takes the marked one.", [.confirm], essential: true),
            KeyEntry("0-\(last)", "Mark", "Marks a choice by its number.", Set((0...last).map(AppCommand.digit))),
            KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]),
            KeyEntry(
                "Esc", "Back", "Leaves the tip as it is. - and t do the same.", [.back, .erase, .tip, .sale],
                essential: true),
            help,
        ]
    }

    static let saleFields: [KeyEntry] = [
        KeyEntry("Enter", "Keep", "Keeps all three and goes back to the sale.", [.confirm], essential: true),
        KeyEntry("Tab", "Next", "The next field, or the first one.", [.otherPanel]),
        KeyEntry("Down", "", "The field below; Up the one above.", [.down, .up]),
        KeyEntry("Left", "", "Moves the cursor; Right too.", [.left, .right]),
        KeyEntry("Home", "", "To the start of the field; End to its end.", [.top, .bottom]),
        KeyEntry("Backspace", "", "Takes back the character before the cursor.", [.erase]),
        KeyEntry("Esc", "Back", "Changes nothing.", [.back], essential: true),
        KeyEntry("F1", "Help", "This page.", [.help], essential: true),
    ]

    static func tickets(_ tickets: TicketsPage, _ state: AppState) -> [KeyEntry] {
        if tickets.isWaiting { return [help] }
        let last = state.ticketChoices.count - 1
        var table = [KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true)]
        if last > 0 {
            let numbers = 0...min(9, last)
            table += [
                KeyEntry(
                    "0-\(numbers.upperBound)", "Mark", "Marks one by its number.", Set(numbers.map(AppCommand.digit))),
                KeyEntry("j k", "", "Mark the next or previous one, like the arrows.", [.down, .up]),
                KeyEntry("g G", "", "To the first or last one, like Home and End.", [.top, .bottom]),
            ]
        } else {
            table.append(KeyEntry("0", "Mark", "Marks the only choice.", [.digit(0)]))
        }
        return table + [
            KeyEntry(
                "Esc", "Back", "Back to the sale. - and w do the same.", [.back, .erase, .setAside, .sale],
                essential: true),
            help,
        ] + attention(state)
    }
}
