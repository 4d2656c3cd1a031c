import ChargeURL
import Money
import TillJournal

/// What another program is told of a charge, and how.
package struct ChargeAnswer: Equatable, Sendable {
    /// What it says, for a person.
    package enum Word: String, Sendable {
        case approved
        case cancelled
        case declined
        case error
    }

    /// Of the request that it answers; nil for one of an earlier run of the till.
    package var number: Int?
    /// What the books keep it under: the ticket that the charge became, else a reference of its own. Nil as long as it is
    /// not kept.
    package var ticket: String?
    package var word: Word
    /// What was charged; nil unless it was approved.
    package var amount: Amount?
    /// What the caller calls itself.
    package var appName: String
    /// What is opened.
    package var url: String

    package init(
        number: Int?, ticket: String?, word: Word, amount: Amount? = nil, appName: String, url: String
    ) {
        self.number = number
        self.ticket = ticket
        self.word = word
        self.amount = amount
        self.appName = appName
        self.url = url
    }

    /// The answer to a request for which nothing was charged.
    package init(_ outcome: ChargeOutcome, number: Int?, appName: String?, to address: ReturnAddress) {
        self.init(
            number: number, ticket: nil, word: Word(outcome), appName: appName ?? "",
            url: ChargeResponse(outcome, to: address).url)
    }
}

extension ChargeAnswer {
    /// An answer that the books keep, as it was given then: what became of the ticket since changes nothing of it. Nil
    /// where there is none.
    package init?(_ charge: ChargeRecord) {
        guard let url = charge.answer, let given = GivenAnswer(url) else { return nil }
        self.init(
            number: nil, ticket: charge.ticket, word: Word(given.responseCode), amount: given.amount,
            appName: charge.draft.appName, url: url)
    }
}

extension ChargeAnswer.Word {
    package init(_ code: IFChargeResponseCode) {
        switch code {
        case .approved: self = .approved
        case .cancelled: self = .cancelled
        case .declined: self = .declined
        case .error: self = .error
        }
    }

    package init(_ outcome: ChargeOutcome) {
        switch outcome {
        case .approved: self = .approved
        case .cancelled: self = .cancelled
        case .declined: self = .declined
        case .error, .partlyPaid, .setAside: self = .error
        }
    }
}

/// All that the books hold of a charge: what its answer is worked out from.
package struct ChargeHistory: Equatable, Sendable {
    package var charge: ChargeRecord
    /// The operations of its ticket, in their order.
    package var operations: [OperationRecord]
    /// How far the ticket is paid.
    package var ticket: TicketState?
    /// Whether a supervisor lets the till go on although it is in doubt.
    package var isSetAside: Bool

    /// Whether a part of the ticket is paid and the rest is due.
    package var isPartlyPaid: Bool {
        guard let ticket else { return false }
        return (ticket.paidByCard.minorUnits > 0 || ticket.paidOtherwise.minorUnits > 0) && ticket.due.minorUnits > 0
    }

    package init(
        charge: ChargeRecord, operations: [OperationRecord], ticket: TicketState?, isSetAside: Bool
    ) {
        self.charge = charge
        self.operations = operations
        self.ticket = ticket
        self.isSetAside = isSetAside
    }
}

extension ChargeOutcome {
    /// How a charge has ended, as the books have it. Nil as long as an outcome may still come, and where nothing was
    /// asked of a reader.
    ///
    /// | the books | the answer |
    /// |---|---|
    /// | in doubt | none |
    /// | in doubt, and set aside by a supervisor | `error`, with the reference and that the card must not be charged again |
    /// | the whole ticket is paid | `approved` |
    /// | a part is paid and the rest is due | `error`, with the reference and to ask before the card is charged again |
    /// | what was paid was voided | `cancelled` |
    /// | nothing was paid | as the last attempt ended: `declined`, `cancelled`, else `error` |
    package init?(_ history: ChargeHistory) {
        guard let last = history.operations.last, let ticket = history.ticket else { return nil }
        if let doubtful = history.operations.last(where: \.isInDoubt) {
            guard history.isSetAside else { return nil }
            self = .setAside(reference: doubtful.intent.reference)
            return
        }
        let paid = history.operations.filter { $0.moved != nil }
        if ticket.paidByCard.minorUnits > 0 || ticket.paidOtherwise.minorUnits > 0 {
            guard !history.isPartlyPaid, let payment = paid.last,
                let charge = ApprovedCharge(payment, ticket, first: history.operations.first)
            else {
                self = .partlyPaid(reference: paid.last?.intent.reference ?? history.charge.ticket)
                return
            }
            self = .approved(charge)
            return
        }
        if !paid.isEmpty {
            self = .cancelled
            return
        }
        switch last.outcome?.verdict {
        case .declined: self = .declined
        case .cancelled: self = .cancelled
        case .approved, .processed, .partiallyApproved, .failed, .unknown, nil: self = .error
        }
    }
}

extension ApprovedCharge {
    /// - Parameters:
    ///   - payment: the last one on the ticket.
    ///   - first: the operation that says what the ticket is made of.
    fileprivate init?(_ payment: OperationRecord, _ ticket: TicketState, first: OperationRecord?) {
        guard let outcome = payment.outcome else { return nil }
        let amount: Amount
        let tip: Amount
        do throws(AmountError) {
            amount = try ticket.paidByCard.adding(ticket.paidOtherwise)
            tip =
                try (first?.intent.parts?.tip).map { (keyed) throws(AmountError) in
                    try keyed.adding(ticket.gratuity)
                } ?? ticket.gratuity
        } catch {
            return nil
        }
        self.init(
            transactionID: payment.intent.reference, amount: amount,
            cardNumber: RedactedCardNumber(outcome.maskedCardNumber),
            cardType: ChargeCardType(schemeName: outcome.cardScheme),
            tax: first?.intent.parts?.tax.map { Tax(minorUnits: $0.amount.minorUnits, rate: $0.rate) },
            tipMinorUnits: tip.minorUnits > 0 ? tip.minorUnits : nil)
    }
}

extension ChargeAnswer {
    /// The answer to a charge that the books hold; nil as long as there is none, or where the address is one that is not
    /// opened.
    package init?(_ history: ChargeHistory, number: Int?) {
        let draft = history.charge.draft
        guard let outcome = ChargeOutcome(history),
            let address = try? ReturnAddress(draft.returnAddress, usesFileMakerForm: draft.usesFileMakerForm)
        else { return nil }
        self.init(outcome, number: number, appName: draft.appName, to: address)
        ticket = history.charge.ticket
        if case .approved(let charge) = outcome { amount = charge.amount }
    }
}
