import Money

/// How an operation ended, as far as it is known.
package struct OperationOutcome: Equatable, Sendable {
    /// The raw values are stored in the books and never change.
    package enum Verdict: String, CaseIterable, Sendable {
        case approved
        case declined
        case cancelled
        /// It did not take place; no money moved.
        case failed
        /// A part was taken: ``OperationOutcome/authorised``. ``OperationOutcome/due`` is still to be paid.
        case partiallyApproved
        /// An operation without money, such as the end of the day, was carried out.
        case processed
        /// Money may have moved. The operation stays in doubt.
        case unknown
    }

    /// Where the verdict comes from.
    package enum Settlement: Equatable, Sendable {
        /// The reader's answer to the operation itself.
        case readerAnswer
        /// The result that the reader had kept, fetched later.
        case pendingResult
        /// The reader holds no result and nothing was sent to the bank.
        case nothingSent
        /// The acquirer's list of transactions.
        case transactionFeed
        /// A supervisor decided: who, and on what evidence.
        case supervisor(name: String, evidence: String)
        /// No clear answer came and the till stopped waiting. The verdict is unknown.
        case noAnswer

        /// Whether it is the reader's own word.
        package var isReaders: Bool {
            switch self {
            case .readerAnswer, .pendingResult: true
            case .nothingSent, .transactionFeed, .supervisor, .noAnswer: false
            }
        }
    }

    package var verdict: Verdict
    /// The reader's words.
    package var message: String
    /// The reader's status code.
    package var statusCode: Int
    package var requested: Amount?
    /// What the bank has authorised, gratuity included.
    package var authorised: Amount?
    package var gratuity: Amount?
    package var total: Amount?
    /// What is left to pay after a partial approval.
    package var due: Amount?
    /// The `eFTTransactionID`, a GUID: what a refund or a reversal must name.
    package var transactionID: String?
    /// The reader's own number of the transaction, which tip adjustment must name.
    package var readerTransactionID: String
    package var authorisationCode: String
    package var cardScheme: String
    /// The last four digits at most; the books replace the others by `*`.
    package var maskedCardNumber: String
    /// How the card was read, in the reader's words: `ICC`.
    package var cardEntry: String
    /// How the cardholder was verified, in the reader's words: `PIN`.
    package var verificationMethod: String
    /// What stands for the card in later operations, where that was asked for; else empty.
    package var cardToken = ""
    /// HTML.
    package var customerReceipt: String
    /// HTML.
    package var merchantReceipt: String
    /// The result did not come as the answer to its operation but was fetched afterwards.
    package var isRecovered: Bool
    package var settledBy: Settlement
    package var finishedAt: Timestamp

    package init(
        verdict: Verdict, message: String = "", statusCode: Int = 0, requested: Amount? = nil,
        authorised: Amount? = nil, gratuity: Amount? = nil, total: Amount? = nil, due: Amount? = nil,
        transactionID: String? = nil, readerTransactionID: String = "", authorisationCode: String = "",
        cardScheme: String = "", maskedCardNumber: String = "", cardEntry: String = "",
        verificationMethod: String = "", customerReceipt: String = "", merchantReceipt: String = "",
        isRecovered: Bool = false, settledBy: Settlement, finishedAt: Timestamp
    ) {
        self.verdict = verdict
        self.message = message
        self.statusCode = statusCode
        self.requested = requested
        self.authorised = authorised
        self.gratuity = gratuity
        self.total = total
        self.due = due
        self.transactionID = transactionID
        self.readerTransactionID = readerTransactionID
        self.authorisationCode = authorisationCode
        self.cardScheme = cardScheme
        self.maskedCardNumber = maskedCardNumber
        self.cardEntry = cardEntry
        self.verificationMethod = verificationMethod
        self.customerReceipt = customerReceipt
        self.merchantReceipt = merchantReceipt
        self.isRecovered = isRecovered
        self.settledBy = settledBy
        self.finishedAt = finishedAt
    }

    /// Everything except an unknown verdict is clear.
    package var isClear: Bool { verdict != .unknown }

    /// Whether both tell of the same movement of money. When and how each was learnt does not matter, nor do words
    /// and receipts: a result fetched a second time may carry fewer of them.
    package func isSameResult(as other: OperationOutcome) -> Bool {
        verdict == other.verdict && transactionID == other.transactionID && authorised == other.authorised
            && total == other.total
    }
}
