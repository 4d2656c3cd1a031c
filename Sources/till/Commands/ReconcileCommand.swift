import Dispatch
import HeftKit
import Money
import Synchronization
import TillCore
import TillJournal

/// `till reconcile`: holds the books against the bank's list, or a file of one.
enum ReconcileCommand {
    /// - Parameter feed: asked where no file was given.
    /// - Returns: whether both tell the same.
    static func run(_ arguments: ReconcileArguments, feed: any TransactionFeed) throws(CommandFailure) -> Bool {
        let path = try ListingCommands.booksPath(arguments.reader)
        let (from, to) = (arguments.from.first, arguments.to.end)
        let wide = BankComparison.widened(from, to)
        let found: [OperationRecord]?
        do throws(JournalError) {
            found = try Journal.read(at: path) { (store) throws(JournalError) in
                try store.operations(from: wide.from, to: wide.to, limit: BankComparison.operationsMax)
            }
        } catch {
            throw CommandFailure(error)
        }
        guard let records = found else {
            throw CommandFailure(
                .wrongUsage,
                "There are more than \(BankComparison.operationsMax) operations in that time. Give fewer days.")
        }
        let comparison: DayComparison
        if let file = arguments.list {
            let list = try BankList(path: file, period: from.millisecondsSince1970...to.millisecondsSince1970)
            comparison = Reconciliation.compare(records, with: list.answer, from: from, to: to)
        } else {
            comparison = try ask(records, from, to, feed)
        }
        let document = ComparisonDocument(comparison, from: from, to: to)
        StandardStreams.write(arguments.json ? JSONText.line(document) + "\n" : document.text, to: 1)
        return comparison.findings.isEmpty
    }

    static func ask(
        _ records: [OperationRecord], _ from: Timestamp, _ to: Timestamp, _ feed: any TransactionFeed
    ) throws(CommandFailure) -> DayComparison {
        let answered = DispatchSemaphore(value: 0)
        let box = Mutex<BankComparison.Answer?>(nil)
        BankComparison.compare(records, from: from, to: to, with: feed) { answer in
            box.withLock { $0 = answer }
            answered.signal()
        }
        answered.wait()
        switch box.withLock({ $0 }) {
        case .compared(let comparison): return comparison
        case .noList(let error):
            throw CommandFailure(.unavailable, "\(error.sentence) Nothing was compared. Give a file: --list FILE.csv.")
        case nil: throw CommandFailure(.unavailable, "The bank's transaction list gave no answer.")
        }
    }
}

/// What a comparison found, as `till reconcile` and the day's report print it. The names of the document's fields are
/// stable.
struct ComparisonDocument: Encodable, Equatable {
    struct Finding: Encodable, Equatable {
        var kind: String
        var sequence: Int64?
        var reference: String
        var transactionID: String
        var inBooks: String?
        var inList: String?
        var currency: String

        init(_ finding: DayComparison.Finding) {
            kind = finding.kind.rawValue
            sequence = finding.sequence
            reference = finding.reference
            transactionID = finding.transactionID
            inBooks = finding.inBooks?.decimal
            inList = finding.inList?.decimal
            currency = finding.currency
        }

        var sentence: String {
            let who = [
                sequence.map { "operation \($0)" } ?? "", reference.isEmpty ? "" : "ref \(reference)",
                transactionID.isEmpty ? "" : "id \(transactionID)",
            ].filter { !$0.isEmpty }.joined(separator: ", ")
            let books = inBooks.map { "\($0) \(currency)" } ?? "no money"
            let list = inList.map { "\($0) \(currency)" } ?? "nothing"
            return switch DayComparison.Finding.Kind(rawValue: kind) {
            case .missingInBooks: "Not in the books: the bank has \(list) (\(who))."
            case .missingInList: "Not in the bank's list: the books have \(books) (\(who))."
            case .amountDiffers: "The amounts differ: \(books) in the books, \(list) at the bank (\(who))."
            case .resultDiffers: "The bank has \(list), the books say that no money moved, or do not know (\(who))."
            case nil: "Unlike (\(who))."
            }
        }
    }

    var from: String
    var to: String
    var sameCount: Int
    var isListComplete: Bool
    var findings: [Finding]

    init(_ comparison: DayComparison, from: Timestamp, to: Timestamp) {
        self.from = from.iso8601
        self.to = to.iso8601
        sameCount = comparison.sameCount
        isListComplete = comparison.isListComplete
        findings = comparison.findings.map(Finding.init)
    }

    /// For people.
    var text: String { lines.map { PlainText.printable($0) + "\n" }.joined() }

    var lines: [String] {
        let same = sameCount == 1 ? "1 payment is" : "\(sameCount) payments are"
        var lines = findings.isEmpty ? ["The books and the bank's list tell the same: \(same) in both."] : []
        if !findings.isEmpty {
            lines.append("The books and the bank's list differ. \(same) the same in both.")
            lines += findings.map { "  \($0.sentence)" }
        }
        if !isListComplete {
            lines.append("The list may not hold all of that time, so nothing is reported missing in it.")
        }
        return lines
    }
}
