import FoundationEssentials
import Synchronization

/// What the processor knows of the payments of a reader: the way out of an UNDEFINED result.
///
/// Source: reference, UNDEFINED handling.
public protocol TransactionFeed: Sendable {
    /// The payments of one reader in a time window, oldest first.
    ///
    /// An empty answer says that the processor knows of none *yet*: a payment may arrive late.
    ///
    /// - Parameters:
    ///   - serialNumber: of the reader, 12 digits.
    ///   - window: from its beginning up to and without its end.
    /// - Throws: ``TransactionFeedError``: nothing is known then.
    func transactions(
        ofReader serialNumber: String, in window: Range<Date>
    ) async throws(TransactionFeedError) -> [FeedTransaction]
}

/// Why a feed gave no answer.
public enum TransactionFeedError: Error, Equatable, Sendable {
    /// The host did not answer, or not in time.
    case unreachable
    /// The host does not know who asks.
    case notAuthorised
    /// The host's answer made no sense, and why.
    case unreadable(String)
}

/// One payment as the processor knows it.
public struct FeedTransaction: Equatable, Sendable {
    /// The GUID, as in the result of the payment.
    public var eFTTransactionID: String
    /// The serial number of the reader, 12 digits.
    public var serialNumber: String
    public var timestamp: Date
    /// `SALE`, `REFUND`, `VOID_SALE`, `VOID_REFUND`.
    public var type: String
    public var finStatus: FinStatus
    /// Minor units of ``currency``, 0 or more.
    public var amount: Int
    /// The alpha code of ISO 4217.
    public var currency: String
    /// As it was sent with the payment; empty for none.
    public var customerReference: String

    /// - Parameters:
    ///   - amount: minor units, 0 or more.
    ///   - currency: the alpha code.
    public init(
        eFTTransactionID: String, serialNumber: String, timestamp: Date, type: String, finStatus: FinStatus,
        amount: Int, currency: String, customerReference: String = ""
    ) {
        self.eFTTransactionID = eFTTransactionID
        self.serialNumber = serialNumber
        self.timestamp = timestamp
        self.type = type
        self.finStatus = finStatus
        self.amount = amount
        self.currency = currency
        self.customerReference = customerReference
    }
}

/// A feed that knows what it was told, for demos and tests. May be used from any thread.
public final class InMemoryTransactionFeed: TransactionFeed {
    private struct State: Sendable {
        var transactions: [FeedTransaction]
        var failure: TransactionFeedError?
    }

    private let state: Mutex<State>

    /// - Parameter transactions: what it knows, in any order.
    public init(_ transactions: [FeedTransaction] = []) {
        state = Mutex(State(transactions: transactions))
    }

    /// Tells it of one more payment.
    public func add(_ transaction: FeedTransaction) {
        state.withLock { $0.transactions.append(transaction) }
    }

    /// Lets every question fail from now on; nil lets them succeed again.
    public func fail(with failure: TransactionFeedError?) {
        state.withLock { $0.failure = failure }
    }

    public func transactions(
        ofReader serialNumber: String, in window: Range<Date>
    ) async throws(TransactionFeedError) -> [FeedTransaction] {
        let (known, failure) = state.withLock { ($0.transactions, $0.failure) }
        if let failure { throw failure }
        return known.filter { $0.serialNumber == serialNumber && window.contains($0.timestamp) }
            .sorted { $0.timestamp < $1.timestamp }
    }
}
