import TillCore
import TillJournal

/// What the pages ask of the books. Done on the journal's queue.
extension JournalStore {
    func answer(_ request: HistoryRequest) throws(JournalError) -> HistoryAnswer {
        let found = try history(matching: request.query, before: request.before, limit: HistoryRequest.length)
        let pinned = request.before == nil ? try inDoubtPinned() : []
        return HistoryAnswer(
            request, inDoubt: try rows(pinned), found: try rows(found), isLast: found.count < HistoryRequest.length)
    }

    private func rows(_ records: [OperationRecord]) throws(JournalError) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        for record in records { rows.append(try row(record)) }
        return rows
    }

    private func row(_ record: OperationRecord) throws(JournalError) -> HistoryRow {
        var original: OperationRecord?
        if let sequence = record.originalSequence { original = try operation(sequence: sequence) }
        return HistoryRow(record, undoing: try linked(to: record.sequence), original: original)
    }
}
