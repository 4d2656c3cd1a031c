import TillCore

/// What a cashier reads about an outcome: what happened, and what to do next. Plain words, no codes.
package struct CashierMessage: Equatable, Sendable {
    /// One or two words in capitals, `APPROVED`.
    package var heading: String
    package var text: String

    package init(_ heading: String, _ text: String) {
        self.heading = heading
        self.text = text
    }

    /// What to say of an operation that has its outcome.
    ///
    /// - Parameter isEarlier: it is not the answer to the sale at hand, but to one before.
    package init(_ record: OperationRecord, isEarlier: Bool = false) {
        guard let outcome = record.outcome else {
            self = CashierMessage.unknown
            return
        }
        if record.isContradicted, let answer = record.readersAnswer {
            self = CashierMessage(record, contradictedBy: answer)
            return
        }
        if let message = CashierMessage(returnOf: record, outcome) {
            self = message
            return
        }
        if isEarlier, let message = CashierMessage(earlier: record, outcome) {
            self = message
            return
        }
        switch outcome.verdict {
        case .approved: self = CashierMessage(approved: record, outcome)
        case .declined: self = CashierMessage(declined: outcome)
        case .partiallyApproved: self = CashierMessage(partial: outcome)
        case .cancelled: self = CashierMessage(cancelled: outcome)
        case .processed: self.init("DONE", "The reader has done it.")
        case .failed: self = CashierMessage(failed: record, outcome)
        case .unknown: self = CashierMessage.unknown
        }
    }

    /// The one message that must never invite to charge again.
    package static let unknown = CashierMessage(
        "UNKNOWN",
        "The answer did not arrive. The customer may or may not have been charged. Do not charge this customer again. "
            + "Ask the reader for the answer (safe).")

    /// The reader was asked and holds nothing, and the bank may have been reached.
    package static let stillUnknown = CashierMessage(
        "STILL UNKNOWN",
        "The reader has no stored answer. Call support with this sheet before charging again.")

    /// Nobody judged the signature before its time was over.
    static let signatureLeftAlone = CashierMessage(
        "DECLINED", "No answer to the signature in time, the reader declined. No money was taken.")

    /// The shop's own time for a card was over, and the reader confirmed the till's cancel.
    static let cardWaitOver = CashierMessage(
        "CANCELLED",
        "No card came in time, so the till cancelled. No money was taken. Charge it again when the card is here.")

    private init(approved record: OperationRecord, _ outcome: OperationOutcome) {
        let taken = (outcome.total ?? outcome.authorised ?? record.intent.amount)?.formattedWithCode ?? "The amount"
        self.init("APPROVED", "\(taken) was taken. Give the receipt.")
    }

    private init(declined outcome: OperationOutcome) {
        if outcome.statusCode == StatusCode.invalidSignature {
            self.init("DECLINED", "The signature was rejected. No money was taken. Ask for another card.")
        } else if outcome.statusCode == StatusCode.processingError {
            self = CashierMessage.signatureLeftAlone
        } else {
            self.init(
                "DECLINED", "Not paid. No money was taken. Ask for another card or another way to pay.")
        }
    }

    private init(partial outcome: OperationOutcome) {
        let taken = (outcome.total ?? outcome.authorised)?.formatted ?? "A part"
        let due = outcome.due?.formatted ?? "The rest"
        self.init("PARTLY PAID", "\(taken) was taken. \(due) is still due. Take the rest, or give the \(taken) back.")
    }

    private init(cancelled outcome: OperationOutcome) {
        let who =
            switch outcome.statusCode {
            // A reader that lost its till tells later that it cancelled by itself.
            case StatusCode.posCancelled where !outcome.isRecovered: "You cancelled and the reader confirmed."
            case StatusCode.userCancelled: "The customer pressed the red key."
            default: "The payment was broken off on the reader."
            }
        self.init("CANCELLED", "\(who) No money was taken.")
    }

    private init?(earlier record: OperationRecord, _ outcome: OperationOutcome) {
        let time = String(record.intent.startedAt.localTime.dropFirst(11).prefix(5))
        switch outcome.verdict {
        case .approved:
            self.init(
                "APPROVED (earlier sale)",
                "This is the answer to the sale of \(time), not to a new one. Nothing more to take.")
        case .declined, .cancelled, .failed:
            self.init(
                outcome.verdict == .declined ? "DECLINED (earlier sale)" : "NOT PAID (earlier sale)",
                "The sale of \(time) was not paid. It may be charged now if the customer is here.")
        case .partiallyApproved, .processed, .unknown:
            return nil
        }
    }

    private init(failed record: OperationRecord, _ outcome: OperationOutcome) {
        let currency = record.intent.amount?.currency.alphaCode ?? "this currency"
        switch outcome.statusCode {
        case 0x0004: self.init("NOT STARTED", "Reader busy: finish or cancel it there. No money was taken.")
        case 0x0005: self.init("NOT STARTED", "The reader needs an update first. No money was taken.")
        case 0x000C: self.init("NOT STARTED", "The reader is not set up for \(currency). No money was taken.")
        case 0x001D:
            self.init("NOT STARTED", "Reader and till do not share the same secret. No money was taken.")
        case 0x0031: self.init("NOT STARTED", "Battery too low: charge the reader. No money was taken.")
        case 0x0006, 0x0007: self.init("NOT PAID", "The bank could not be reached. No money was taken.")
        case 0x000D:
            self.init("NOT PAID", "The reader does not know its bank yet: update it. No money was taken.")
        case 0x0029, 0x002A, 0x002B:
            self.init(
                "NOT PAID",
                "The bank could not be reached in time, and the reader holds no payment. Check the connection, then "
                    + "charge again.")
        case 0x000E, 0x000F, 0x0010:
            self.init(
                "NOT PAID",
                "The card could not be read: turn it, use the chip, or take another card. No money was taken.")
        case 0x0011: self.init("NOT PAID", "Nobody answered on the reader. No money was taken.")
        case 0x0026: self.init("NOT PAID", "This card cannot be used for this. No money was taken.")
        case 0x0027: self.init("NOT PAID", "The card was taken out too early. No money was taken.")
        case 0x0028: self.init("NOT PAID", "The card is blocked: ask for another card. No money was taken.")
        case 0 where outcome.settledBy == .nothingSent:
            self.init("NOT PAID", "The sale did not begin on the reader. No money was taken. It may be charged now.")
        default: self.init("NOT PAID", "The reader could not do it. No money was taken.")
        }
    }

    private enum StatusCode {
        static let processingError = 0x0003
        static let userCancelled = 0x0012
        static let invalidSignature = 0x0013
        static let posCancelled = 0x0025
    }
}
