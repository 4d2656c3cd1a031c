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

    /// - Parameter now: the shop's clock, for what can be voided still.
    func detail(of sequence: Int64, at now: Timestamp) throws(JournalError) -> OperationDetail {
        guard let record = try operation(sequence: sequence) else { throw .unknownOperation(sequence: sequence) }
        let isSale = record.intent.kind.takesMoney && record.intent.amount != nil
        return OperationDetail(
            row: try row(record), balance: isSale ? try balance(of: sequence, at: now) : nil,
            events: try events(of: sequence))
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
