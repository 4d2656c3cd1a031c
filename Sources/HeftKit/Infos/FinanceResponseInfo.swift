import HeftWire
import Money

/// The result of a finance operation. Amounts are minor units of ``currency`` as text, as the reader sends them; one
/// that is missing reads `0`, a text that is missing is empty.
///
/// Source: reference, FinanceResponseInfo; `ReaderProtocol.md` §4.
public struct FinanceResponseInfo: ResponseInfo, Equatable {
    package let result: FinanceResult

    package init(_ result: FinanceResult) {
        self.result = result
    }

    private func text(_ field: FinanceDetails.Field) -> String { result.details.text(field) }
    private func amount(_ field: FinanceDetails.Field) -> String { text(field).isEmpty ? "0" : text(field) }

    /// What to show: ``finStatus`` when the reader answered by success, else its own sentence, else ours.
    public var status: String { result.statusText }
    /// The name of ``statusCode``, `Success`; empty for a code that is not in the table.
    public var statusName: String { result.response.status.name ?? "" }
    /// The number of the reader's status, 0–65,535: 1 for success, also for a decline by the bank.
    public var statusCode: Int { Int(result.response.status.code) }
    /// Every element of the reader's document by name, those included that no property is made of.
    public var xml: [String: String] { result.details.elements }

    /// `AUTHORISED`, `DECLINED`, `PROCESSED`, `FAILED`, `CANCELLED`, `PARTIAL_APPROVAL` or `UNDEFINED`.
    ///
    /// `UNDEFINED` means that nobody knows whether money moved, also where the reader's answer contradicts itself. Never
    /// charge again on it.
    public var finStatus: String { result.outcome.word }
    /// The same as a number: 0 undefined, 1 approved, 2 declined, 3 processed, 4 failed, 5 cancelled, 6 partly approved.
    public var financialResult: Int { Int(result.outcome.rawValue) }
    /// The reader's sentence, `AUTH CODE 005354`.
    public var statusMessage: String { text(.statusMessage) }
    /// `SALE`, `REFUND`, `VOID_SALE`, `VOID_REFUND`, `TOKENIZE_CARD`, `SALE_AND_TOKENIZE_CARD`, `HOST_INIT`, or the
    /// reader's own words for the day's operations.
    public var type: String { text(.transactionType) }
    /// Why it was declined or failed; empty otherwise.
    public var errorMessage: String { text(.errorMessage) }

    /// The GUID, 36 characters, that reversals and refunds name. Store it. A token's GUID stands in for it.
    public var eFTTransactionID: String { result.eftTransactionID }
    /// The GUID of the payment that was returned or voided; empty for others.
    public var originalEFTTransactionID: String { text(.originalEFTTransactionID) }
    /// The reader's own counter, not the GUID.
    public var transactionId: String { text(.transactionID) }
    /// `yyyyMMddHHmmss`, by the reader's clock.
    public var eFTTimestamp: String { text(.eftTimestamp) }
    /// The bank's code for an approval.
    public var authorisationCode: String { text(.authorisationCode) }

    /// Minor units that were authorised, 0–4,294,967,295.
    public var authorisedAmount: Int { Int(result.response.authorisedAmountMinor) }
    /// What was asked for.
    public var requestedAmount: String { amount(.requestedAmount) }
    /// What was charged: ``requestedAmount`` with ``gratuityAmount``, or the part that was approved.
    public var totalAmount: String { amount(.totalAmount) }
    /// What the cardholder gave as a tip on the reader.
    public var gratuityAmount: String { amount(.gratuityAmount) }
    /// The tip as a percentage of ``requestedAmount``, `0%`.
    public var gratuityPercentage: String {
        text(.gratuityPercentage).isEmpty ? "0%" : text(.gratuityPercentage)
    }
    /// What is still due after a partial approval.
    public var dueAmount: String { amount(.dueAmount) }
    /// The alpha code; empty when the reader named none that is known.
    public var currency: String { result.details.currency?.alphaCode ?? "" }

