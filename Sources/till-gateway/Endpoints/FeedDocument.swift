import ReaderSimulator

/// A page of the transaction feed, as JSON.
struct FeedDocument: Encodable {
    /// One payment. Texts are empty where there is nothing to say.
    struct Transaction: Encodable {
        var transactionID: String
        /// `SALE`, `REFUND`, `VOID_SALE` or `VOID_REFUND`.
        var type: String
        /// Minor units.
        var amount: Int64
        /// Minor units; with what the cardholder added.
        var authorised: Int64
        /// ISO 4217.
        var currency: Int
        var customerReference: String
        /// `AUTHORISED`, `PARTIAL_APPROVAL`, `DECLINED` or `FAILED`.
        var result: String
        /// Taken back as a whole.
        var reversed: Bool
        /// Milliseconds since 1970-01-01 00:00:00 UTC, by the server's clock.
        var at: Int64
        var originalTransactionID: String
        var authorisationCode: String
    }

    var transactions: [Transaction]
    /// What `after` takes for the next page; nil on the last one.
    var next: String?
    /// Whether the feed holds everything of the time that was asked for.
    var complete = true

    /// - Parameter limit: how many lines a page has; one line more says that another page follows.
    init(_ lines: [GatewayBooks.Line], limit: Int) {
        let page = lines.prefix(limit)
        transactions = page.map(Transaction.init)
        next = lines.count > limit ? page.last.map { String($0.sequence) } : nil
    }
}

extension FeedDocument.Transaction {
    init(_ line: GatewayBooks.Line) {
        let payment = line.payment
        self.init(
            transactionID: payment.id, type: payment.kind.feedWord, amount: Int64(payment.amountMinor),
            authorised: Int64(payment.authorisedMinor), currency: payment.currency,
            customerReference: payment.customerReference ?? "", result: payment.result.feedWord,
            reversed: payment.isReversed, at: line.decidedAt, originalTransactionID: payment.originalID,
            authorisationCode: payment.authorisationCode)
    }
}

extension PaymentOrder.Kind {
    fileprivate var feedWord: String {
        switch self {
        case .sale: "SALE"
        case .refund: "REFUND"
        case .saleReversal: "VOID_SALE"
        case .refundReversal: "VOID_REFUND"
        }
    }
}

extension HostReply.Result {
    fileprivate var feedWord: String {
        switch self {
        case .approved: "AUTHORISED"
        case .partlyApproved: "PARTIAL_APPROVAL"
        case .declined: "DECLINED"
        case .abandoned: "FAILED"
        }
    }
}
