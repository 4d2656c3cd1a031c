import HeftWire

/// The result of a finance operation. Amounts are minor units as text, as the reader sends them.
///
/// Source: reference, FinanceResponseInfo; `ReaderProtocol.md` §4.
public struct FinanceResponseInfo: ResponseInfo, Equatable {
    package let result: FinanceResult

    package init(_ result: FinanceResult) {
        self.result = result
    }

    private func text(_ field: FinanceDetails.Field) -> String { result.details.text(field) }
    private func amount(_ field: FinanceDetails.Field) -> String { text(field).isEmpty ? "0" : text(field) }

    public var status: String { result.statusText }
    public var statusName: String { result.response.status.name ?? "" }
    public var statusCode: Int { Int(result.response.status.code) }
    public var xml: [String: String] { result.details.elements }

    /// `AUTHORISED`, `DECLINED`, `PROCESSED`, `FAILED`, `CANCELLED`, `PARTIAL_APPROVAL` or `UNDEFINED`.
    public var finStatus: String { result.outcome.word }
    /// The same as a number: 0 undefined, 1 approved, 2 declined, 3 processed, 4 failed, 5 cancelled, 6 partly approved.
    public var financialResult: Int { Int(result.outcome.rawValue) }
    public var statusMessage: String { text(.statusMessage) }
    /// `SALE`, `REFUND`, `VOID_SALE`, …
    public var type: String { text(.transactionType) }
    public var errorMessage: String { text(.errorMessage) }

    /// The GUID that reversals and refunds name. Store it.
    public var eFTTransactionID: String { result.eftTransactionID }
    public var originalEFTTransactionID: String { text(.originalEFTTransactionID) }
    /// The reader's own counter.
    public var transactionId: String { text(.transactionID) }
    /// `yyyyMMddHHmmss`
    public var eFTTimestamp: String { text(.eftTimestamp) }
    public var authorisationCode: String { text(.authorisationCode) }

    /// Minor units that were authorised.
    public var authorisedAmount: Int { Int(result.response.authorisedAmountMinor) }
    public var requestedAmount: String { amount(.requestedAmount) }
    public var totalAmount: String { amount(.totalAmount) }
    public var gratuityAmount: String { amount(.gratuityAmount) }
    public var gratuityPercentage: String {
        text(.gratuityPercentage).isEmpty ? "0%" : text(.gratuityPercentage)
    }
    /// What is still due after a partial approval.
    public var dueAmount: String { amount(.dueAmount) }
    /// The alpha code; empty when the reader named none that is known.
    public var currency: String { result.details.currency?.alphaCode ?? "" }

    public var cardSchemeName: String { text(.cardSchemeName) }
    public var cardEntryType: String { text(.cardEntryType) }
    public var verificationMethod: String { text(.verificationMethod) }
    public var maskedCardNumber: String { text(.maskedCardNumber) }

    /// HTML; empty when there is none.
    public var customerReceipt: String { String(decoding: result.response.customerReceipt, as: UTF8.self) }
    public var merchantReceipt: String { String(decoding: result.response.merchantReceipt, as: UTF8.self) }

    /// Echoed from the options.
    public var customerReference: String { text(.customerReference) }
    /// Whether this result was fetched after it was lost.
    public var recoveredTransaction: Bool { result.details.isRecovered }
    /// The reader restarts now: disconnect, and wait until it comes back.
    public var isRestarting: Bool { result.response.isRestarting }
}
