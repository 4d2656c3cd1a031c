import Money

/// Why the books do not take what was to be written: it would give back or take more than is right, or says too little.
package enum Refusal: Equatable, Sendable {
    /// A refund or a reversal names no operation of these books that it could undo.
    case noOriginal(transactionID: String?)
    /// The operation with this number is no sale, or for the reversal of a refund no refund.
    case notReturnable(sequence: Int64)
    /// Nobody knows yet whether the operation that is to be undone was paid.
    case originalInDoubt(reference: String)
    case nothingWasPaid(reference: String)
    /// The operation that is to be undone has no `eFTTransactionID` to name.
    case transactionIDMissing(reference: String)
    /// An amount above zero is needed.
    case noAmount
    case otherCurrency(Currency, expected: Currency)
    /// More than is left of the sale.
    case aboveRest(asked: Amount, rest: Amount)
    /// A reversal takes back the whole amount, not a part of it.
    case reversalOfPart(asked: Amount?, whole: Amount)
    case alreadyReversed(reference: String, by: String)
    /// Some of the sale was refunded, so that it can no longer be reversed.
    case alreadyRefunded(reference: String, refunded: Amount)
    /// A reversal is possible on the day of the operation only.
    case otherDay(reference: String, day: String)
    /// The day of the operation was closed: the bank takes no reversal of it any more.
    case dayClosed(reference: String)
    /// A refund or a reversal of the same operation is in doubt.
    case undoingInDoubt(reference: String)
    /// A sale on the same ticket is in doubt.
    case ticketInDoubt(ticket: String, reference: String)
    /// More than is still to be paid on the ticket.
    case aboveDue(ticket: String, due: Amount)
    /// There was no sale on this ticket.
    case unknownTicket(String)
    /// A supervisor decides only what is in doubt.
    case notInDoubt(reference: String)
    /// Who decides, or on what evidence, was not said.
    case decisionWithoutProof
}

extension Refusal {
    /// What happened and what to do, for a person.
    package var sentence: String {
        switch self {
        case .noOriginal(let transactionID?):
            "No payment with the number \(transactionID) stands in these books. Look it up in the history, or say that it is not from this till."
        case .noOriginal(nil):
            "The payment to give back is not named. Choose it in the history, or say that it is not from this till."
        case .notReturnable(let sequence):
            "Operation \(sequence) is not one that can be given back. Choose the sale in the history."
        case .originalInDoubt(let reference):
            "It is not known yet whether \(reference) was paid. Find out first."
        case .nothingWasPaid(let reference):
            "\(reference) was not paid, so there is nothing to give back. Choose another payment."
        case .transactionIDMissing(let reference):
            "The bank's number of \(reference) is not known. Ask the bank to give the money back."
        case .noAmount:
            "There is no amount. Type one above zero."
        case .otherCurrency(let currency, let expected):
            "\(currency.alphaCode) was asked for, but the payment is in \(expected.alphaCode). Use \(expected.alphaCode)."
        case .aboveRest(let asked, let rest) where rest.minorUnits == 0:
            "\(asked.formattedWithCode) cannot be given back: nothing is left of this payment."
        case .aboveRest(let asked, let rest):
            "\(asked.formattedWithCode) is more than the \(rest.formattedWithCode) that are left. Give back \(rest.formattedWithCode) at most."
        case .reversalOfPart(_, let whole):
            "Only the whole \(whole.formattedWithCode) can be voided. Give a part back with a refund."
        case .alreadyReversed(let reference, let by):
            "\(reference) was voided by \(by) already. There is nothing left to give back."
        case .alreadyRefunded(let reference, let refunded):
            "\(refunded.formattedWithCode) of \(reference) were refunded already, so it cannot be voided. Refund the rest instead."
        case .otherDay(let reference, let day):
            "\(reference) was made on \(day) and can be voided on that day only. Use a refund instead."
        case .dayClosed(let reference):
            "The day of \(reference) was closed, so it cannot be voided any more. Use a refund instead."
        case .undoingInDoubt(let reference):
            "\(reference) may have given the money back already. Find out first."
        case .ticketInDoubt(let ticket, let reference):
            "\(reference) may have been paid already. Do not charge \(ticket) again before that is known."
        case .aboveDue(let ticket, let due) where due.minorUnits == 0:
            "\(ticket) is paid. There is nothing left to charge."
        case .aboveDue(let ticket, let due):
            "Only \(due.formattedWithCode) are still due on \(ticket). Charge that at most."
        case .unknownTicket(let ticket):
            "There was no sale on \(ticket). Look for the ticket in the history."
        case .notInDoubt(let reference):
            "The outcome of \(reference) is known. There is nothing to decide."
        case .decisionWithoutProof:
            "Say who decides, and on what evidence."
        }
    }
}
