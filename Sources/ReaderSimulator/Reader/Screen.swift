internal import HeftWire

/// What the reader's screen shows its cardholder.
enum Screen {
    static let idle = ["SIMULATED READER", "READY"]
    static let restarting = ["RESTARTING"]

    /// The lines for a status of a payment; nil where the screen stays as it is.
    static func lines(_ status: Status, amount: String) -> [String]? {
        let words: String
        switch status {
        case .waitingForCard: words = "INSERT, SWIPE OR TAP CARD"
        case .cardInserted: words = "READING CARD"
        case .applicationSelection: words = "CONFIRM: GREEN KEY"
        case .chipCardSwiped: words = "CARD HAS A CHIP: INSERT IT"
        case .cardReadingFailed: words = "CARD UNREADABLE: SWIPE IT"
        case .waitingForCardRemoval: words = "TAKE THE CARD OUT"
        case .tipInput: words = "ADD A TIP?"
        case .manualCardInput: words = "TYPE THE CARD NUMBER"
        case .applicationConfirmation, .amountValidation, .amountDueValidation: words = "CONFIRM: GREEN KEY"
        case .accountTypeSelection: words = "CHOOSE ACCOUNT"
        case .paymentCodeSelection: words = "CHOOSE HOW TO PAY"
        case .partialApproval: words = "PARTLY APPROVED"
        case .pinInput: words = "ENTER PIN"
        case .waitingSignature: words = "PLEASE SIGN"
        case .waitingHostConnect: words = "CALLING BANK"
        case .waitingHostSend, .waitingHostReceive, .waitingHostDisconnect, .waitingHostMessageRequest,
            .waitingHostMessageResponse:
            words = "PLEASE WAIT"
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

    /// The lines while the scanner is on.
    static func lines(scanning order: SimulatedReader.ScanOrder) -> [String] {
        ["SCANNER ON", order.isButtonMode ? "PRESS THE BUTTON TO SCAN" : "HOLD A CODE BEFORE IT"]
    }
}

/// Statuses that only some readers send. Source: `ReaderProtocol.md` §5.
extension Status {
    static let accountTypeSelection = Status(code: 0x0032)
    static let paymentCodeSelection = Status(code: 0x0034)
    static let amountDueValidation = Status(code: 0x0036)
    static let waitingCustomerReceipt = Status(code: 0x0038)
    static let printingMerchantReceipt = Status(code: 0x0039)
    static let printingCustomerReceipt = Status(code: 0x003A)
    static let waitingHostMessageRequest = Status(code: 0x0040)
    static let waitingHostMessageResponse = Status(code: 0x0041)
}
