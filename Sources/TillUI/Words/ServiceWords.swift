import TillCore

extension CashierMessage {
    /// What to say of an operation without money.
    init(service kind: OperationKind, _ outcome: OperationOutcome) {
        guard outcome.verdict == .processed || outcome.verdict == .approved else {
            self.init("NOT DONE", CashierMessage.whyNot(kind, outcome))
            return
        }
        switch kind {
        case .tokenize: self.init("DONE", "The card was read. Its token is kept in the books. No money was taken.")
        case .startOfDay: self.init("DONE", "The reader has started its day.")
        case .endOfDay: self.init("DONE", "The reader has ended its day.")
        case .update: self.init("DONE", "The reader is up to date. If it restarts, the till connects again by itself.")
        case .sale, .saleAndTokenize, .refund, .saleReversal, .refundReversal:
            self.init("DONE", "The reader has done it.")
        }
    }

    private static func whyNot(_ kind: OperationKind, _ outcome: OperationOutcome) -> String {
        let next = " No money is concerned; it can be done again."
        switch outcome.statusCode {
        case 0x0004: return "The reader is busy: finish or cancel it there." + next
        case 0x0005: return "The reader needs an update first." + next
        case 0x0006, 0x0007: return "The bank could not be reached." + next
        case 0x0011: return "Nobody answered on the reader." + next
        case 0x0012, 0x0025: return "It was cancelled." + next
        case 0x001D: return "Reader and till do not share the same secret." + next
        case 0x0031: return "The battery is too low: charge the reader." + next
        case 0 where outcome.settledBy == .nothingSent: return "It did not begin on the reader." + next
        case 0 where outcome.settledBy == .noAnswer && kind == .update:
            return "The link broke before the update had ended. Once the reader is back, selling goes on." + next
        case 0 where outcome.settledBy == .noAnswer: return "The link broke before the reader answered." + next
        default: return "The reader could not do it." + next
        }
    }
}
