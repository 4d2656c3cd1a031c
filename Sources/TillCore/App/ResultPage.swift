import Configuration
import Money
import TillJournal

/// Something is in doubt, and comes before any new sale.
package struct UnfinishedPage: Equatable, Sendable {
    package var record: OperationRecord
    /// The numbered choice that Enter runs.
    package var marked = 1

    package enum Action: Int, CaseIterable, Sendable {
        case ask = 1
        case journal
        case support
        case setAside
        case decide
    }

    package init(_ record: OperationRecord) {
        self.record = record
    }
}

/// How an operation ended. The page stays until it is acknowledged.
package struct ResultPage: Equatable, Sendable {
    package var record: OperationRecord
    /// It is the answer to an earlier sale, not to the one at hand.
    package var isEarlier: Bool
    /// The numbered choice that Enter runs.
    package var marked: Int
    /// For an unknown outcome: what came of asking the reader.
    package var inquiry = Inquiry.notAsked
    /// It was declined because nobody judged the signature in time; the reader says only that it was not accepted.
    package var isSignatureLeftAlone = false
    /// It was cancelled because no card came in the time that the shop has set.
    package var isCardWaitOver = false
    /// Whether the small print is shown.
    package var showsDetails = false
    /// What is due on the ticket, where something was noted on it after this result.
    package var rest: Amount?
    /// Of a void: what was paid without a card on the same ticket, and goes back too.
    package var besides: TenderSums?
    /// What the reader has said of it, beside the outcome that the books have.
    package var contradiction: OperationOutcome?
    /// Somebody has said what became of it, and its reader is about to be asked: until then it is not charged again.
    package var isAnswerAwaited = false
    /// The request of another program that it is the result of.
    package var charge: Charge?

    package struct Charge: Equatable, Sendable {
        /// What the caller calls itself.
        package var appName: String
        /// What it is told, or was told.
        package var word: ChargeAnswer.Word
        /// Its answer is on its way already.
        package var isTold: Bool
        /// Where a receipt can be sent; nil where none can.
        package var email: String?
    }

    package enum Inquiry: Equatable, Sendable {
        case notAsked
        case asking
        /// The reader holds nothing, or gave no clear answer.
        case noAnswer
    }

    package init(_ record: OperationRecord, isEarlier: Bool) {
        self.record = record
        self.isEarlier = isEarlier
        marked = 0
        if record.isInDoubt || isPartOfSale { marked = 1 }
    }

    /// It stands between the reader's word and another one, and somebody must look.
    package init(_ record: OperationRecord, contradictedBy answer: OperationOutcome) {
        self.init(record, isEarlier: true)
        contradiction = answer
        marked = 0
    }

    /// A part of a sale was paid, and the rest is due.
    package var isPartOfSale: Bool {
        record.outcome?.verdict == .partiallyApproved && record.intent.kind.takesMoney && contradiction == nil
    }

    /// Its outcome is a supervisor's word.
    var isDecided: Bool {
        if case .supervisor = record.outcome?.settledBy { return true }
        return false
    }

    /// The reader says that the customer has paid, and the books did not know.
    package var isPaidAfterAll: Bool {
        guard let contradiction, record.intent.kind.takesMoney else { return false }
        return record.amount(movedBy: contradiction) != nil && record.amount(movedBy: record.outcome) == nil
    }
}
