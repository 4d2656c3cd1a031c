import HeftKit
import Money
import TillCore
import TillJournal

/// What there is to see without a reader's help. None of these needs the writer's place at the books.
enum ListingCommands {
    // MARK: History

    /// `till history`: what the query finds, newest first. Books that are not begun yet are an empty list.
    static func history(_ arguments: HistoryArguments) throws(CommandFailure) {
        let path = try booksPath(arguments.reader)
        var output = LongOutput()
        var count = 0
        try ifBegun { () throws(JournalError) in
            let journal = try Journal.open(at: path, access: .reading)
            defer { journal.close() }
            var last: Int64?
            while true {
                let page = try journal.sync { (store) throws(JournalError) in
                    try store.history(matching: arguments.query, before: last, limit: JournalStore.pageLengthMax)
                }
                guard let lowest = page.last else { return }
                let head = count == 0 ? head(arguments.form) : ""
                let isMoreWanted = output.write(head + text(of: page, arguments.form, isFirst: count == 0))
                count += page.count
                guard isMoreWanted else { return }
                last = lowest.sequence
            }
        }
        if count == 0 { _ = output.write(head(arguments.form)) }
        if arguments.form == .json { _ = output.write("]\n") }
        if arguments.form == .plain, count == 0 {
            _ = output.write(arguments.query.isEmpty ? "Nothing was charged yet.\n" : "Nothing fits.\n")
        }
        try output.finish()
    }

    private static func head(_ form: BooksForm) -> String {
        switch form {
        case .plain: ""
        case .json: "["
        case .csv: ExportFormat.csv.head
        }
    }

    private static func text(of page: [OperationRecord], _ form: BooksForm, isFirst: Bool) -> String {
        switch form {
        case .plain:
            page.map { "\($0.intent.startedAt.localTime)  \(ResultReport($0).line)\n" }.joined()
        case .json:
            (isFirst ? "" : ",") + page.map { JSONText.line(ResultReport($0)) }.joined(separator: ",")
        case .csv: ExportFormat.csv.lines(of: page)
        }
    }

    // MARK: One operation

    /// `till show`
    static func show(_ arguments: ShowArguments) throws(CommandFailure) {
        let path = try booksPath(arguments.reader)
        let record = try OperationFinder.operation(arguments.id, at: path)
        let report: OperationReport
        do throws(JournalError) {
            report = try Journal.read(at: path) { (store) throws(JournalError) in
                try OperationReport(record, in: store, at: SystemClock.now())
            }
        } catch {
            throw CommandFailure(error)
        }
        var output = LongOutput()
        _ = output.write(arguments.json ? JSONText.line(report) + "\n" : report.text)
        try output.finish()
    }

    // MARK: Days

    /// `till report`, except closing the day.
    static func report(_ arguments: ReportArguments) throws(CommandFailure) {
        let path = try booksPath(arguments.reader)
        let found: DayDocument?
        do throws(JournalError) {
            found = try Journal.read(at: path) { (store) throws(JournalError) in try day(arguments.kind, in: store) }
        } catch {
            throw CommandFailure(error)
        }
        guard let document = found else {
            throw CommandFailure(.wrongUsage, "The day was not closed so often. See till report.")
        }
        var output = LongOutput()
        _ = output.write(arguments.json ? JSONText.line(document) + "\n" : document.text)
        try output.finish()
    }

    private static func day(
        _ kind: ReportArguments.Kind, in store: JournalStore
    ) throws(JournalError) -> DayDocument? {
        switch kind {
        case .open, .close: return DayDocument(open: try store.openDay(at: SystemClock.now()))
        case .day(let day): return DayDocument(day: try store.dayReport(from: day.first, to: day.end))
        case .closed(let number): return try store.dayCloses().first { $0.number == number }.map { DayDocument($0) }
        }
    }

    // MARK: Export

    /// `till export`: oldest first.
    static func export(_ arguments: ExportArguments) throws(CommandFailure) {
        let path = try booksPath(arguments.reader)
        var output = LongOutput()
        let from = arguments.from?.first ?? Timestamp(millisecondsSince1970: .min, offsetFromUTC: 0)
        let to = arguments.to?.end ?? Timestamp(millisecondsSince1970: .max, offsetFromUTC: 0)
        var hasBegun = false
        try ifBegun { () throws(JournalError) in
            try Journal.read(at: path) { (store) throws(JournalError) in
                _ = try store.export(from: from, to: to, as: arguments.format) { text in
                    hasBegun = true
                    return output.write(text)
                }
            }
        }
        if !hasBegun { _ = output.write(arguments.format.head) }
        try output.finish()
    }

    // MARK: Parts

    static func booksPath(_ reader: ReaderArguments) throws(CommandFailure) -> String {
        let completed: ReaderArguments
        do throws(CommandFailure) {
            completed = try reader.completed()
        } catch {
            // What looks into the books works with a configuration that does not.
            completed = reader
        }
        do throws(JournalError) {
            return try completed.booksPath()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Books that are not begun yet hold nothing.
    private static func ifBegun(_ body: () throws(JournalError) -> Void) throws(CommandFailure) {
        do throws(JournalError) {
            try body()
        } catch {
            if case .missing = error { return }
            throw CommandFailure(error)
        }
    }
}
