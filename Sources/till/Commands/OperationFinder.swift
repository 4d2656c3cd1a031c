import Money
import TillJournal

/// Finds an operation by what a person reads off a receipt or a list.
enum OperationFinder {
    /// So many characters at the end of a number or a reference name it.
    static let suffixMin = 6
    /// So many are listed when a name fits several.
    private static let listMax = 20

    /// The operations that a text names: by their number, the till's or the cashier's reference, the
    /// `eFTTransactionID`, the reader's number, or the last ``suffixMin`` or more characters of one of these. The number
    /// in these books wins, so that every operation can be named; then what is named whole. Newest first.
    static func operations(_ text: String, in store: JournalStore) throws(JournalError) -> [OperationRecord] {
        if let sequence = Int64(text), String(sequence) == text, let record = try store.operation(sequence: sequence) {
            return [record]
        }
        var found: [Int64: OperationRecord] = [:]
        let quoted = "\"\(text.filter { $0 != "\"" })\""
        for word in ["id", "ref"] {
            // What is no search names nothing.
            guard
                let query = try? HistoryQuery(
                    "\(word):\(quoted)", now: Timestamp(millisecondsSince1970: 0, offsetFromUTC: 0), currencies: [.gbp])
            else { continue }
            for record in try store.history(matching: query, before: nil, limit: listMax) {
                found[record.sequence] = record
            }
        }
        let all = found.values.sorted { $0.sequence > $1.sequence }
        let whole = all.filter { $0.isNamed(text) }
        if !whole.isEmpty { return whole }
        return text.count < suffixMin ? [] : all
    }

    /// The one operation that a text names.
    ///
    /// - Throws: ``CommandFailure`` with a list when there are several.
    static func operation(
        _ text: String, at path: String, where isFit: (OperationRecord) -> Bool = { _ in true }
    ) throws(CommandFailure) -> OperationRecord {
        let unknown = CommandFailure(.wrongUsage, "No operation \"\(text)\" stands in these books. See till history.")
        let found: [OperationRecord]
        do throws(JournalError) {
            found = try Journal.read(at: path) { (store) throws(JournalError) in try operations(text, in: store) }
        } catch {
            if case .missing = error { throw unknown }
            throw CommandFailure(error)
        }
        let fitting = found.filter(isFit)
        let candidates = fitting.isEmpty ? found : fitting
        guard let first = candidates.first else { throw unknown }
        guard candidates.count == 1 else {
            throw CommandFailure(
                .wrongUsage, "\"\(text)\" names several operations. Give the number of one of them.",
                details: candidates.map { "\($0.sequence)  \($0.intent.startedAt.localTime)  \(ResultReport($0).line)" }
            )
        }
        return first
    }
}

extension OperationRecord {
    fileprivate func isNamed(_ text: String) -> Bool {
        let names = [
            intent.reference, intent.customerReference, outcome?.transactionID ?? "",
            outcome?.readerTransactionID ?? "",
        ]
        return names.contains { $0.lowercased() == text.lowercased() }
    }
}
