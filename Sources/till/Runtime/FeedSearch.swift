import HeftKit
import TillCore
import TillJournal

/// Asks the transaction feed, and the books which of its transactions are known already.
struct FeedSearch: Sendable {
    let readerSerial: String
    let from: Timestamp
    let to: Timestamp
    /// The operation that is looked for.
    let sequence: Int64

    var query: FeedQuery {
        let first = from.millisecondsSince1970
        return FeedQuery(readerSerial: readerSerial, window: first...max(first, to.millisecondsSince1970))
    }

    func event(_ answer: FeedAnswer, _ store: JournalStore) throws(JournalError) -> DeskEvent {
        var claimed: Set<String> = []
        let reference = try store.operation(sequence: sequence)?.intent.customerReference
        for transaction in answer.transactions where !transaction.transactionID.isEmpty {
            if try isClaimed(transaction, reference, store) { claimed.insert(transaction.transactionID) }
        }
        return .feedAnswered(answer, for: sequence, claimed: claimed)
    }

    /// By its number, or by a reference that is not the one looked for and was settled without a number.
    private func isClaimed(
        _ transaction: FeedTransaction, _ reference: String?, _ store: JournalStore
    ) throws(JournalError) -> Bool {
        if let owner = try store.operation(transactionID: transaction.transactionID) {
            return owner.sequence != sequence
        }
        let named = transaction.customerReference
        if named.isEmpty || named == reference { return false }
        return try store.operations(customerReference: named).contains { !$0.isInDoubt }
    }
}
