import Money

/// The SQL of a search.
///
/// One part of the query, the one that finds least, is looked up in indexes that give sequence numbers in falling order;
/// the others are checked on what it finds. So a page costs no more than what it shows and skips, however much there is
/// to be found. Results and kinds are looked up together, also with an amount or a card: the indexes hold them as a
/// ``HistoryState``.
struct HistorySearch {
    /// The part of a query that is looked up.
    enum Start: Equatable {
        /// By its place in the query.
        case term(Int)
        /// By the results and the kinds.
        case states
        /// Everything in the order of the sequence.
        case all
    }

    /// Up to this many finds tell which start finds least. More are as good as any.
    static let countMax: Int64 = 5000

    /// SQL and the values of its places, in order.
    struct Clause {
        var sql: String
        var values: [Database.Value] = []

        static func all(_ clauses: [Clause], joinedBy word: String) -> Clause {
            Clause(
                sql: clauses.map { "(\($0.sql))" }.joined(separator: " \(word) "), values: clauses.flatMap(\.values))
        }
    }

    let query: HistoryQuery
    /// The tag in the references of these books.
    let tag: String
    /// Those in the books that fit the query.
    let states: [HistoryState]
    /// Outside of these sequences nothing counts: those before the last page, and the days of the query.
    let sequences: ClosedRange<Int64>
    var limit: Int

    /// Where a search can start, first what is expected to find least.
    var starts: [Start] {
        let terms = query.terms
        var starts = terms.indices.sorted { Self.rank(terms[$0]) < Self.rank(terms[$1]) }.map { Start.term($0) }
        if hasStates { starts.append(.states) }
        return starts.isEmpty ? [.all] : starts
    }

    private var hasStates: Bool { !query.results.isEmpty || !query.kinds.isEmpty }

    /// A SELECT that counts what a start finds, up to ``countMax``.
    func count(of start: Start) -> Clause {
        let parts = streams(of: start).map { stream in
            let conditions = Clause.all([stream.key, bounds(of: stream)], joinedBy: "AND")
            return Clause(sql: "SELECT 1 FROM \(stream.table) WHERE \(conditions.sql)", values: conditions.values)
        }
        return Clause(
            sql: "SELECT count(*) FROM (\(parts.map(\.sql).joined(separator: " UNION ALL ")) LIMIT \(Self.countMax))",
            values: parts.flatMap(\.values))
    }

    /// From `WHERE` on, for the operation `op`.
    func clause(from start: Start) -> Clause {
        let checks = checks(besides: start)
        let parts = streams(of: start).map { stream in
            let conditions = Clause.all(
                [stream.key, bounds(of: stream)] + stream.rest + checks, joinedBy: "AND")
            return Clause(sql: "\(stream.source) WHERE \(conditions.sql)", values: conditions.values)
        }
        return Clause(
            sql: """
                WHERE op.sequence IN (
                \(parts.map(\.sql).joined(separator: "\nUNION\n"))
                ORDER BY 1 DESC LIMIT ?)
                ORDER BY op.sequence DESC
                """,
            values: parts.flatMap(\.values) + [.integer(Int64(limit))])
    }

    // MARK: Plan

    private func bounds(of stream: Stream) -> Clause {
        Clause(
            sql: "\(stream.sequence) BETWEEN ? AND ?",
            values: [.integer(sequences.lowerBound), .integer(sequences.upperBound)])
    }

    private func streams(of start: Start) -> [Stream] {
        switch start {
        case .term(let index):
            matches(of: query.terms[index]).flatMap { match in
                switch match {
                case .stated(let condition) where hasStates: states.map { Stream(operation: condition, in: $0) }
                case .stated(let condition): [Stream(operation: condition)]
                case .operation(let condition): [Stream(operation: condition, rest: stateChecks)]
                case .outcome(let condition): [Stream(outcome: condition, rest: stateChecks)]
                }
            }
        case .states: states.map { Stream(operation: Clause(sql: "TRUE"), in: $0) }
        case .all: [Stream(operation: Clause(sql: "TRUE"))]
        }
    }

    /// All but results and kinds, which the streams see to.
    private func checks(besides start: Start) -> [Clause] {
        var checks: [Clause] = []
        for (index, term) in query.terms.enumerated() where start != .term(index) {
            checks.append(Match.check(matches(of: term)))
        }
        if let since = query.since {
            checks.append(Clause(sql: "+op.started_at >= ?", values: [.integer(since.millisecondsSince1970)]))
        }
        if let until = query.until {
            checks.append(Clause(sql: "+op.started_at < ?", values: [.integer(until.millisecondsSince1970)]))
        }
        return checks
    }

