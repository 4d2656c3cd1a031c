import TillCore

/// What a cashier reads about money that goes back, and about operations without money.
extension CashierMessage {
    /// Nil for an operation that takes money.
    init?(returnOf record: OperationRecord, _ outcome: OperationOutcome) {
        switch record.intent.kind {
        case .sale, .saleAndTokenize: return nil
        case .refund: self = CashierMessage.refund(record, outcome)
        case .saleReversal: self = CashierMessage.reversal("sale", record, outcome)
        case .refundReversal: self = CashierMessage.reversal("refund", record, outcome)
        case .tokenize, .startOfDay, .endOfDay, .update:
            self = CashierMessage(service: record.intent.kind, outcome)
        }
    }

    /// An unknown end of a return: what must not happen is that the money goes back twice.
    static let unknownReturn = CashierMessage(
        "UNKNOWN",
        "The answer did not arrive. The money may or may not have gone back. Do not give it back again. Ask the reader "
            + "for the answer (safe).")

    /// The reader was asked and holds nothing, and the bank may have been reached.
    static let stillUnknownReturn = CashierMessage(
        "STILL UNKNOWN",
        "The reader has no stored answer. Call support with this sheet before giving the money back again.")

    private static func refund(_ record: OperationRecord, _ outcome: OperationOutcome) -> CashierMessage {
        switch outcome.verdict {
        case .approved, .processed, .partiallyApproved:
            let amount = (outcome.authorised ?? record.intent.amount)?.formattedWithCode ?? "The amount"
            return CashierMessage("REFUNDED", "\(amount) was given back. Give the receipt.")
        case .declined, .failed:
            return CashierMessage(
                "NOT REFUNDED", "The bank did not accept it. No money was given back. The sale stays paid.")
        case .cancelled: return CashierMessage("CANCELLED", "Cancelled. No money was given back. The sale stays paid.")
        case .unknown: return unknownReturn
        }
    }

    private static func reversal(
        _ what: String, _ record: OperationRecord, _ outcome: OperationOutcome
    ) -> CashierMessage {
        switch outcome.verdict {
        case .approved, .processed, .partiallyApproved:
            let amount = record.intent.amount?.formattedWithCode ?? ""
            return CashierMessage("VOIDED", "The \(what) of \(amount) was voided. Give the receipt.")
        case .declined, .failed, .cancelled:
            return CashierMessage(
                "NOT VOIDED",
                what == "sale"
                    ? "The bank did not accept it. The sale stays paid. Use a refund instead."
                    : "The bank did not accept it. The refund stays as it is.")
        case .unknown: return unknownReturn
        }
    }
}
