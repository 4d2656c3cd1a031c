import HeftKit
import HeftWire
import Money
import ReaderSimulator
import TillJournal

extension FeedAnswer {
    /// What the acquirer's list says: all that stands in the test host's books.
    init(_ host: TestHost, readerSerial: String, from: Timestamp, to: Timestamp) {
        let window = from.millisecondsSince1970...to.millisecondsSince1970
        let held = host.transactions.filter { $0.terminal == readerSerial }.compactMap(FeedTransaction.init)
        self.init(held.filter { window.contains($0.happenedAt) }, isComplete: true)
    }
}

extension FeedTransaction {
    fileprivate init?(_ entry: TestHost.Transaction) {
        guard let happenedAt = WallClock.moment(entry.date) else { return nil }
        let type =
            switch entry.kind {
            case .sale: "SALE"
            case .refund: "REFUND"
            case .saleReversal: "VOID_SALE"
            case .refundReversal: "VOID_REFUND"
            }
        let result: FinancialStatus =
            switch entry.result {
            case .approved: .authorised
            case .partlyApproved: .partiallyApproved
            case .declined: .declined
            case .abandoned: .failed
            }
        self.init(
            transactionID: entry.id, type: type, amountMinor: Int64(entry.amountMinor),
            authorisedMinor: Int64(entry.authorisedMinor), currency: Currency(numericCode: entry.currency),
            customerReference: entry.customerReference ?? "", result: result.word, isReversed: entry.isReversed,
            happenedAt: happenedAt, originalTransactionID: entry.originalID,
            authorisationCode: entry.authorisationCode)
    }
}
