import TillCore
import TillJournal

/// The second half of `till report --close`: once the reader has ended its day, the books close theirs.
struct CloseDay {
    var name: String
    var json: Bool

    /// Prints the Z report, or why there is none.
    @MainActor func finish(_ record: OperationRecord, journal: Journal) -> ExitStatus {
        guard record.outcome?.verdict == .processed || record.outcome?.verdict == .approved else {
            let words = record.outcome.map { PlainText.printable($0.message) } ?? ""
            StandardStreams.error("The reader did not end its day (\(words)). The day was not closed. Try again.")
            return .failed
        }
        let name = name
        CrashPoint.beforeDayClose.reach()
        do throws(JournalError) {
            let close = try journal.sync { (store) throws(JournalError) in
                try store.closeDay(at: SystemClock.now(), by: name)
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
}
