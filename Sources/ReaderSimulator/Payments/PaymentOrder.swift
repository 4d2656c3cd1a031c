internal import HeftWire
import Money

/// What the till asked for: one of the four operations that move money, with its particulars.
package struct PaymentOrder: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case sale
        case refund
        case saleReversal
        case refundReversal

        /// Whether a card is presented for it; reversals go straight to the host.
        var takesCard: Bool {
            switch self {
            case .sale, .refund: true
            case .saleReversal, .refundReversal: false
            }
        }

        /// The command that the reader answers it with.
        var answer: Command {
            switch self {
            case .sale: .saleFinished
            case .refund: .refundFinished
            case .saleReversal: .saleReversalFinished
            case .refundReversal: .refundReversalFinished
            }
        }

        init?(_ command: Command) {
            switch command {
            case .sale: self = .sale
            case .refund: self = .refund
            case .saleReversal: self = .saleReversal
            case .refundReversal: self = .refundReversal
            default: return nil
            }
        }
    }

    package var kind: Kind
    /// Minor units of ``currency``.
    package var amountMinor: UInt32
    /// The number of ISO 4217, 826 for GBP.
    package var currency: Int
    /// The GUID that a reversal or refund names; empty for none.
    package var originalID = ""
    package var customerReference = ""
    package var budgetNumber = ""
    package var tokenisesCard = false
    /// Of the merchant account that the till chose; empty for the reader's own.
    package var merchantID = ""
    package var terminalID = ""

    package init(kind: Kind, amountMinor: UInt32, currency: Int) {
        self.kind = kind
        self.amountMinor = amountMinor
        self.currency = currency
    }

    init(kind: Kind, request: FinanceRequest, options: FinanceOptions) {
        self.init(kind: kind, amountMinor: request.amountMinor, currency: request.currency.value)
        originalID = request.transactionID
        customerReference = options.customerReference
        budgetNumber = options.budgetNumber
        tokenisesCard = options.tokenisesCard && kind == .sale
        merchantID = options.agreement?.first?.merchantID ?? ""
        terminalID = options.agreement?.first?.terminalID ?? ""
    }

    /// The word of `TransactionType`.
    var transactionType: String {
        switch kind {
        case .sale: tokenisesCard ? "SALE_AND_TOKENIZE_CARD" : "SALE"
        case .refund: "REFUND"
        case .saleReversal: "VOID_SALE"
        case .refundReversal: "VOID_REFUND"
        }
    }

    /// An amount in the order's currency, `12.50 GBP`; the number stands for a currency that nobody knows.
    func text(minorUnits: UInt32) -> String {
        guard let currency = Currency(numericCode: currency) else { return "\(minorUnits) (currency \(currency))" }
        return Amount(minorUnits: Int64(minorUnits), currency: currency).formattedWithCode
    }
}

/// A payment that is under way, as the books hold it from its first moment.
package struct PaymentInFlight: Codable, Equatable, Sendable {
    /// How far it has come; what that means after a power cut stands at each case.
    package enum Stage: String, Codable, Sendable {
        /// The host knows nothing of it. Cut off here, nothing was taken.
        case started
        /// The request may have reached the host. Cut off here, the host is asked.
        case sentToHost
        /// The host approved, the cashier has not judged the signature. Cut off here, the payment is reversed.
        case awaitingSignature
    }

    package var order: PaymentOrder
    /// The GUID that the reader gave it.
    package var id: String
    /// The reader's own counter.
    package var number: UInt32
    /// `yyyyMMddHHmmss`
    package var startedAt: String
    package var batch: Int
    /// Nil until a card was read, and for reversals.
    package var card: TestCard?
    package var stage: Stage
    /// What the test panel chose for it; nil where the amount decides.
    package var choice: NextPayment?
    /// What the cardholder added on the reader.
    package var gratuity: Gratuity?

    /// The amount and its gratuity, in minor units.
    var totalMinor: UInt32 {
        // Books from outside may say anything.
        let (sum, isTooMuch) = order.amountMinor.addingReportingOverflow(gratuity?.minorUnits ?? 0)
        return isTooMuch ? .max : sum
    }
}

/// What the test panel chooses for the next payment. It wins over the amount.
package enum NextPayment: String, Codable, CaseIterable, Sendable {
    /// By chip and PIN, where the reader plays the cardholder.
    case approved
    case approvedWithSignature
    case declined
    case partlyApproved
    /// The cardholder presses the red key.
    case cancelledByCardholder
    /// The bank has the request, the link to the till is lost, and the approval waits on the reader.
    case linkLost
    /// The bank takes the money, its answer never arrives.
    case bankSilent
    case batteryTooLow
}

/// How a payment ended, in the reader's words.
package struct Verdict: Codable, Equatable, Sendable {
    /// The message's status, 0x0001 for success.
    package var statusCode: UInt16
    /// The word in the XML, `AUTHORISED`.
    package var word: String
    /// What was taken or given back, in minor units.
    package var authorisedMinor: UInt32 = 0
    /// What is still to be paid after a partial approval.
    package var dueMinor: UInt32 = 0
    /// `StatusMessage`
    package var message: String
    /// `ErrorMessage`
    package var error = ""
    package var authorisationCode = ""

    init(_ status: Status, _ outcome: FinancialStatus, _ message: String, error: String = "") {
        statusCode = status.code
        word = outcome.word
        self.message = message
        self.error = error
    }

    var outcome: FinancialStatus { FinancialStatus(word: word) ?? .undefined }
    var status: Status { Status(code: statusCode) }

    /// Nothing was taken: the payment never came as far as the host.
    static func failed(_ status: Status, _ message: String, error: String) -> Verdict {
        Verdict(status, .failed, message, error: error)
    }
}