    /// What ``HistoryState/fits(_:)`` says, of the operation's row. The signs keep SQLite from an index for the check.
    private var stateChecks: [Clause] {
        var checks: [Clause] = []
        if !query.results.isEmpty {
            let results = query.results.map { result in
                switch result {
                case .voided: Clause(sql: "+op.is_voided = 1")
                case .refunded: Clause(sql: "+op.is_refunded = 1")
                case .approved, .declined, .cancelled, .failed, .unknown, .partly:
                    Clause(sql: "+op.verdict = ?", values: [.optional(result.verdict?.rawValue)])
                }
            }
            checks.append(.all(results, joinedBy: "OR"))
        }
        if !query.kinds.isEmpty {
            let words = query.kinds.flatMap(\.words)
            let places = words.map { _ in "?" }.joined(separator: ", ")
            checks.append(Clause(sql: "+op.kind IN (\(places))", values: words.map { .text($0) }))
        }
        return checks
    }

    /// The less a term is expected to find, the lower.
    private static func rank(_ term: HistoryQuery.Term) -> Int {
        switch term {
        case .id: 0
        case .reference: 1
        case .authorisation: 2
        case .text: 3
        case .card: 4
        case .amount: 5
        }
    }

    // MARK: Terms

    private func matches(of term: HistoryQuery.Term) -> [Match] {
        switch term {
        case .amount(let amounts): return amounts.flatMap(matches(of:))
        case .card(let lastFour):
            let values: [Database.Value] = [.text(lastFour)]
            let unknown = "f.verdict = 'unknown' AND f.masked_card_number <> ''"
            return [
                .stated(Clause(sql: "op.card <> '' AND op.card = ?", values: values)),
                .outcome(Clause(sql: "\(unknown) AND substr(f.masked_card_number, -4) = ?", values: values)),
            ]
        case .reference(let text): return ownReference(text) + otherReferences(text)
        case .authorisation(let text):
            let sql = "f.authorisation_code <> '' AND lower(f.authorisation_code) = ?"
            return [.outcome(Clause(sql: sql, values: [.text(HistoryQuery.lowercased(text))]))]
        case .id(let text): return ownReference(text) + transactions(text)
        case .text(let text, let amounts):
            return ownReference(text) + otherReferences(text) + transactions(text)
                + matches(of: .authorisation(text)) + matches(of: .amount(amounts))
        }
    }

    /// An amount that was asked for, or taken.
    private func matches(of amount: Amount) -> [Match] {
        let values = Database.Value.amount(amount)
        let unknown = "f.verdict = 'unknown' AND f.authorised_minor IS NOT NULL"
        return [
            .stated(Clause(sql: "op.amount_minor = ? AND op.amount_currency = ?", values: values)),
            .stated(
                Clause(
                    sql: "op.other_minor IS NOT NULL AND op.other_minor = ? AND op.other_currency = ?",
                    values: values)),
            .outcome(
                Clause(sql: "\(unknown) AND f.authorised_minor = ? AND f.authorised_currency = ?", values: values)),
        ]
    }

    /// A till's reference as it stands, by its end, by the till's name and number, or by its number.
    private func ownReference(_ text: String) -> [Match] {
        let tail = "-\(tag)"
        let isNumber =
            text.utf8.count >= 6 && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let isNameAndNumber = text.split(separator: "-", omittingEmptySubsequences: false).count == 2
        let texts = [text] + (isNumber || isNameAndNumber ? [text + tail] : [])
        return texts.map { text in
            let length = text.unicodeScalars.count
            return .operation(Self.end(of: "op.reference", is: text, indexed: length < 8 ? 6 : length < 11 ? 8 : 11))
        }
    }

    private func otherReferences(_ text: String) -> [Match] {
        var customer = Self.end(of: "op.customer_reference", is: text, indexed: 6)
        customer.sql = "op.customer_reference <> op.reference AND \(customer.sql)"
        // A ticket that has the name of its first operation is found by that.
        let ticket = Clause(sql: "op.ticket <> op.reference AND op.ticket = ?", values: [.text(text)])
        var matches = [Match.stated(customer), .stated(ticket)]
        if let slash = text.lastIndex(of: "/"), let attempt = Int64(text[text.index(after: slash)...]) {
            matches.append(
                .operation(
                    Clause(
                        sql: "op.ticket = ? AND op.attempt = ?",
                        values: [.text(String(text[..<slash])), .integer(attempt)])))
        }
        return matches
    }

