import HeftKit
import TillCore
import TillJournal

/// The second half of `till report --close`: once the reader has ended its day, the books close theirs.
struct CloseDay {
    var name: String
    var json: Bool

    /// Prints the Z report, or why there is none.
    @MainActor func finish(
        _ record: OperationRecord, journal: Journal, feed: any TransactionFeed
    ) -> ExitStatus {
        guard record.outcome?.verdict == .processed || record.outcome?.verdict == .approved else {
            let words = record.outcome.map { PlainText.printable($0.message) } ?? ""
            StandardStreams.error("The reader did not end its day (\(words)). The day was not closed. Try again.")
            return .failed
        }
        let name = name
        CrashPoint.beforeDayClose.reach()
        do throws(JournalError) {
            let comparison = try comparison(journal, feed)
            let close = try journal.sync { (store) throws(JournalError) in
                try store.closeDay(at: SystemClock.now(), by: name, comparison: comparison)
            }
            CrashPoint.afterDayClose.reach()
            let document = DayDocument(close)
            StandardStreams.write(json ? JSONText.line(document) + "\n" : document.text, to: 1)
            return .success
        } catch {
            StandardStreams.error("\(error.sentence) The day was not closed.")
            return .unavailable
        }
    }

    /// A list that gives no answer holds no close up; its reason is told.
    private func comparison(_ journal: Journal, _ feed: any TransactionFeed) throws(JournalError) -> DayComparison? {
        let (report, records) = try journal.sync { (store) throws(JournalError) in
            let report = try store.openDay(at: SystemClock.now())
            let wide = BankComparison.widened(report.from, report.to)
            return (
                report,
                try store.operations(from: wide.from, to: wide.to, limit: BankComparison.operationsMax)
            )
        }
        guard let records else {
            StandardStreams.error("The day is too long to be compared with the bank's list.")
            return nil
        }
        do throws(CommandFailure) {
            return try ReconcileCommand.ask(records, report.from, report.to, feed)
        } catch {
            StandardStreams.error(PlainText.printable(error.message))
            return nil
        }
    }
}
