extension JournalStore {
    private static let stretchesMax = 8

    /// A page of what a query finds, newest first.
    ///
    /// - Parameters:
    ///   - sequence: the last one of the page before; nil for the first page.
    ///   - limit: 1 to ``pageLengthMax``; others are brought into that range.
    package func history(
        matching query: HistoryQuery, before sequence: Int64?, limit: Int
    ) throws(JournalError) -> [OperationRecord] {
        if query.isEmpty { return try history(before: sequence, limit: limit) }
        var page: [OperationRecord] = []
        for search in try searches(query, before: sequence, limit: limit) where page.count < search.limit {
            var search = search
            search.limit -= page.count
            let clause = search.clause(from: try start(of: search))
            page += try operationsOnce(clause.sql, clause.values)
        }
        return page
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

    /// One for each stretch of the books that the query's days leave, newest first; none when nothing can be found.
    func searches(
        _ query: HistoryQuery, before sequence: Int64?, limit: Int
    ) throws(JournalError) -> [HistorySearch] {
        let states = try historyStates().filter { $0.fits(query) }
        if states.isEmpty { return [] }
        let tag = try database.firstRow("SELECT tag FROM journal") { row in row.text() } ?? ""
        let last = max(sequence ?? .max, 1) - 1
        return try stretches(since: query.since, until: query.until).filter { $0.lowerBound <= last }.map {
            HistorySearch(
                query: query, tag: tag, states: states, sequences: $0.lowerBound...min($0.upperBound, last),
                limit: min(max(limit, 1), Self.pageLengthMax))
        }
    }

    /// Where the operations that started in a period stand, and perhaps others. Nil when there are none.
    func sequences(since: Timestamp?, until: Timestamp?) throws(JournalError) -> ClosedRange<Int64>? {
        let stretches = try stretches(since: since, until: until)
        guard let first = stretches.last, let last = stretches.first else { return nil }
        return first.lowerBound...last.upperBound
    }

    /// As ``sequences(since:until:)``, without most of what lies between, newest first. Days follow each other, so there
    /// is one stretch where the clock was never set; each time that it was makes one more at most. Of more than
    /// ``stretchesMax`` the oldest are one, with what lies between.
    func stretches(since: Timestamp?, until: Timestamp?) throws(JournalError) -> [ClosedRange<Int64>] {
        guard since != nil || until != nil else { return [0...Int64.max] }
        let spans = try database.rows(
            """
            SELECT first_sequence, last_sequence, day BETWEEN ? / 86400000 AND ? / 86400000 FROM day_span
            ORDER BY first_sequence DESC
            """,
            [
                .integer(since?.millisecondsSince1970 ?? .min), .integer(until?.millisecondsSince1970 ?? .max),
            ]
        ) { row in
            (first: row.integer(), last: row.integer(), counts: row.boolean())
        }
        var stretches: [ClosedRange<Int64>] = []
        var goesOn = false
        for span in spans where span.first <= span.last {
            if span.counts {
                let joins = goesOn || stretches.count == Self.stretchesMax
                let last = joins ? stretches.popLast()?.upperBound : nil
                stretches.append(span.first...(last ?? span.last))
            }
            goesOn = span.counts
        }
        return stretches
    }
}
