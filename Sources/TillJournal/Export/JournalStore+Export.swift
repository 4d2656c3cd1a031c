extension JournalStore {
    /// The operations that started in a period, oldest first, as they stand at one moment; nil when they are more than
    /// so many.
    package func operations(
        from: Timestamp, to: Timestamp, limit: Int
    ) throws(JournalError) -> [OperationRecord]? {
        let found = try database.snapshot { () throws(JournalError) -> [OperationRecord] in
            guard let sequences = try sequences(since: from, until: to) else { return [] }
            return try operations(
                """
                WHERE op.sequence BETWEEN ? AND ? AND op.started_at >= ? AND op.started_at < ?
                ORDER BY op.sequence LIMIT ?
                """,
                [
                    .integer(sequences.lowerBound), .integer(sequences.upperBound),
                    .integer(from.millisecondsSince1970), .integer(to.millisecondsSince1970),
                    .integer(Int64(limit) + 1),
                ])
        }
        return found.count > limit ? nil : found
    }

    /// Gives the operations that started in a period, oldest first, in pieces of some hundred lines.
    ///
    /// Reads the books as they stand at one moment. It keeps the journal's queue busy until the end, so a long export is
    /// for a journal of its own, opened for reading; a till may write meanwhile.
    ///
    /// - Parameters:
    ///   - from: the first moment that counts.
    ///   - to: the first moment that no longer counts.
    ///   - consume: takes the next piece of the text; false ends the export there.
    /// - Returns: how many operations were given.
    @discardableResult
    package func export(
        from: Timestamp, to: Timestamp, as format: ExportFormat, consume: (String) -> Bool
    ) throws(JournalError) -> Int {
        try database.snapshot { () throws(JournalError) in
            var count = 0
            let writer = ExportFormat.Writer(format)
            if !format.head.isEmpty, !consume(format.head) { return count }
            guard let sequences = try sequences(since: from, until: to) else { return count }
            var next = sequences.lowerBound
            while true {
                let page = try operations(
                    """
                    WHERE op.sequence BETWEEN ? AND ? AND op.started_at >= ? AND op.started_at < ?
                    ORDER BY op.sequence LIMIT ?
                    """,
                    [
                        .integer(next), .integer(sequences.upperBound), .integer(from.millisecondsSince1970),
                        .integer(to.millisecondsSince1970), .integer(Int64(Self.pageLengthMax)),
                    ])
                guard let last = page.last else { return count }
                var text = ""
                for record in page {
                    guard let line = writer.line(ExportRow(record)) else {
                        throw .failed(path: database.path, code: 0, detail: "no line for \(record.sequence)")
                    }
                    text += line
                }
                count += page.count
                guard consume(text) else { return count }
                next = last.sequence + 1
            }
        }
    }
}
