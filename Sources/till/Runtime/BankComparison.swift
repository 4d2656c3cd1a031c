import HeftKit
import Synchronization
import TillCore
import TillJournal

/// Asks the bank's list for a period, reader by reader, and holds the books against it.
enum BankComparison {
    /// What a comparison came to: nothing to compare is not the same as a list that gave no answer.
    enum Answer: Sendable {
        case compared(DayComparison)
        case noList(FeedError)
    }

    /// More operations are not compared in one go.
    static let operationsMax = 50_000

    /// - Parameters:
    ///   - records: of the period and ``Reconciliation/margin`` around it.
    ///   - completion: called once, from any thread.
    static func compare(
        _ records: [OperationRecord], from: Timestamp, to: Timestamp, with feed: any TransactionFeed,
        completion: @escaping @Sendable (Answer) -> Void
    ) {
        let serials = Set(records.filter { $0.intent.kind.movesMoney }.map(\.intent.reader.serialNumber)).sorted()
        ask(serials[...], window(from, to), feed, FeedAnswer([], isComplete: true)) { result in
            switch result {
            case .success(let list):
                completion(.compared(Reconciliation.compare(records, with: list, from: from, to: to)))
            case .failure(let error): completion(.noList(error))
            }
        }
    }

    /// The period and what is read around it.
    static func widened(_ from: Timestamp, _ to: Timestamp) -> (from: Timestamp, to: Timestamp) {
        let window = window(from, to)
        return (
            Timestamp(millisecondsSince1970: window.lowerBound, offsetFromUTC: from.offsetFromUTC),
            Timestamp(millisecondsSince1970: window.upperBound, offsetFromUTC: to.offsetFromUTC)
        )
    }

    private static func window(_ from: Timestamp, _ to: Timestamp) -> ClosedRange<Int64> {
        let first = from.millisecondsSince1970.subtractingReportingOverflow(Reconciliation.margin)
        let last = to.millisecondsSince1970.addingReportingOverflow(Reconciliation.margin)
        let lower = first.overflow ? .min : first.partialValue
        return lower...max(lower, last.overflow ? .max : last.partialValue)
    }

    /// One reader after the other; the first that cannot be asked ends it.
    private static func ask(
        _ serials: ArraySlice<String>, _ window: ClosedRange<Int64>, _ feed: any TransactionFeed, _ soFar: FeedAnswer,
        _ completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
    ) {
        guard let serial = serials.first else { return completion(.success(soFar)) }
        feed.transactions(of: FeedQuery(readerSerial: serial, window: window)) { result in
            switch result {
            case .success(let answer):
                let all = FeedAnswer(
                    soFar.transactions + answer.transactions, isComplete: soFar.isComplete && answer.isComplete)
                ask(serials.dropFirst(), window, feed, all, completion)
            case .failure(let error): completion(.failure(error))
            }
        }
    }
}
