import HeftKit
import Money
import TillJournal

/// To which operation in doubt a recovered result belongs.
package enum PendingMatch: Equatable, Sendable {
    case operation(OperationRecord)
    /// None of them.
    case none
    /// More than one: nobody guesses.
    case several([OperationRecord])

    /// Finds the operation that a result tells of, among those in doubt on its reader.
    ///
    /// The reference decides where the result carries one: it is unique. Without it, type, amount and currency must
    /// fit exactly one operation.
    package init(_ result: FinanceResult, among records: [OperationRecord]) {
        let reference = result.details.text(.customerReference)
        let candidates = records.filter { record in
            PendingMatch.fits(result, record.intent)
                && (reference.isEmpty || reference == record.intent.customerReference)
        }
        switch candidates.count {
        case 0: self = .none
        case 1: self = .operation(candidates[0])
        default: self = .several(candidates)
        }
    }

    private static func fits(_ result: FinanceResult, _ intent: OperationIntent) -> Bool {
        let type = result.details.text(.transactionType)
        if !type.isEmpty, type != "UNDEFINED", !intent.kind.transactionTypes.contains(type) { return false }
        guard let amount = intent.amount else { return true }
        if let requested = result.details.minorUnits(.requestedAmount), requested != amount.minorUnits { return false }
        if let currency = result.details.currency, currency != amount.currency { return false }
        return true
    }
}

extension OperationKind {
    /// Whether money hangs on how it ends.
    package var movesMoney: Bool {
        switch self {
        case .sale, .saleAndTokenize, .refund, .saleReversal, .refundReversal: true
        case .tokenize, .startOfDay, .endOfDay, .update: false
        }
    }

    /// What a word of `TransactionType` can answer; empty where there is none, or it tells nothing.
    static func kinds(ofType type: String) -> Set<OperationKind> {
        if type.isEmpty || type == "UNDEFINED" { return [] }
        return Set(allCases.filter { $0.transactionTypes.contains(type) })
    }

    /// The words of `TransactionType` that answer it. Source: `ReaderProtocol.md` §4.
    var transactionTypes: Set<String> {
        switch self {
        case .sale: ReaderOperation.FinanceKind.sale.transactionTypes
        case .saleAndTokenize: ReaderOperation.FinanceKind.sale.transactionTypes
        case .refund: ReaderOperation.FinanceKind.refund.transactionTypes
        case .saleReversal: ReaderOperation.FinanceKind.saleReversal.transactionTypes
        case .refundReversal: ReaderOperation.FinanceKind.refundReversal.transactionTypes
        case .tokenize: ["TOKENIZE_CARD"]
        case .update: ["HOST_INIT"]
        case .startOfDay, .endOfDay: []
        }
    }
}
