import TillCore

extension CashierMessage {
    /// Why a sale was not started. No money moved.
    package init(_ refusal: DeskNotice.Refusal) {
        switch refusal {
        case .notConnected:
            self.init("NOT STARTED", "No reader is connected. No money was taken. Connect one, then charge.")
        case .busy:
            self.init("NOT STARTED", "The reader is busy. No money was taken by this. Finish on the reader first.")
        case .readerNotAsked:
            self.init(
                "NOT STARTED",
                "A sale is in doubt, and the reader may hold its answer. Ask the reader first; that charges nothing.")
        case .readerRestarting:
            self.init(
                "NOT STARTED",
                "The reader restarts and comes back by itself: wait a moment. No money was taken, and what was typed stays."
            )
        case .amountOutOfRange:
            self.init("NOT STARTED", "The amount is too small or too large for a reader. No money was taken.")
        case .noTransactionID(let record):
            self.init(
                "NOT STARTED",
                "The reader never gave a number for \(record.intent.customerReference), so it cannot be given back here. "
                    + "No money was moved.")
        case .sameTicketInDoubt(let record):
            self.init(
                "NOT STARTED",
                "The sale \(record.intent.customerReference) is in doubt: its customer may have been charged already. "
                    + "Ask the reader for the answer first.")
        case .sameAmountInDoubt(let record):
            let amount = record.intent.amount?.formattedWithCode ?? "This amount"
            self.init(
                "NOT STARTED",
                "\(amount) is in doubt since \(record.intent.startedAt.localTime.dropFirst(11)). Is this another "
                    + "customer? Then charge anyway; the same customer may have been charged already.")
        case .reader(.notConnected): self.init(.notConnected)
        case .reader(.busy): self.init(.busy)
        case .reader(.invalidArgument(let reason)):
            self.init("NOT STARTED", "\(reason) No money was taken.")
        }
    }
}