    private func transactions(_ text: String) -> [Match] {
        var own = Self.end(of: "f.transaction_id", is: text, indexed: 6)
        own.sql = "f.transaction_id IS NOT NULL AND \(own.sql)"
        var reader = Self.end(of: "f.reader_transaction_id", is: text, indexed: 6)
        reader.sql = "f.reader_transaction_id <> '' AND \(reader.sql)"
        return [.outcome(own), .outcome(reader)]
    }

    /// A text of six or more characters may be the end of the column; a shorter one is all of it.
    ///
    /// - Parameter length: how many characters the column's index holds.
    private static func end(of column: String, is text: String, indexed length: Int) -> Clause {
        let text = HistoryQuery.lowercased(text)
        let end = Clause(
            sql: "lower(substr(\(column), -\(length))) = ?",
            values: [.text(String(String.UnicodeScalarView(text.unicodeScalars.suffix(length))))])
        let count = text.unicodeScalars.count
        guard count > length else { return end }
        // The length stands in the text: it comes from a count, and the statement is compiled for one use.
        let whole = Clause(sql: "lower(substr(\(column), -\(count))) = ?", values: [.text(text)])
        return Clause(sql: "\(end.sql) AND \(whole.sql)", values: end.values + whole.values)
    }
}

/// A condition on one of the two tables, which an index serves: on the operation `op`, or on any of its outcomes, `f`.
private enum Match {
    /// Of the operation; there is an index of it alone and one with the state behind it.
    case stated(HistorySearch.Clause)
    case operation(HistorySearch.Clause)
    case outcome(HistorySearch.Clause)

    /// Whether one of them holds. The signs keep SQLite from an index for the check: the stream has one, and gives the
    /// rows in order.
    static func check(_ matches: [Match]) -> HistorySearch.Clause {
        var checks: [HistorySearch.Clause] = []
        var ofOutcomes: [HistorySearch.Clause] = []
        for match in matches {
            switch match {
            case .stated(let condition), .operation(let condition):
                checks.append(
                    HistorySearch.Clause(
                        sql: condition.sql.replacing("op.", with: "+op."), values: condition.values))
            case .outcome(let condition): ofOutcomes.append(condition)
            }
        }
        if !ofOutcomes.isEmpty {
            var any = HistorySearch.Clause.all(ofOutcomes, joinedBy: "OR")
            // One condition has an index with the operation in it. Several are checked together on its few outcomes.
            if ofOutcomes.count > 1 { any.sql = any.sql.replacing("f.", with: "+f.") }
            checks.append(
                HistorySearch.Clause(
                    sql: "EXISTS (SELECT 1 FROM outcome f WHERE f.operation = op.sequence AND (\(any.sql)))",
                    values: any.values))
        }
        return .all(checks, joinedBy: "OR")
    }
}

/// Sequence numbers in falling order, as an index gives them. `op` is the operation.
private struct Stream {
    var source: String
    /// The table of the index.
    var table: String
    /// What the index is searched for.
    var key: HistorySearch.Clause
    /// What must hold besides.
    var rest: [HistorySearch.Clause]
    /// The column of the sequence in the index.
    var sequence: String

    init(operation key: HistorySearch.Clause, rest: [HistorySearch.Clause] = []) {
        table = "operation op"
        source = "SELECT op.sequence FROM \(table)"
        self.key = key
        self.rest = rest
        sequence = "op.sequence"
    }

    init(operation key: HistorySearch.Clause, in state: HistoryState) {
        let columns = HistoryState.columns.map { "op.\($0) = ?" }.joined(separator: " AND ")
        self.init(operation: .all([key, HistorySearch.Clause(sql: columns, values: state.values)], joinedBy: "AND"))
    }

    /// `CROSS JOIN` keeps SQLite to the order in which the tables stand here.
    init(outcome key: HistorySearch.Clause, rest: [HistorySearch.Clause] = []) {
        table = "outcome f"
        source = "SELECT f.operation FROM \(table) CROSS JOIN operation op ON op.sequence = f.operation"
        self.key = key
        self.rest = rest
        sequence = "f.operation"
    }
}
