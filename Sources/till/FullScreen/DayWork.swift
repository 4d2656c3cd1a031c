import Dispatch
import HeftKit
import TillCore
import TillJournal

/// What the sale's page and the day's page want to know of the books. Read on the journal's queue, told on the main one.
struct DayWork: Sendable {
    let journal: Journal
    let feed: any TransactionFeed

    /// The day so far. Books that cannot be read say nothing here: whoever charges learns of it.
    func load(then take: @escaping @MainActor (DayBooks) -> Void) {
        let now = SystemClock.now()
        journal.async { (store) throws(JournalError) in
            let last = try store.lastOperation()
            let events = try last.map { (record) throws(JournalError) in try store.events(of: record.sequence) } ?? []
            let isSeen = events.contains { event in
                if case .other(DeskParts.resultSeen, _, _) = event.kind { true } else { false }
            }
            return DayBooks(
                last: last, totals: try store.totals(since: now.startOfDay), isLastUnseen: last != nil && !isSeen,
                partlyPaid: try store.partlyPaidTickets())
        } then: { result in
            guard case .success(let day) = result else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { take(day) }
            }
        }
    }

    /// Has the open day read and held against the bank's list. A list that gives no answer holds nothing up.
    func compare(at now: Timestamp, then take: @escaping @MainActor (Result<DayReport, JournalError>) -> Void) {
        let finish: @Sendable (Result<DayReport, JournalError>) -> Void = { result in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { take(result) }
            }
        }
        journal.async { (store) throws(JournalError) in
            let report = try store.openDay(at: now)
            let wide = BankComparison.widened(report.from, report.to)
            return (report, try store.operations(from: wide.from, to: wide.to, limit: BankComparison.operationsMax))
        } then: { [feed] result in
            switch result {
            case .success((let report, nil)): finish(.success(report))
            case .success((let report, let records?)):
                BankComparison.compare(records, from: report.from, to: report.to, with: feed) { answer in
                    var report = report
                    if case .compared(let comparison) = answer { report.comparison = comparison }
                    finish(.success(report))
                }
            case .failure(let error): finish(.failure(error))
            }
        }
    }
}

extension Timestamp {
    /// Midnight before, by the clock on the wall then.
    fileprivate var startOfDay: Timestamp {
        let day: Int64 = 86_400_000
        let local = millisecondsSince1970 + Int64(offsetFromUTC) * 1000
        let sinceMidnight = ((local % day) + day) % day
        return Timestamp(millisecondsSince1970: millisecondsSince1970 - sinceMidnight, offsetFromUTC: offsetFromUTC)
    }
}
