import HeftKit
import Money
import TillJournal

/// What a cashier wants charged.
package struct SaleRequest: Equatable, Sendable {
    package var amount: Amount
    /// The cashier's own reference; nil to send the till's.
    package var customerReference: String?
    /// The cashier was asked whether this is another customer than the one in doubt, and said so.
    package var isConfirmedAnew: Bool
    /// The supervisor who has said so; nil where the cashier's word was enough.
    package var confirmation: Confirmation?
    /// What is paid, where operations of it stand in the books already: another attempt at it, or a part of it. Nil
    /// begins a ticket.
    package var ticket: String?
    /// What is sold, for a person.
    package var description = ""
    /// The merchant's own; empty for none.
    package var invoiceNumber = ""
    /// What ``amount`` is made of; nil where it is one sum without tax and tip.
    package var parts: SaleParts?
    /// Whether a token of the card is asked for too.
    package var tokenizesCard = false
    /// Who is told of it, where another program asked for it.
    package var charge: ChargeRecord.Draft?

    package init(
        amount: Amount, customerReference: String? = nil, isConfirmedAnew: Bool = false, ticket: String? = nil
    ) {
        self.amount = amount
        self.customerReference = customerReference
        self.isConfirmedAnew = isConfirmedAnew
        self.ticket = ticket
    }
}

extension SaleRequest {
    /// Who let a sale go on although the same amount is in doubt, and why.
    package struct Confirmation: Equatable, Sendable {
        /// The cashier's own word.
        package static let cashier = Confirmation(
            by: "cashier", evidence: "The cashier was asked, and said that it is another customer.")

        package let supervisor: String
        package let evidence: String

        package init(by supervisor: String, evidence: String) {
            self.supervisor = supervisor
            self.evidence = evidence
        }
    }
}

/// An operation that is to stand in the books: it gets an intent before its first byte, and an outcome at its end.
package enum OperationRequest: Equatable, Sendable {
    case sale(SaleRequest)
    /// Gives back `amount` of a sale; the card is presented again.
    case refund(Amount, of: OperationRecord)
    /// Gives back money that no sale of these books brought, as a supervisor has said.
    case unlinkedRefund(Amount, by: String, evidence: String)
    /// Voids a whole sale or refund of the same day; no card is needed.
    case reversal(of: OperationRecord)
    /// The start or end of the day, or an update: no money.
    case service(OperationKind)

    /// The name of the note that says who gave money back without a sale, and why. It is stored, and never changes.
    package static let unlinkedRefundNote = "refundReason"

    /// Under which name it stands in the books.
    package var kind: OperationKind {
        switch self {
        case .sale(let request): request.tokenizesCard ? .saleAndTokenize : .sale
        case .refund, .unlinkedRefund: .refund
        case .reversal(let original): original.intent.kind == .refund ? .refundReversal : .saleReversal
        case .service(let kind): kind
        }
    }

    /// Nil for an operation without money.
    package var amount: Amount? {
        switch self {
        case .sale(let request): request.amount
        case .refund(let amount, _), .unlinkedRefund(let amount, _, _): amount
        case .reversal(let original): original.outcome?.authorised ?? original.intent.amount
        case .service: nil
        }
    }

    /// The operation that is given back or voided.
    package var original: OperationRecord? {
        switch self {
        case .sale, .service, .unlinkedRefund: nil
        case .refund(_, let original), .reversal(let original): original
        }
    }

    /// The cashier's own reference; nil to send the till's.
    package var customerReference: String? {
        switch self {
        case .sale(let request): request.customerReference
        case .refund, .unlinkedRefund, .reversal, .service: nil
        }
    }

    /// Who is told of it, where another program asked for it.
    package var charge: ChargeRecord.Draft? {
        switch self {
        case .sale(let request): request.charge
        case .refund, .unlinkedRefund, .reversal, .service: nil
        }
    }

    /// The ticket that it goes on with; nil to begin one.
    package var ticket: String? {
        switch self {
        case .sale(let request): request.ticket
        case .refund, .unlinkedRefund, .reversal, .service: nil
        }
    }

    /// What is to stand in the books of it before it starts.
    package func intent(
        reference: String, reader: ReaderIdentity, bootID: String, at now: Timestamp
    ) -> OperationIntent {
        var intent = OperationIntent(
            kind: kind, amount: amount, reference: reference, customerReference: customerReference, ticket: ticket,
            originalTransactionID: original?.transactionID, reader: reader, bootID: bootID, startedAt: now)
        if case .sale(let sale) = self {
            intent.description = sale.description
            intent.invoiceNumber = sale.invoiceNumber
            intent.parts = sale.parts
        }
        return intent
    }

    /// What the reader is asked, once the intent stands in the books.
    ///
    /// - Throws: ``HeftError/invalidArgument(_:)`` for what the wire cannot carry.
    func operation(_ intent: OperationIntent) throws(HeftError) -> ReaderOperation {
        var options = FinanceOptions(customerReference: intent.customerReference)
        options.tokenisesCard = intent.kind == .saleAndTokenize
        switch self {
        case .sale: return try payment(.sale, "", options)
        case .refund, .unlinkedRefund: return try payment(.refund, intent.originalTransactionID ?? "", options)
        case .reversal:
            let kind: ReaderOperation.FinanceKind = intent.kind == .refundReversal ? .refundReversal : .saleReversal
            return try payment(kind, intent.originalTransactionID ?? "", options)
        case .service(.startOfDay): return .startOfDay
        case .service(.endOfDay): return .endOfDay
        case .service(.update): return .update
        case .service(.tokenize): return .tokenise(customerReference: intent.customerReference)
        case .service: throw .invalidArgument("This is no operation without money.")
        }
    }

    private func payment(
        _ kind: ReaderOperation.FinanceKind, _ transactionID: String, _ options: FinanceOptions
    ) throws(HeftError) -> ReaderOperation {
        guard let amount else { throw .invalidArgument("There is no amount.") }
        return try .payment(kind, Int(amount.minorUnits), amount.currency.alphaCode, transactionID, options)
    }
}
