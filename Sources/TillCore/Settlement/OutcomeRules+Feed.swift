import HeftKit
import Money
import TillJournal

extension OutcomeRules {
    /// How a transaction of the feed ended; nil where the feed does not say it clearly.
    static func verdict(of transaction: FeedTransaction) -> OperationOutcome.Verdict? {
        guard let result = FinancialStatus(word: transaction.result) else { return nil }
        switch result {
        // An approval without its number could be neither refunded nor told from another.
        case .authorised, .partiallyApproved:
            if transaction.transactionID.isEmpty { return nil }
            if transaction.isReversed { return .cancelled }
            // The rest that is due can only be told where both amounts are.
            if result == .partiallyApproved, transaction.authorisedMinor == nil { return nil }
            return result == .authorised ? .approved : .partiallyApproved
        case .declined: return .declined
        case .cancelled: return .cancelled
        case .failed: return .failed
        case .undefined, .processed: return nil
        }
    }

    /// The outcome that the feed tells of; nil when it settles nothing.
    package static func outcome(
        of match: FeedMatch, for record: OperationRecord, at now: Timestamp
    ) -> OperationOutcome? {
        switch match {
        case .found(let transaction): outcome(of: transaction, for: record, at: now)
        case .absent: absentOutcome(of: record, at: now)
        case .withoutResult, .ambiguous, .notYet: nil
        }
    }

    private static func outcome(
        of transaction: FeedTransaction, for record: OperationRecord, at now: Timestamp
    ) -> OperationOutcome? {
        guard let verdict = verdict(of: transaction), let requested = record.intent.amount else { return nil }
        let isTaken = verdict == .approved || verdict == .partiallyApproved
        let authorised = transaction.authorisedMinor ?? transaction.amountMinor
        // What an earlier, unknown outcome told stays, as far as the feed does not tell it.
        var outcome =
            record.outcome
            ?? OperationOutcome(verdict: verdict, settledBy: .transactionFeed, finishedAt: now)
        outcome.verdict = verdict
        outcome.message = transaction.isReversed ? "\(transaction.result), reversed" : transaction.result
        outcome.requested = requested
        outcome.authorised = isTaken ? Amount(minorUnits: authorised, currency: requested.currency) : nil
        if verdict == .partiallyApproved {
            outcome.due = Amount(
                minorUnits: max(0, requested.minorUnits - authorised), currency: requested.currency)
        }
        if !transaction.transactionID.isEmpty { outcome.transactionID = transaction.transactionID }
        if !transaction.authorisationCode.isEmpty { outcome.authorisationCode = transaction.authorisationCode }
        if !transaction.cardScheme.isEmpty { outcome.cardScheme = transaction.cardScheme }
        if !transaction.maskedCardNumber.isEmpty { outcome.maskedCardNumber = transaction.maskedCardNumber }
        outcome.isRecovered = true
        outcome.settledBy = .transactionFeed
        outcome.finishedAt = now
        return outcome
    }

    private static func absentOutcome(of record: OperationRecord, at now: Timestamp) -> OperationOutcome {
        var outcome =
            record.outcome
            ?? OperationOutcome(
                verdict: .failed, requested: record.intent.amount, settledBy: .transactionFeed, finishedAt: now)
        outcome.verdict = .failed
        outcome.message = "The bank's transaction list does not have it."
        outcome.authorised = nil
        outcome.settledBy = .transactionFeed
        outcome.finishedAt = now
        return outcome
    }
}