    /// `VISA`, `MASTERCARD`, … as the reader writes it.
    public var cardSchemeName: String { text(.cardSchemeName) }
    /// `ICC` for a chip, `NFC` for contactless, `MSR` for a stripe, or `UNDEFINED`.
    public var cardEntryType: String { text(.cardEntryType) }
    /// `PIN`, `SIGNATURE`, `PIN_SIGNATURE`, `NOT_REQUIRED`, `MOBILE_PASS_CODE`, `FAILED` or `UNDEFINED`.
    public var verificationMethod: String { text(.verificationMethod) }
    /// The card's number with all but its last digits masked, `************1111`.
    public var maskedCardNumber: String { text(.maskedCardNumber) }

    /// Month and year of the card's end, four digits; empty when the reader does not tell.
    public var expiryDateMMYY: String { text(.expiryDate) }
    /// The token for the card, of an operation that asked for one; empty otherwise.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var CardToken: String { text(.cardToken) }

    /// The cardholder's receipt as HTML, at most 65,535 bytes; empty when there is none.
    public var customerReceipt: String { String(decoding: result.response.customerReceipt, as: UTF8.self) }
    /// The merchant's receipt as HTML, at most 65,535 bytes; empty when there is none.
    public var merchantReceipt: String { String(decoding: result.response.merchantReceipt, as: UTF8.self) }

    /// Echoed from the options.
    public var customerReference: String { text(.customerReference) }
    /// The budget period that the payment was made with, in months; empty for none.
    public var budgetNumber: String { text(.budgetNumber) }
    /// The EMV parameters of the chip, whole. It may hold card data: log ``toDictionary()``.
    public var chipTransactionReport: String { text(.chipTransactionReport) }
    /// The number of the merchant account that was used.
    public var mid: String { text(.merchantID) }
    /// The number of the terminal that was used.
    public var tid: String { text(.terminalID) }
    /// What the card holds, in minor units with a sign below zero and the currency's code, `-1250 GBP`; empty when the
    /// bank does not tell.
    public var balance: String {
        let amount = text(.balanceAmount)
        guard !amount.isEmpty else { return "" }
        let isNegative = ["-", "D", "DEBIT", "NEGATIVE"].contains(text(.balanceSign).uppercased())
        let signed = isNegative && !amount.hasPrefix("-") ? "-" + amount : amount
        let name = text(.balanceCurrency)
        let code = Int(name).flatMap(Currency.init(numericCode:))?.alphaCode ?? name
        return code.isEmpty ? signed : "\(signed) \(code)"
    }
    /// What the reader says of itself; its fields are empty where it says nothing.
    public var deviceStatus: DeviceStatus { DeviceStatus(result.details.elements) }

    /// Whether this result was fetched after it was lost. It belongs to an earlier operation then.
    public var recoveredTransaction: Bool { result.details.isRecovered }
    /// Whether the reader restarts now, within about 2 seconds: wait until it comes back, then connect anew.
    public var isRestarting: Bool { result.response.isRestarting }

    /// ``finStatus`` as a value.
    public var outcome: FinStatus { FinStatus(rawValue: finStatus) }
    /// ``cardEntryType`` as a value; ``CardEntryType/undefined`` when the reader does not tell.
    public var entryType: CardEntryType { cardEntryType.isEmpty ? .undefined : CardEntryType(rawValue: cardEntryType) }
    /// ``cardSchemeName`` as a value; nil when the reader does not tell.
    public var scheme: CardSchemeName? { cardSchemeName.isEmpty ? nil : CardSchemeName(rawValue: cardSchemeName) }
    /// ``verificationMethod`` as a value; ``VerificationMethod/undefined`` when the reader does not tell.
    public var verification: VerificationMethod {
        verificationMethod.isEmpty ? .undefined : VerificationMethod(rawValue: verificationMethod)
    }
}
