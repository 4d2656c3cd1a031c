import Files
import Glibc
import Money
import TillJournal

/// A page of the history, with so many operations before it.
enum HistoryBench {
    private static let rows = 20_000

    static func run() -> String {
        guard let folder = try? TemporaryFolder(in: "/tmp", prefix: "till-bench-") else { return "no folder" }
        defer { folder.remove() }
        do throws(JournalError) {
            return try measure("\(folder.path)/books")
        } catch {
            return error.sentence
        }
    }

    private static func measure(_ path: String) throws(JournalError) -> String {
        guard let till = TillName("T1") else { return "no name" }
        var random = SystemRandomNumberGenerator()
        let journal = try Journal.open(
            at: path, access: .writing(JournalWriter(till: till, books: .simulated, random: &random)))
        let reader = ReaderIdentity(serialNumber: "1", name: "bench", address: "sim", isSimulated: true)
        let now = Timestamp(millisecondsSince1970: 1_800_000_000_000, offsetFromUTC: 0)
        try journal.sync { (store) throws(JournalError) in
            for number in 0..<rows {
                let intent = OperationIntent(
                    kind: .sale, amount: Amount(minorUnits: Int64(number % 5000) + 1, currency: .gbp),
                    reference: try store.mintReference(), reader: reader, bootID: "bench", startedAt: now)
                let record = try store.recordIntent(intent)
                let outcome = OperationOutcome(
                    verdict: .approved, authorised: intent.amount, settledBy: .readerAnswer, finishedAt: now)
                _ = try store.recordOutcome(outcome, of: record.sequence)
            }
        }
        var pages = 0
        var failure: JournalError?
        let seconds = Bench.seconds {
            for start in stride(from: 100, to: rows, by: 100) {
                do throws(JournalError) {
                    _ = try journal.sync { (store) throws(JournalError) in
                        try store.history(before: Int64(start), limit: 50)
                    }
                    pages += 1
                } catch {
                    failure = error
                }
            }
        }
        journal.close()
        if let failure { throw failure }
        return "\(Bench.rounded(seconds / Double(max(1, pages)) * 1000)) ms a page of 50, \(rows) operations"
    }
}
