import HeftKit
import Money
import TillJournal

/// Decides how an operation ended, from what the reader and the link said. Where it is not certain that no money moved,
/// the verdict is unknown: never failed.
package enum OutcomeRules {
    /// The outcome of an operation that just ended.
    package static func outcome(
        of completion: OperationCompletion, intent: OperationIntent, at now: Timestamp
    ) -> OperationOutcome {
        switch completion.result {
        case .finance(let result):
            return outcome(of: result, intent: intent, wasRelayedToBank: completion.wasRelayedToBank, at: now)
        case .answeredByEarlier:
            return OperationOutcome(
                verdict: .unknown, message: "The reader answered with an earlier result.", requested: intent.amount,
                settledBy: .noAnswer, finishedAt: now)
        case .failed(let failure, let delivery):
            return outcome(of: failure, delivery, intent: intent, at: now)
        case .recovery, .plain, .log, .xml:
            // None of these ends an operation that stands in the books.
            return OperationOutcome(
                verdict: .unknown, message: "The reader gave another kind of answer.", requested: intent.amount,
                settledBy: .noAnswer, finishedAt: now)
        }
    }

    /// The outcome that a result tells of.
    ///
    /// - Parameter wasRelayedToBank: anything was sent to the bank before it came. A failure after that proves nothing.
    package static func outcome(
        of result: FinanceResult, intent: OperationIntent, wasRelayedToBank: Bool, isRecovered: Bool = false,
        at now: Timestamp
    ) -> OperationOutcome {
        let currency = result.details.currency ?? intent.amount?.currency
        func amount(_ minorUnits: Int64?) -> Amount? {
            guard let currency, let minorUnits else { return nil }
            return Amount(minorUnits: minorUnits, currency: currency)
        }
        let authorised = result.response.authorisedAmountMinor
        let verdict = verdict(of: result, intent: intent, wasRelayedToBank: wasRelayedToBank)
        var outcome = OperationOutcome(
            verdict: verdict,
            message: message(of: result), statusCode: Int(result.response.status.code),
            requested: amount(result.details.minorUnits(.requestedAmount)) ?? intent.amount,
            authorised: authorised > 0 ? amount(Int64(authorised)) : nil,
            gratuity: amount(result.details.minorUnits(.gratuityAmount)),
            total: amount(result.details.minorUnits(.totalAmount)),
            due: amount(result.details.minorUnits(.dueAmount)),
            transactionID: result.eftTransactionID.isEmpty ? nil : result.eftTransactionID,
            readerTransactionID: result.details.text(.transactionID),
            authorisationCode: result.details.text(.authorisationCode),
            cardScheme: result.details.text(.cardSchemeName),
            maskedCardNumber: result.details.text(.maskedCardNumber),
            cardEntry: result.details.text(.cardEntryType),
            verificationMethod: result.details.text(.verificationMethod),
            customerReceipt: String(decoding: result.response.customerReceipt, as: UTF8.self),
            merchantReceipt: String(decoding: result.response.merchantReceipt, as: UTF8.self),
            isRecovered: isRecovered,
            settledBy: settlement(of: result, verdict, isRecovered: isRecovered), finishedAt: now)
        outcome.cardToken = result.details.text(.cardToken)
        return outcome
    }

    private static func settlement(
        of result: FinanceResult, _ verdict: OperationOutcome.Verdict, isRecovered: Bool
    ) -> OperationOutcome.Settlement {
        // Only such a failure gives way when the reader holds nothing: a contradiction or a failure after the bank was
        // reached is an answer, and the reader has no other to give.
        let waitsForReader = result.outcome == .failed && settledByReader.contains(result.response.status)
        if verdict == .unknown, waitsForReader { return .noAnswer }
        return isRecovered ? .pendingResult : .readerAnswer
    }

    private static func verdict(
        of result: FinanceResult, intent: OperationIntent, wasRelayedToBank: Bool
    ) -> OperationOutcome.Verdict {
        // No money hangs on the end of the day or an update: what did not work may simply be done again.
        if !intent.kind.movesMoney {
            return result.outcome == .processed || result.outcome == .authorised ? .processed : .failed
        }
        switch result.outcome {
        case .authorised: return .approved
        case .declined: return .declined
        case .cancelled: return .cancelled
        // It is the answer to an operation without money, and says nothing about money that was asked for.
        case .processed: return .unknown
        case .partiallyApproved: return .partiallyApproved
        case .undefined: return .unknown
        case .failed:
            if unclearFailures.contains(result.response.status) { return .unknown }
            // What the reader kept is its last word: it has settled with the bank before it says "failed".
            if result.details.isRecovered { return .failed }
            return wasRelayedToBank || settledByReader.contains(result.response.status) ? .unknown : .failed
        }
    }

    /// Failures behind which the bank may have taken the money. Source: DESIGN, the books, rule 5.
    private static let unclearFailures: Set<ReaderStatus> = [
        .sendingError, .receivingError, .responsePaymentTimeout,
    ]

    /// Failures for want of the bank's answer, which the reader itself settles: once it says that it holds no result,
    /// no money moved.
    private static let settledByReader: Set<ReaderStatus> = [
        .requestAuthorisationTimeout, .requestPaymentTimeout, .responseAuthorisationTimeout,
    ]

    private static func message(of result: FinanceResult) -> String {
        let error = result.details.text(.errorMessage)
        if !error.isEmpty { return error }
        let message = result.details.text(.statusMessage)
        return message.isEmpty ? result.statusText : message
    }

    static func outcome(
        of failure: LinkFailure, _ delivery: RequestDelivery, intent: OperationIntent, at now: Timestamp
    ) -> OperationOutcome {
        switch delivery {
        case .notDelivered:
            OperationOutcome(
                verdict: .failed, message: failure.text, requested: intent.amount, settledBy: .nothingSent,
                finishedAt: now)
        case .unknown, .delivered:
            OperationOutcome(
                verdict: intent.kind.movesMoney ? .unknown : .failed, message: failure.text, requested: intent.amount,
                settledBy: .noAnswer,
                finishedAt: now)
        }
    }

    /// The outcome of an operation in doubt whose reader was asked and holds no result; nil when that proves nothing.
    ///
    /// - Parameters:
    ///   - bootID: this run of the machine. In another run the note that something went to the bank may have been lost
    ///     with the power, so its absence proves nothing there.
    package static func outcome(
        nothingPendingFor record: OperationRecord, bootID: String, at now: Timestamp
    ) -> OperationOutcome? {
        let recorded = record.outcome
        // What the reader did answer, at once or later, is not unsaid by its silence now.
        if let recorded, recorded.isClear || recorded.settledBy != .noAnswer { return nil }
        let status = recorded.flatMap { UInt16(exactly: $0.statusCode) }.map(ReaderStatus.init(code:))
        let failedForWantOfBank = status.map(settledByReader.contains) ?? false
        let nothingWasSent = !record.wasRelayedToBank && record.intent.bootID == bootID
        guard failedForWantOfBank || nothingWasSent || !record.intent.kind.movesMoney else { return nil }
        var outcome =
            recorded
            ?? OperationOutcome(
                verdict: .failed, message: "The till stopped before the payment began.",
                requested: record.intent.amount, settledBy: .nothingSent, finishedAt: now)
        outcome.verdict = .failed
        outcome.settledBy = .nothingSent
        outcome.finishedAt = now
        return outcome
    }
}
