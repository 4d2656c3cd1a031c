/// A finance or tokenise response, read.
package struct FinanceResult: Equatable, Sendable {
    package var response: FinanceResponse
    package var details: FinanceDetails
    /// How it ended: the XML decides, a contradiction or an unreadable document is `undefined`.
    package var outcome: FinancialStatus
    /// Why the XML could not be read; nil when it could. The response's own fields stand all the same.
    package var problem: WireError?

    package init(_ response: FinanceResponse) {
        self.response = response
        do throws(WireError) {
            details = try FinanceDetails(xml: response.xml)
            outcome = response.outcome(details)
        } catch {
            details = FinanceDetails()
            outcome = .undefined
            problem = error
        }
    }

    /// A tokenise response: `F081` has no financial status but the one in its text.
    package init(tokenised status: Status, xml: [UInt8]) {
        self.init(FinanceResponse(command: .tokenised, status: status, xml: xml))
        if problem == nil { outcome = details.financialStatus ?? (status == .success ? .undefined : .failed) }
        response.financialStatus = outcome.rawValue
    }

    /// The text that is shown: the financial status after a success, else the reader's sentence.
    package var statusText: String {
        if response.status == .success {
            return details.has(.financialStatus) ? details.text(.financialStatus) : outcome.word
        }
        let message = details.text(.statusMessage)
        return message.isEmpty ? response.status.sentence : message
    }

    /// The GUID that reversals and refunds name; a token's GUID stands in for it.
    package var eftTransactionID: String {
        for candidate in [
            details.text(.eftTransactionID), String(decoding: response.transactionID, as: UTF8.self),
            details.text(.cardTokenizationGUID),
        ] where !candidate.isEmpty {
            return candidate
        }
        return ""
    }

    /// Whether this answers what was asked, and not an earlier operation.
    ///
    /// A recovered result never does, nor one whose type, amount, currency or reference is another. What the response
    /// leaves out proves nothing. Source: `ReaderProtocol.md` §4, Recovery.
    package func answers(_ kind: ReaderOperation.FinanceKind, _ order: ReaderOperation.FinanceOrder) -> Bool {
        if details.isRecovered { return false }
        let type = details.text(.transactionType)
        if !type.isEmpty, type != "UNDEFINED", !kind.transactionTypes.contains(type) { return false }
        if let requested = details.minorUnits(.requestedAmount), requested != Int64(order.amountMinor) { return false }
        if let currency = Int(details.text(.currency)), currency != order.currency.value { return false }
        let reference = details.text(.customerReference)
        let asked = order.options.referenceOnWire
        return reference.isEmpty || asked.isEmpty || reference == asked
    }

    /// What an answer to a recovery request means.
    package enum Recovery: Equatable, Sendable {
        /// The reader held this result; it belongs to an earlier operation.
        case recovered
        /// The reader says that it holds nothing.
        case nothingPending
        /// The reader gave no answer that decides: the earlier operation stays as unknown as it was.
        case undecided
    }

    /// Reads this as the answer to a recovery request. Source: `ReaderProtocol.md` §4, Recovery.
    package var recovery: Recovery {
        if problem != nil { return .undecided }
        if details.isRecovered { return .recovered }
        if response.status == .noDataAvailable { return .nothingPending }
        // Some readers say "nothing" by a success without a result.
        let saysNothing = outcome == .failed || outcome == .undefined
        let isBlank = response.authorisedAmountMinor == 0 && eftTransactionID.isEmpty
        return response.status == .success && saysNothing && isBlank ? .nothingPending : .undecided
    }
}
