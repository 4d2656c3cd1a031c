import Money

/// The SQL of a search.
///
/// One part of the query, the one that finds least, is looked up in indexes that give sequence numbers in falling order;
/// the others are checked on what it finds. So a page costs no more than what it shows and skips, however much there is
/// to be found.
struct HistorySearch {
    /// The part of a query that is looked up.
    enum Start: Equatable {
        /// By its place in the query.
        case term(Int)
        case results
        case kinds
        /// Everything in the order of the sequence.
        case all
    }

    /// Up to this many finds tell which start finds least. More are as good as any.
    static let countMax: Int64 = 2000

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
    /// Outside of these sequences nothing counts: those before the last page, and the days of the query.
    let sequences: ClosedRange<Int64>
    let limit: Int

    /// Where a search can start, first what is expected to find least.
    var starts: [Start] {
        let (terms, results, kinds) = (query.terms, query.results, query.kinds)
        var starts = terms.indices.sorted { Self.rank(terms[$0]) < Self.rank(terms[$1]) }.map { Start.term($0) }
        // Sales and approved ones are most of what there is.
        if !results.isEmpty, !results.contains(.approved) { starts.append(.results) }
        if !kinds.isEmpty, !kinds.contains(.sale) { starts.append(.kinds) }
        return starts.isEmpty ? [.all] : starts
    }

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
        case .term(let index): matches(of: query.terms[index]).map(\.stream)
        case .results: query.results.flatMap(Self.streams)
        case .kinds:
            query.kinds.flatMap(Self.words).map {
                Stream(operation: Clause(sql: "op.kind = ?", values: [.text($0)]))
            }
        case .all: [Stream(operation: Clause(sql: "TRUE"))]
        }
    }

    private func checks(besides start: Start) -> [Clause] {
        var checks: [Clause] = []
        for (index, term) in query.terms.enumerated() where start != .term(index) {
            checks.append(Clause.all(matches(of: term).map(\.check), joinedBy: "OR"))
        }
        if !query.results.isEmpty, start != .results {
            checks.append(Clause.all(query.results.map(Self.check), joinedBy: "OR"))
        }
        if !query.kinds.isEmpty, start != .kinds {
            let words = query.kinds.flatMap(Self.words)
            checks.append(
                Clause(
                    sql: "+op.kind IN (\(words.map { _ in "?" }.joined(separator: ", ")))",
                    values: words.map { .text($0) }))
        }
        if let since = query.since {
            checks.append(Clause(sql: "+op.started_at >= ?", values: [.integer(since.millisecondsSince1970)]))
        }
        if let until = query.until {
            checks.append(Clause(sql: "+op.started_at < ?", values: [.integer(until.millisecondsSince1970)]))
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
        case .amount(let amount):
            let values = Database.Value.amount(amount)
            return [
                .operation(Clause(sql: "op.amount_minor = ? AND op.amount_currency = ?", values: values)),
                .outcome(Clause(sql: "f.authorised_minor = ? AND f.authorised_currency = ?", values: values)),
            ]
        case .card(let lastFour):
            let sql = "f.masked_card_number <> '' AND substr(f.masked_card_number, -4) = ?"
            return [.outcome(Clause(sql: sql, values: [.text(lastFour)]))]
        case .reference(let text): return ownReference(text) + otherReferences(text)
        case .authorisation(let text):
            let sql = "f.authorisation_code <> '' AND lower(f.authorisation_code) = ?"
            return [.outcome(Clause(sql: sql, values: [.text(HistoryQuery.lowercased(text))]))]
        case .id(let text): return ownReference(text) + transactions(text)
        case .text(let text, let amount):
            return ownReference(text) + otherReferences(text) + transactions(text)
                + matches(of: .authorisation(text)) + (amount.map { matches(of: .amount($0)) } ?? [])
        }
    }

    /// A till's reference as it stands, by its end, by the till's name and number, or by its number.
    private func ownReference(_ text: String) -> [Match] {
        let tail = "-\(tag)"
        let isNumber =
            text.utf8.count >= 6 && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let isNameAndNumber = text.split(separator: "-", omittingEmptySubsequences: false).count == 2
        let texts = [text] + (isNumber || isNameAndNumber ? [text + tail] : [])
        return texts.map { text in
            .operation(Self.end(of: "op.reference", is: text, indexed: text.count < 8 ? 6 : 8))
        }
    }

    private func otherReferences(_ text: String) -> [Match] {
        var customer = Self.end(of: "op.customer_reference", is: text, indexed: 6)
        customer.sql = "op.customer_reference <> op.reference AND \(customer.sql)"
        var tickets = [Clause(sql: "op.ticket = ?", values: [.text(text)])]
        if let slash = text.lastIndex(of: "/"), let attempt = Int64(text[text.index(after: slash)...]) {
            tickets.append(
                Clause(
                    sql: "op.ticket = ? AND op.attempt = ?",
                    values: [.text(String(text[..<slash])), .integer(attempt)]))
        }
        return ([customer] + tickets).map { .operation($0) }
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

    // MARK: Results and kinds

    private static func streams(_ result: HistoryQuery.Result) -> [Stream] {
        switch result {
        case .unknown: [Stream(operation: Clause(sql: "op.in_doubt = 1"))]
        case .voided: [Stream(undoneBy: .saleReversal), Stream(undoneBy: .refundReversal)]
        case .refunded: [Stream(undoneBy: .refund)]
        case .approved, .declined, .cancelled, .failed, .partly:
            [
                Stream(
                    outcome: Clause(sql: "f.verdict = ?", values: [.text(verdict(result))]),
                    rest: Clause(sql: "f.id = op.outcome"))
            ]
        }
    }

    private static func check(_ result: HistoryQuery.Result) -> Clause {
        switch result {
        case .unknown: Clause(sql: "op.in_doubt = 1")
        case .voided: undone(by: [.saleReversal, .refundReversal])
        case .refunded: undone(by: [.refund])
        case .approved, .declined, .cancelled, .failed, .partly:
            Clause(sql: "op.in_doubt = 0 AND o.verdict = ?", values: [.text(verdict(result))])
        }
    }

    private static func undone(by kinds: [OperationKind]) -> Clause {
        Clause(
            sql: """
                EXISTS (SELECT 1 FROM operation r JOIN outcome ro ON ro.id = r.outcome WHERE r.original = op.sequence
                    AND r.kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", "))) AND \(Stream.hasMoved))
                """)
    }

    private static func verdict(_ result: HistoryQuery.Result) -> String {
        let verdict: OperationOutcome.Verdict =
            switch result {
            case .approved, .voided, .refunded: .approved
            case .declined: .declined
            case .cancelled: .cancelled
            case .failed: .failed
            case .unknown: .unknown
            case .partly: .partiallyApproved
            }
        return verdict.rawValue
    }

    private static func words(_ kind: HistoryQuery.Kind) -> [String] {
        let kinds: [OperationKind] =
            switch kind {
            case .sale: [.sale, .saleAndTokenize]
            case .refund: [.refund]
            case .void: [.saleReversal, .refundReversal]
            }
        return kinds.map(\.rawValue)
    }
}

