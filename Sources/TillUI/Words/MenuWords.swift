import TillCore

extension Hint {
    /// Why an entry of the menu cannot be opened, in two words; the sentence is in the status line.
    var shortReason: String {
        switch self {
        case .notConnected: "no reader"
        case .noReceipt: "none yet"
        case .nothingToRepeat: "none yet"
        case .nothingUnknown: "nothing"
        case .notStarted(.readerNotAsked): "ask it first"
        case .notStarted(.busy): "reader busy"
        case .notStarted(.readerRestarting): "restarting"
        default: "not now"
        }
    }
}

extension AppState {
    func status(of menu: MenuPage) -> StatusLine {
        if let obstacle = obstacle(to: menu.marked) { return obstacle.line(isInDoubt: false) }
        if menu.awaitsDigit, let number = Int(menu.typed) {
            let numbers = AppAction.menu.compactMap(\.number).filter { $0 / 10 == number && $0 >= 10 }
            if let first = numbers.first, let last = numbers.last {
                return StatusLine(
                    .idle, "Enter opens \(menu.marked.name). Another digit chooses \(first) to \(last).")
            }
        }
        return StatusLine(.idle, menu.marked.explanation)
    }

    func status(of palette: PalettePage) -> StatusLine {
        guard palette.found.indices.contains(palette.marked) else {
            return StatusLine(.idle, "No command has such a name. Backspace takes back a letter.")
        }
        let action = palette.found[palette.marked]
        if let obstacle = obstacle(to: action) { return obstacle.line(isInDoubt: false) }
        return StatusLine(.idle, action.explanation)
    }
}

extension ServiceQuestion.Kind {
    var title: String {
        switch self {
        case .tokenize: "Tokenize"
        case .startOfDay: "Start of day"
        case .emptyLog: "Empty the log"
        case .update: "Update reader"
        }
    }

    var question: String {
        switch self {
        case .tokenize: "Get a token for a card?"
        case .startOfDay: "Start the day on the reader?"
        case .emptyLog: "Empty the log of the reader?"
        case .update: "Update the reader?"
        }
    }

    /// What happens then.
    var consequence: String {
        switch self {
        case .tokenize:
            "The reader asks for the card and gives a token for it, which stays in the books. No money is taken."
        case .startOfDay: "The reader opens its day with the bank. No money is moved."
        case .emptyLog:
            "What the reader has written down so far is gone. The help desk may want it: save it first, with s."
        case .update:
            "The reader fetches new software and settings. That can take some minutes; it may restart, and the till "
                + "connects again by itself. Nothing can be charged until then."
        }
    }

    var yes: String {
        switch self {
        case .tokenize: "Yes, ask for the card"
        case .startOfDay: "Yes, start the day"
        case .emptyLog: "Yes, empty the log"
        case .update: "Yes, update the reader"
        }
    }

    var statusText: String {
        switch self {
        case .tokenize: "Press 1, then Enter to ask for the card. Esc is No."
        case .startOfDay: "Press 1, then Enter to start the day. Esc is No."
        case .emptyLog: "Press 1, then Enter to empty the log. Esc is No."
        case .update: "Press 1, then Enter to update the reader. Esc is No."
        }
    }
}
