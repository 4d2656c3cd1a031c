extension JournalStore {
    /// A page of what a query finds, newest first.
    ///
    /// - Parameters:
    ///   - sequence: the last one of the page before; nil for the first page.
    ///   - limit: 1 to ``pageLengthMax``; others are brought into that range.
    package func history(
        matching query: HistoryQuery, before sequence: Int64?, limit: Int
    ) throws(JournalError) -> [OperationRecord] {
        if query.isEmpty { return try history(before: sequence, limit: limit) }
        guard let search = try search(query, before: sequence, limit: limit) else { return [] }
        let clause = search.clause(from: try start(of: search))
        return try operationsOnce(clause.sql, clause.values)
    }

    /// The start that finds least, as far as it was counted; of equal ones that which is expected to.
    func start(of search: HistorySearch) throws(JournalError) -> HistorySearch.Start {
        let starts = search.starts
        guard starts.count > 1 else { return starts.first ?? .all }
        var best = (start: starts[0], count: Int64.max)
        for start in starts {
            let count = search.count(of: start)
            let found = try database.rowsOnce(count.sql, count.values) { row in row.integer() }.first ?? 0
            if found < best.count { best = (start, found) }
        }
        return best.start
    }

    /// Nil when nothing can be found.
    func search(
        _ query: HistoryQuery, before sequence: Int64?, limit: Int
    ) throws(JournalError) -> HistorySearch? {
        let tag = try database.firstRow("SELECT tag FROM journal") { row in row.text() } ?? ""
        guard let days = try sequences(since: query.since, until: query.until) else { return nil }
        let last = min(days.upperBound, max(sequence ?? .max, 1) - 1)
        guard last >= days.lowerBound else { return nil }
        return HistorySearch(
            query: query, tag: tag, sequences: days.lowerBound...last, limit: min(max(limit, 1), Self.pageLengthMax))
    }

    /// Where the operations that started in a period stand, and perhaps others: a clock that was set leaves them
    /// mingled. Nil when there are none.
    func sequences(since: Timestamp?, until: Timestamp?) throws(JournalError) -> ClosedRange<Int64>? {
        guard since != nil || until != nil else { return 0...Int64.max }
        let span = try database.firstRow(
            """
            SELECT min(first_sequence), max(last_sequence) FROM day_span
            WHERE day BETWEEN ? / 86400000 AND ? / 86400000
            """,
            [
                .integer(since?.millisecondsSince1970 ?? .min), .integer(until?.millisecondsSince1970 ?? .max),
            ]
        ) { row in
            (first: row.optionalInteger(), last: row.optionalInteger())
        }
        guard let first = span?.first, let last = span?.last, first <= last else { return nil }
        return first...last
    }
}
