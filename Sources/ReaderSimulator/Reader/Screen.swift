internal import HeftWire

/// What the reader's screen shows its cardholder.
enum Screen {
    static let idle = ["SIMULATED READER", "READY"]

    /// The lines for a status of a payment; nil where the screen stays as it is.
    static func lines(_ status: Status, amount: String) -> [String]? {
        let words: String
        switch status {
        case .waitingForCard: words = "INSERT, SWIPE OR TAP CARD"
        case .cardInserted: words = "READING CARD"
        case .applicationSelection: words = "CONFIRM: GREEN KEY"
        case .pinInput: words = "ENTER PIN"
        case .waitingSignature: words = "PLEASE SIGN"
        case .waitingHostConnect: words = "CALLING BANK"
        case .waitingHostSend, .waitingHostReceive, .waitingHostDisconnect: words = "PLEASE WAIT"
        case .removeCard: words = "REMOVE CARD"
        default: return nil
        }
        return amount.isEmpty ? [words] : [amount, words]
    }

    /// The lines at the end.
    static func lines(_ verdict: Verdict, amount: String, card: TestCard?) -> [String] {
        let words: String
        switch verdict.outcome {
        case .authorised, .processed: words = "APPROVED"
        case .partiallyApproved: words = "PARTLY APPROVED"
        case .declined: words = "DECLINED"
        case .cancelled: words = "CANCELLED"
        case .failed, .undefined: words = "NOT COMPLETED"
        }
        let lines = amount.isEmpty ? [words] : [amount, words]
        return card?.entry == .chip ? lines + ["REMOVE CARD"] : lines
    }
}