/// A condition on one of the two tables, which an index serves: on the operation `op`, or on any of its outcomes, `f`.
private enum Match {
    case operation(HistorySearch.Clause)
    case outcome(HistorySearch.Clause)

    var stream: Stream {
        switch self {
        case .operation(let condition): Stream(operation: condition)
        case .outcome(let condition): Stream(outcome: condition)
        }
    }

    /// The signs keep SQLite from an index for the check: the stream has one, and gives the rows in order.
    var check: HistorySearch.Clause {
        switch self {
        case .operation(let condition):
            HistorySearch.Clause(sql: condition.sql.replacing("op.", with: "+op."), values: condition.values)
        case .outcome(let condition):
            HistorySearch.Clause(
                sql: "EXISTS (SELECT 1 FROM outcome f WHERE f.operation = op.sequence AND \(condition.sql))",
                values: condition.values)
        }
    }
}

/// Sequence numbers in falling order, as an index gives them. `op` is the operation, `o` its outcome in force.
/// `CROSS JOIN` keeps SQLite to the order in which the tables stand here.
private struct Stream {
    static let hasMoved = "ro.verdict IN ('approved', 'partiallyApproved')"

    var source: String
    /// The table of the index.
    var table: String
    /// What the index is searched for.
    var key: HistorySearch.Clause
    /// What must hold besides.
    var rest: [HistorySearch.Clause] = []
    /// The column of the sequence in the index.
    var sequence: String

    init(operation key: HistorySearch.Clause) {
        source = "SELECT op.sequence FROM operation op LEFT JOIN outcome o ON o.id = op.outcome"
        table = "operation op"
        self.key = key
        sequence = "op.sequence"
    }

    init(outcome key: HistorySearch.Clause, rest: HistorySearch.Clause? = nil) {
        source = """
            SELECT f.operation FROM outcome f CROSS JOIN operation op ON op.sequence = f.operation
            LEFT JOIN outcome o ON o.id = op.outcome
            """
        table = "outcome f"
        self.key = key
        self.rest = rest.map { [$0] } ?? []
        sequence = "f.operation"
    }

    init(undoneBy kind: OperationKind) {
        source = """
            SELECT r.original FROM operation r CROSS JOIN outcome ro ON ro.id = r.outcome
            CROSS JOIN operation op ON op.sequence = r.original LEFT JOIN outcome o ON o.id = op.outcome
            """
        table = "operation r"
        key = HistorySearch.Clause(sql: "r.original IS NOT NULL AND r.kind = ?", values: [.text(kind.rawValue)])
        rest = [HistorySearch.Clause(sql: Self.hasMoved)]
        sequence = "r.original"
    }
}
