import TillCore

extension KeyEntry {
    static func receipt(_ receipt: ReceiptPage, _ state: AppState) -> [KeyEntry] {
        if receipt.isTyping { return receiptField }
        let isFinding = !receipt.find.isEmpty
        return [
            isFinding
                ? KeyEntry("Esc", "Clear", "Looks for nothing any more.", [.back], essential: true)
                : KeyEntry("Esc", "Back", "Back to where you came from.", [.back], essential: true),
            KeyEntry("j k", "Scroll", "Scroll by a line, like the arrows.", [.down, .up]),
            KeyEntry("PgDn", "", "Scrolls on by ten lines; PgUp back.", [.pageDown, .pageUp]),
            KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]),
            KeyEntry("Tab", "Other copy", "Shows the other copy.", [.otherPanel]),
            KeyEntry("1", "", "Shows the customer's copy.", [.digit(1)]),
            KeyEntry("2", "", "Shows the merchant's copy.", [.digit(2)]),
            KeyEntry("3", "", "Shows both, to print or save them together.", [.digit(3)]),
            KeyEntry("4", "", "Shows the slip of the void, where it was voided.", [.digit(4)]),
            KeyEntry("/", "Find", "Types what to look for on this copy. F3 does the same.", [.find]),
        ] + (isFinding ? matches : []) + [
            leave,
            KeyEntry("s", "Save", "Keeps what is shown as text, HTML or PDF, a file a copy.", [.save]),
            KeyEntry("W", "Width", "Sets it for a roll of 32, 42 or 48 columns, or for the window.", [.width]),
            KeyEntry("Y", "Copy", "Gives the reference to the terminal, to paste elsewhere.", [.copy]),
            print(state),
            state.settings.canEmail
                ? KeyEntry("e", "E-mail", "Sends the customer's copy to an address that you type.", [.email])
                : KeyEntry("e", "", "Sends it by e-mail. No e-mail is set up.", [.email]),
            help,
        ]
    }

    static let email = [
        KeyEntry("Enter", "Send", "Sends the receipt to what is typed.", [.confirm], essential: true),
        KeyEntry("Left", "", "Moves the cursor; Right too.", [.left, .right]),
        KeyEntry("Home", "", "To the start of the address; End to its end.", [.top, .bottom]),
        KeyEntry("Backspace", "", "Takes back the character before the cursor.", [.erase]),
        KeyEntry("Esc", "Back", "Sends nothing.", [.back], essential: true),
        KeyEntry("F1", "Help", "This page.", [.help], essential: true),
    ]

    static func copyOut(_ copyOut: CopyOutPage) -> [KeyEntry] {
        let last = (copyOut.choices.map(\.number).max() ?? 0)
        let digits = Set(copyOut.choices.map { AppCommand.digit($0.number) })
        let again = KeyEntry("p", "Print again", "Prints it again.", [.print])
        return [
            KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true),
            KeyEntry("0-\(last)", "Choose", "Marks a choice by its number.", digits),
            KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]),
        ] + (copyOut.failure == nil ? [] : [again]) + [
            KeyEntry(
                "Esc", copyOut.failure == nil ? "Back" : "Skip", "Goes on without it. - does the same.",
                [.back, .erase], essential: true), help,
        ]
    }

    private static let leave = KeyEntry("Enter v", "", "Back to where you came from.", [.confirm, .receipt])

    private static let matches = [
        KeyEntry("n", "Next", "The next place where it was found.", [.no]),
        KeyEntry("N", "", "The place before.", [.previousMatch]),
    ]

    private static let receiptField: [KeyEntry] = [
        KeyEntry(
            "Enter", "To the copy", "Leaves the field; n and N go to the other places.", [.confirm], essential: true),
        KeyEntry("Down", "", "Scrolls by a line; Up back.", [.down, .up]),
        KeyEntry("PgDn", "", "Scrolls on by ten lines; PgUp back.", [.pageDown, .pageUp]),
        KeyEntry("Home", "", "To the first line; End to the last.", [.top, .bottom]),
        KeyEntry("Tab", "Other copy", "Looks for it on the other copy.", [.otherPanel]),
        KeyEntry("Backspace", "", "Takes back the last character.", [.erase]),
        KeyEntry("Esc", "Clear", "Looks for nothing any more.", [.back], essential: true),
        KeyEntry("F1", "Help", "This page.", [.help], essential: true),
    ]
}
