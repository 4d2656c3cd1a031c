import Money
import Synchronization

/// The acquirer's own list of what its readers have done. It knows of a payment whose answer reached neither the till nor
/// the reader.
package protocol TransactionFeed: Sendable {
    /// Asks for the transactions of one reader. The completion is called once, from any thread.
    func transactions(
        of query: FeedQuery, completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void)
}

/// Which transactions are asked for.
package struct FeedQuery: Equatable, Sendable {
    package var readerSerial: String
    /// The first and the last moment, in milliseconds since 1970-01-01 00:00:00 UTC.
    package var window: ClosedRange<Int64>

    package init(readerSerial: String, window: ClosedRange<Int64>) {
        self.readerSerial = readerSerial
        self.window = window
    }
}

/// What the feed holds for a query.
package struct FeedAnswer: Equatable, Sendable {
    /// In the feed's order.
    package var transactions: [FeedTransaction]
    /// Whether the feed says that these are all of the window: only then does a missing one prove anything.
    package var isComplete: Bool
    /// How far the feed's clock is ahead of the till's, in milliseconds; nil where the feed does not tell its time.
    package var clockSkew: Int64?

    package init(_ transactions: [FeedTransaction], isComplete: Bool, clockSkew: Int64? = nil) {
        self.transactions = transactions
        self.isComplete = isComplete
        self.clockSkew = clockSkew
    }
}

/// One line of the feed. Texts are as the acquirer sends them; empty where it says nothing.
package struct FeedTransaction: Equatable, Sendable {
    /// The `eFTTransactionID`, a GUID: what a refund or a reversal must name.
    package var transactionID: String
    /// The word of `TransactionType`, such as `SALE` or `VOID_SALE`.
    package var type: String
    /// What was asked for, in minor units of ``currency``.
    package var amountMinor: Int64
    /// What was authorised, in minor units; nil where the feed does not tell it apart from ``amountMinor``.
    package var authorisedMinor: Int64?
    /// Nil for a currency that nobody knows.
    package var currency: Currency?
    package var customerReference: String
    /// The word of `FinancialStatus`, such as `AUTHORISED`.
    package var result: String
    /// The money went back as a whole afterwards.
    package var isReversed: Bool
    /// Milliseconds since 1970-01-01 00:00:00 UTC, by the acquirer's clock or the reader's.
    package var happenedAt: Int64
    /// Of the transaction that this one gives back or voids.
    package var originalTransactionID: String
    package var authorisationCode: String
    package var cardScheme: String
    package var maskedCardNumber: String

    package init(
        transactionID: String, type: String, amountMinor: Int64, authorisedMinor: Int64? = nil, currency: Currency?,
        customerReference: String = "", result: String, isReversed: Bool = false, happenedAt: Int64,
        originalTransactionID: String = "", authorisationCode: String = "", cardScheme: String = "",
        maskedCardNumber: String = ""
    ) {
        self.transactionID = transactionID
        self.type = type
        self.amountMinor = amountMinor
        self.authorisedMinor = authorisedMinor
        self.currency = currency
        self.customerReference = customerReference
        self.result = result
        self.isReversed = isReversed
        self.happenedAt = happenedAt
        self.originalTransactionID = originalTransactionID
        self.authorisationCode = authorisationCode
        self.cardScheme = cardScheme
        self.maskedCardNumber = maskedCardNumber
    }
}

/// Why the feed gave no answer. Nothing follows from it about any payment.
package enum FeedError: Error, Equatable, Sendable {
    /// There is no feed for this reader.
    case notConfigured
    /// It could not be reached, or did not answer in time.
    case unreachable(String)
    /// It did not let this till in, or did not take the question.
    case refused(String)
    /// Its answer makes no sense.
    case unreadable(String)

    /// What happened, for a person.
    package var sentence: String {
        switch self {
        case .notConfigured: "There is no transaction list for this reader."
        case .unreachable: "The bank's transaction list cannot be reached."
        case .refused: "The bank's transaction list did not take the question."
        case .unreadable: "The bank's transaction list gave an answer that cannot be read."
        }
    }
}

/// There is no feed: every question fails at once.
package struct NoTransactionFeed: TransactionFeed {
    package init() {}

    package func transactions(
        of query: FeedQuery, completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
    ) {
        completion(.failure(.notConfigured))
    }
}

/// A feed in memory, for tests: it answers at once, on the caller's thread.
package final class MemoryTransactionFeed: TransactionFeed {
    private struct State {
        var transactions: [String: [FeedTransaction]] = [:]
        var isComplete = true
        var error: FeedError?
        var queries: [FeedQuery] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The questions so far, in order.
    package var queries: [FeedQuery] { state.withLock { $0.queries } }

    package func add(_ transaction: FeedTransaction, readerSerial: String) {
        state.withLock { $0.transactions[readerSerial, default: []].append(transaction) }
    }

    /// From now on the feed says that it may hold more than it tells.
    package func becomeIncomplete() {
        state.withLock { $0.isComplete = false }
    }

    /// From now on every question fails; nil ends that.
    package func fail(_ error: FeedError?) {
        state.withLock { $0.error = error }
    }

    package func transactions(
        of query: FeedQuery, completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
    ) {
        let result = state.withLock { state -> Result<FeedAnswer, FeedError> in
            state.queries.append(query)
            if let error = state.error { return .failure(error) }
            let held = (state.transactions[query.readerSerial] ?? []).filter { query.window.contains($0.happenedAt) }
            return .success(FeedAnswer(held, isComplete: state.isComplete))
        }
        completion(result)
    }
}
