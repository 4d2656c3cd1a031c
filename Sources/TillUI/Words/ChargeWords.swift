import Terminal
import TillCore

extension String {
    /// What a caller calls itself, or that it does not say.
    var callerName: String { isEmpty ? "Another program" : shortened(self, columns: 30) }
}

extension ChargeCase {
    var callerName: String { appName.callerName }
}

/// How long ago something was, in words.
func ago(_ seconds: Int) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    return switch hours {
    case 0: minutes < 1 ? "just now" : "\(minutes) min ago"
    case ..<48: "\(hours) h ago"
    default: "\(hours / 24) days ago"
    }
}

extension ResultPage.Charge {
    /// What comes next on the page of a result.
    var nextWords: String {
        isTold ? "\(appName.callerName) is told. Enter goes on." : "Enter tells \(appName.callerName)."
    }
}

extension ChargeRefusal {
    /// What happened, and what to do.
    var sentence: String {
        switch self {
        case .malformed(let error): "A charge request was refused. \(error.description)"
        case .currency(let currency):
            "A charge request was refused: \(currency.alphaCode) is not charged here. Nothing was taken."
        case .amountTooLarge: "A charge request was refused: it is for more than a reader can take."
        case .tooMany: "A charge request was refused: too many wait already. Nothing was taken."
        }
    }
}

extension AppState {
    func status(of page: ChargePage) -> StatusLine {
        if page.isTyping { return StatusLine(.needsYou, "Type the amount, then press Enter. Nothing is charged yet.") }
        guard desk.reader != nil else {
            return StatusLine(.needsYou, "No reader is connected. Press F9 to choose one, or 0, then Enter for No.")
        }
        guard page.charge.isOld(at: now) else {
            return StatusLine(.needsYou, "Press 1, then Enter to charge. Esc is No.")
        }
        let age = ago(page.charge.age(at: now))
        return StatusLine(
            .needsYou, "Asked \(age): see that it still holds. Press 1, then Enter to charge. Esc is No.")
    }
}

extension NotToldPage {
    var statusLine: StatusLine {
        isBusy
            ? StatusLine(.working, "Sending the answer ...")
            : StatusLine(.needsYou, "The answer was not delivered. Enter does what is marked; charging nothing.")
    }
}
