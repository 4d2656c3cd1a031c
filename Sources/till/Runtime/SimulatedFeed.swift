import Glibc
import HeftKit
import Money
import ReaderSimulator

/// The transaction feed of the simulated reader: what stands in its test host's books.
struct SimulatedFeed: TransactionFeed {
    private let simulator: SimulatedReaderPort

    init(_ simulator: SimulatedReaderPort) {
        self.simulator = simulator
    }

    func transactions(
        of query: FeedQuery, completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
    ) {
        simulator.books { books in completion(.success(SimulatedFeed.answer(query, books.host))) }
    }

    private static func answer(_ query: FeedQuery, _ host: TestHost) -> FeedAnswer {
        let held = host.transactions.filter { $0.terminal == query.readerSerial }
        let transactions = held.compactMap(SimulatedFeed.transaction).filter { query.window.contains($0.happenedAt) }
        // What has no readable time may belong into the window, and a full list has forgotten its oldest.
        let isReadable = held.allSatisfy { milliseconds($0.date) != nil }
        let oldest = host.transactions.first.flatMap { milliseconds($0.date) } ?? .max
        let isWhole = host.transactions.count < TestHost.transactionsKept || oldest < query.window.lowerBound
        return FeedAnswer(transactions, isComplete: isReadable && isWhole)
    }

    private static func transaction(_ entry: TestHost.Transaction) -> FeedTransaction? {
        guard let happenedAt = milliseconds(entry.date) else { return nil }
        return FeedTransaction(
            transactionID: entry.id, type: type(entry.kind), amountMinor: Int64(entry.amountMinor),
            authorisedMinor: Int64(entry.authorisedMinor), currency: Currency(numericCode: entry.currency),
            customerReference: entry.customerReference ?? "", result: result(entry.result).word,
            isReversed: entry.isReversed, happenedAt: happenedAt, originalTransactionID: entry.originalID,
            authorisationCode: entry.authorisationCode)
    }

    private static func type(_ kind: PaymentOrder.Kind) -> String {
        switch kind {
        case .sale: "SALE"
        case .refund: "REFUND"
        case .saleReversal: "VOID_SALE"
        case .refundReversal: "VOID_REFUND"
        }
    }

    private static func result(_ result: HostReply.Result) -> FinancialStatus {
        switch result {
        case .approved: .authorised
        case .partlyApproved: .partiallyApproved
        case .declined: .declined
        case .abandoned: .failed
        }
    }

    /// The moment of 14 digits of local time; nil for anything else.
    private static func milliseconds(_ date: String) -> Int64? {
        let digits = Array(date.utf8)
        guard digits.count == 14, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        let number = { (range: Range<Int>) in digits[range].reduce(Int32(0)) { $0 * 10 + Int32($1 - 48) } }
        var parts = tm()
        parts.tm_year = number(0..<4) - 1900
        parts.tm_mon = number(4..<6) - 1
        parts.tm_mday = number(6..<8)
        parts.tm_hour = number(8..<10)
        parts.tm_min = number(10..<12)
        parts.tm_sec = number(12..<14)
        // Whether the clocks were changed is not written down.
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        return seconds == -1 ? nil : Int64(seconds) * 1000
    }
}
