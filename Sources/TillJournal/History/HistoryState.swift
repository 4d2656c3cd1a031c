/// What stands together in the indexes of a search: how an operation ended, what it was, and whether it was undone.
/// Shops have a few dozen such states, whatever they sell.
struct HistoryState: Equatable {
    static let columns = ["verdict", "kind", "is_voided", "is_refunded"]

    /// As the books store it; unknown for what is in doubt.
    var verdict: String
    /// As the books store it.
    var kind: String
    var isVoided: Bool
    var isRefunded: Bool

    /// In the order of ``columns``.
    var values: [Database.Value] {
        [.text(verdict), .text(kind), .boolean(isVoided), .boolean(isRefunded)]
    }

    /// Whether operations of this state have one of the query's results and are of one of its kinds.
    func fits(_ query: HistoryQuery) -> Bool {
        (query.results.isEmpty || query.results.contains(where: has))
            && (query.kinds.isEmpty || query.kinds.contains { $0.words.contains(kind) })
    }

    private func has(_ result: HistoryQuery.Result) -> Bool {
        switch result {
        case .approved, .declined, .cancelled, .failed, .unknown, .partly: verdict == result.verdict?.rawValue
        case .voided: isVoided
        case .refunded: isRefunded
        }
    }
}

extension HistoryQuery.Result {
    /// Nil for what is undone.
    var verdict: OperationOutcome.Verdict? {
        switch self {
        case .approved: .approved
        case .declined: .declined
        case .cancelled: .cancelled
        case .failed: .failed
        case .unknown: .unknown
        case .partly: .partiallyApproved
        case .voided, .refunded: nil
        }
    }
}

extension HistoryQuery.Kind {
    /// What the books store.
    var words: [String] {
        let kinds: [OperationKind] =
            switch self {
            case .sale: [.sale, .saleAndTokenize]
            case .refund: [.refund]
            case .void: [.saleReversal, .refundReversal]
            }
        return kinds.map(\.rawValue)
    }
}

extension JournalStore {
    /// The states that there are.
    func historyStates() throws(JournalError) -> [HistoryState] {
        try database.rows(Self.historyStatesQuery) { row in
            HistoryState(verdict: row.text(), kind: row.text(), isVoided: row.boolean(), isRefunded: row.boolean())
        }
    }

    /// The index is searched for the next state each time and not read through, so that this takes as long as there are
    /// states, not operations. The next one differs in the last column that can be larger: a comparison of all columns at
    /// once would make SQLite pass all operations of the state before.
    static let historyStatesQuery = {
        let columns = HistoryState.columns.joined(separator: ", ")
        let next = HistoryState.columns.indices.reversed().map { last in
            let conditions = HistoryState.columns[...last].enumerated().map { index, column in
                "\(column) \(index == last ? ">" : "=") found.\(column)"
            }
            let condition = conditions.joined(separator: " AND ")
            return "(SELECT sequence FROM operation WHERE \(condition) ORDER BY \(columns) LIMIT 1)"
        }
        return """
            WITH RECURSIVE found (sequence, \(columns)) AS (
                SELECT * FROM (SELECT sequence, \(columns) FROM operation ORDER BY \(columns) LIMIT 1)
                UNION ALL
                SELECT next.sequence, \(HistoryState.columns.map { "next.\($0)" }.joined(separator: ", "))
                FROM found CROSS JOIN operation next ON next.sequence = coalesce(
                    \(next.joined(separator: ",\n")))
            )
            SELECT \(columns) FROM found
            """
    }()
}
