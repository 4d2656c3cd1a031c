import HeftKit
import Money
import TillJournal

@testable import HeftWire
@testable import TillCore

func money(_ minorUnits: Int64, _ currency: Currency = .gbp) -> Amount {
    Amount(minorUnits: minorUnits, currency: currency)
}

extension Timestamp {
    /// Milliseconds after a day's first moment, in UTC.
    static func at(_ milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_700_000_000_000 + milliseconds, offsetFromUTC: 0)
    }
}

extension ReaderIdentity {
    static let counter = ReaderIdentity(
        serialNumber: "12345", name: "HiLite", address: "00:11:22:33:44:55", isSimulated: false)
    static let simulator = ReaderIdentity(
        serialNumber: "00001", name: "Simulated reader", address: "sim", isSimulated: true)
    static let terrace = ReaderIdentity(
        serialNumber: "67890", name: "HiPro", address: "00:11:22:33:44:66", isSimulated: false)
}

extension ReaderDevice {
    static let counter = ReaderDevice(name: "HiLite", address: "00:11:22:33:44:55", kind: .bluetooth)
    static let simulated = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)
}

extension OperationIntent {
    static func sample(
        _ reference: String = "T1-1", kind: OperationKind = .sale, amount: Amount? = money(1250),
        customerReference: String? = nil, bootID: String = "boot-1", at milliseconds: Int64 = 0
    ) -> OperationIntent {
        OperationIntent(
            kind: kind, amount: amount, reference: reference, customerReference: customerReference, reader: .counter,
            bootID: bootID, startedAt: .at(milliseconds))
    }
}

extension OperationOutcome {
    static func sample(
        _ verdict: Verdict, status: Status? = nil, by settlement: Settlement = .readerAnswer
    ) -> OperationOutcome {
        OperationOutcome(
            verdict: verdict, statusCode: status.map { Int($0.code) } ?? 0, settledBy: settlement, finishedAt: .at(0))
    }
}

extension OperationRecord {
    static func sample(
        _ sequence: Int64 = 1, _ intent: OperationIntent = .sample(), outcome: OperationOutcome? = nil,
        wasRelayed: Bool = false
    ) -> OperationRecord {
        OperationRecord(sequence: sequence, intent: intent, outcome: outcome, wasRelayedToBank: wasRelayed)
    }

    /// An operation whose answer did not arrive after data had gone to the bank.
    static func inDoubt(_ sequence: Int64 = 1, _ intent: OperationIntent = .sample()) -> OperationRecord {
        .sample(sequence, intent, outcome: .sample(.unknown, by: .noAnswer), wasRelayed: true)
    }
}

let guid = "01236fc0-8192-11eb-9aca-ad4b0e95f241"

/// A result as a reader sends it.
///
/// - Parameters:
///   - byte: what the binary part says; the same as the document when nil.
///   - amount: what the document says was asked for; nothing when nil.
func answer(
    _ outcome: FinancialStatus, _ status: Status = .success, byte: FinancialStatus? = nil, amount: Amount? = nil,
    reference: String = "", type: String = "", isRecovered: Bool = false, id: String = "",
    customerReceipt: String = "", merchantReceipt: String = "", due: Amount? = nil, command: Command = .saleFinished
) -> FinanceResult {
    var fields = [PayloadXML.Element("FinancialStatus", text: outcome.word)]
    if let amount {
        fields.append(PayloadXML.Element("RequestedAmount", text: "\(amount.minorUnits)"))
        fields.append(PayloadXML.Element("Currency", text: "\(amount.currency.numericCode)"))
    }
    if let due { fields.append(PayloadXML.Element("DueAmount", text: "\(due.minorUnits)")) }
    if !reference.isEmpty { fields.append(PayloadXML.Element("CustomerReference", text: reference)) }
    if !type.isEmpty { fields.append(PayloadXML.Element("TransactionType", text: type)) }
    if !id.isEmpty { fields.append(PayloadXML.Element("EFTTransactionID", text: id)) }
    if isRecovered { fields.append(PayloadXML.Element("RecoveredTransaction", text: "true")) }
    let taken = outcome == .authorised || outcome == .partiallyApproved
    return FinanceResult(
        FinanceResponse(
            command: command, status: status, financialStatus: (byte ?? outcome).rawValue,
            authorisedAmountMinor: taken ? UInt32(clamping: amount?.minorUnits ?? 0) : 0,
            merchantReceipt: Array(merchantReceipt.utf8), customerReceipt: Array(customerReceipt.utf8),
            xml: PayloadXML.document(PayloadXML.Element("FinancialTransactionResponse", children: fields))))
}

/// What a reader that holds nothing answers to the question for its pending result.
let nothingHeld = FinanceResult(FinanceResponse(command: .recovered, status: .noDataAvailable))

/// What a reader answers that is at something of its own.
let tooBusy = FinanceResult(FinanceResponse(command: .recovered, status: .commandNotAllowed))

let aSale = ReaderOperation.finance(
    .sale, ReaderOperation.FinanceOrder(amountMinor: 1250, currency: CurrencyNumber(.gbp)))

func completion(
    _ result: ReaderSession.OperationResult, of operation: ReaderOperation = aSale, wasRelayed: Bool = false,
    isAutomatic: Bool = false
) -> OperationCompletion {
    OperationCompletion(
        operation: operation, result: result, wasRelayedToBank: wasRelayed, isAutomatic: isAutomatic)
}

func recovery(_ result: FinanceResult) -> DeskEvent {
    .finished(completion(.recovery(result.recovery, result), of: .recoverPendingResult))
}

func status(_ status: Status, canCancel: Bool = false) -> StatusEvent {
    var event = StatusEvent(unreadable: status)
    event.isCancelAllowed = canCancel
    return event
}

let aSignature = SignatureRequest(receipt: Array("<p>Sign</p>".utf8))

/// A line of the acquirer's list.
///
/// - Parameter milliseconds: as in ``Timestamp/at(_:)``.
func feedRow(
    _ result: String = "AUTHORISED", _ type: String = "SALE", money amount: Amount = money(1250),
    reference: String = "", id: String = guid, isReversed: Bool = false, at milliseconds: Int64 = 0
) -> FeedTransaction {
    FeedTransaction(
        transactionID: id, type: type, amountMinor: amount.minorUnits, currency: amount.currency,
        customerReference: reference, result: result, isReversed: isReversed,
        happenedAt: Timestamp.at(milliseconds).millisecondsSince1970, authorisationCode: "005354")
}
