import Money
import Testing

@testable import TillJournal

@Suite("A history search") struct HistorySearchTests {
    static let day: Int64 = 86_400
    let folder = ScratchFolder()
    let journal: Journal

    /// A shop's days in small. The second 0 is 2023-11-14 22:13:20 UTC.
    init() throws {
        journal = try openBooks(at: folder.journal)
        let tag = try journal.sync { store throws(JournalError) in try store.mintReference().suffix(4) }
        let facts: [(OperationIntent, OperationOutcome?)] = [
            (.sample("T1-000401-\(tag)"), Self.approved("aaaaaaaa-0001", auth: "991122", card: "1111")),
            (.sample("T1-000402-\(tag)", amount: money(1250), at: 60), Self.approved("aaaaaaaa-0002", money(1400))),
            (.sample("T1-000403-\(tag)", amount: money(500, "EUR"), at: Self.day), .ended(.declined)),
            (
                .sample("T2-000403-XXXX", customerReference: "Table 4", at: Self.day),
                Self.approved("BBBBBBBB-0003", number: "000417", card: "4444")
            ),
            (.sample("V1", kind: .saleReversal, undoing: "aaaaaaaa-0001", at: 70), .approved(transactionID: "v-1")),
            (
                .sample("R1", kind: .refund, amount: money(300), undoing: "aaaaaaaa-0002", at: Self.day + 5),
                .approved(money(300), transactionID: "r-1")
            ),
            (.sample("D1", at: 2 * Self.day), .ended(.unknown, by: .noAnswer)),
            (.sample("P1", amount: money(3000), at: 2 * Self.day), Self.partial),
            (.sample("P2", amount: money(1000), ticket: "P1", at: 2 * Self.day), .ended(.cancelled)),
            (.sample("E1", kind: .endOfDay, amount: nil, at: 2 * Self.day), .ended(.processed)),
            // The clock was wrong here.
            (.sample("F1", at: -400 * Self.day), .ended(.failed)),
            (.sample("T3", kind: .saleAndTokenize, at: 3 * Self.day), nil),
        ]
        for (intent, outcome) in facts { try journal.record(intent, outcome) }
    }

    private static func approved(
        _ transactionID: String, _ amount: Amount = money(1000), auth: String = "", number: String = "",
        card: String = "2222"
    ) -> OperationOutcome {
        var outcome = OperationOutcome.approved(amount, transactionID: transactionID)
        outcome.authorisationCode = auth
        outcome.readerTransactionID = number
        outcome.maskedCardNumber = "************\(card)"
        return outcome
    }

    private static var partial: OperationOutcome {
        var outcome = approved("partial", money(2000))
        outcome.verdict = .partiallyApproved
        return outcome
    }

    private static let everyNumber: [Int64] = Array((1...12).reversed())

    private func query(_ text: String) throws -> HistoryQuery {
        try HistoryQuery(text, now: .second(2 * Self.day), currencies: [currency("GBP")])
    }

    private func find(_ text: String, before: Int64? = nil, limit: Int = 50) throws -> [Int64] {
        let query = try query(text)
        return try journal.sync { store throws(JournalError) in
            try store.history(matching: query, before: before, limit: limit).map(\.sequence)
        }
    }

    private static let found: [(text: String, found: [Int64])] = [
        ("", everyNumber),
        ("amount:10.00", [12, 11, 9, 7, 5, 4, 1]), ("amount:14", [2]), ("amount:12.5", [2]), ("12.5", [2]),
        ("amount:5EUR", [3]), ("amount:5", []), ("card:4444", [4]), ("card:1111", [6, 5, 1]),
        ("auth:991122", [1]), ("991122", [1]), ("auth:99112", []),
        ("table 4", []), ("\"table 4\"", [4]), ("ref:\"TABLE 4\"", [4]),
        ("id:0003", []), ("bb-0003", [4]), ("id:bb-0003", [4]), ("BBBBBBBB-0003", [4]), ("xaaaaaaaa-0001", []),
        ("id:000417", [4]), ("ref:000417", []), ("id:00417", []),
        ("V1", [5]), ("v1", [5]), ("P1", [9, 8]), ("P1/2", [9]), ("ref:P1/3", []), ("ref:r-1", []),
        ("T1-000402", [2]), ("t1-000402", [2]), ("000402", [2]), ("ref:000402", [2]), ("T1-00040", []),
        ("approved", [6, 5, 4, 2, 1]), ("declined", [3]), ("cancelled", [9]), ("failed", [11]),
        ("unknown", [12, 7]), ("partly", [8]), ("voided", [1]), ("refunded", [2]), ("voided refunded", [2, 1]),
        ("is:declined is:failed", [11, 3]), ("approved unknown", [12, 7, 6, 5, 4, 2, 1]),
        ("sale", [12, 11, 9, 8, 7, 4, 3, 2, 1]), ("refund", [6]), ("void", [5]), ("refund void", [6, 5]),
        ("after:2023-11-16", [12, 10, 9, 8, 7]), ("before:2023-11-15", [11, 5, 2, 1]),
        ("on:2023-11-15", [6, 4, 3]), ("today", [10, 9, 8, 7]), ("on:2022-10-10", [11]), ("on:2021-01-01", []),
        ("after:2023-11-15 before:2023-11-15", []),
        ("sale approved", [4, 2, 1]), ("sale approved card:4444", [4]), ("amount:10.00 void", [5]),
        ("amount:10.00 voided", [1]), ("amount:10.00 approved before:2023-11-15", [5, 1]),
        ("amount:10.00 unknown sale", [12, 7]), ("card:1111 refund", [6]), ("10.00 991122", [1]),
        ("amount:10.00 card:1111 after:2023-11-01 declined", []), ("refunded after:2023-11-15", []),
        ("table' OR 1=1", []), ("ref:%", []), ("\"\u{0}\"", []),
    ]

    @Test("finds what has all the words, newest first", arguments: found)
    func words(text: String, found: [Int64]) throws {
        #expect(try find(text) == found)
    }

    @Test(
        "is read in pages without gaps or repeats",
        arguments: [
            "", "10.00", "sale", "approved unknown", "refund void", "after:2023-11-15", "P1", "voided refunded",
        ])
    func pages(text: String) throws {
        let whole = try find(text)
        var paged: [Int64] = []
        while true {
            let page = try find(text, before: paged.last, limit: 2)
            if page.isEmpty { break }
            paged += page
        }
        #expect(paged == whole)
        #expect(!whole.isEmpty)
    }

    @Test("finds what the outcome in force says, and numbers of earlier ones too") func replaced() throws {
        let record = try #require(try find("D1").first)
        let first = OperationOutcome.ended(.unknown, transactionID: "early-number")
        try journal.sync { store throws(JournalError) in
            _ = try store.recordOutcome(first, of: record)
            _ = try store.recordOutcome(.ended(.declined, by: .pendingResult), of: record)
        }
        #expect(try find("early-number") == [record])
        #expect(try find("unknown") == [12])
        #expect(try find("declined") == [record, 3])
    }

    @Test("leaves what is in doubt pinned above it, newest first") func pinned() throws {
        let found = try journal.sync { store throws(JournalError) in try store.inDoubtPinned() }
        #expect(found.map(\.sequence) == [12, 7])
    }

    private func plan(_ clauses: String, _ values: [Database.Value] = []) throws -> [String] {
        let selection = "SELECT op.sequence, o.verdict FROM operation op LEFT JOIN outcome o ON o.id = op.outcome"
        return try plan(of: "\(selection) \(clauses)", values)
    }

    private func plan(of statement: String, _ values: [Database.Value] = []) throws -> [String] {
        try journal.sync { store throws(JournalError) in
            try store.database.rowsOnce("EXPLAIN QUERY PLAN \(statement)", values) { row in
                for _ in 1...3 { _ = row.integer() }
                return row.text()
            }
        }
    }

    @Test(
        "walks indexes that have their rows in order",
        arguments: [
            "amount:10.00", "card:1111", "ref:T1-000402", "auth:991122", "id:aaaaaaaa-0001", "V1", "12.5", "P1/2",
            "after:2023-11-15", "on:2023-11-15", "today", "approved", "declined", "cancelled", "failed", "unknown",
            "partly", "voided", "refunded", "sale", "refund", "void", "declined failed", "voided refunded",
            "amount:10.00 card:1111 after:2023-11-01 declined", "refund approved", "sale approved voided",
        ])
    func plans(text: String) throws {
        let query = try query(text)
        let search = try #require(
            try journal.sync { store throws(JournalError) in
                try store.searches(query, before: nil, limit: 50).first
            })
        for start in search.starts {
            let plan = try plan(search.clause(from: start).sql, search.clause(from: start).values)
            #expect(!plan.isEmpty)
            // Nothing is read from one end to the other, and nothing sorted.
            #expect(plan.filter { $0.hasPrefix("SCAN") && !$0.contains("operation_in_doubt") } == [])
            #expect(plan.filter { $0.contains("TEMP B-TREE") } == [])
        }
    }

    @Test("learns what there is without reading it all") func states() throws {
        let plan = try plan(of: JournalStore.historyStatesQuery)
        for last in ["verdict>?", "kind>?", "is_voided>?", "is_refunded>?"] {
            #expect(plan.contains { $0.hasSuffix("\(last))") && $0.contains("operation_by_state") })
        }
        let states = try journal.sync { store throws(JournalError) in try store.historyStates() }
        #expect(states.count == 12)
        #expect(states.filter { $0.isVoided || $0.isRefunded }.map(\.kind) == ["sale", "sale"])
    }

    @Test(
        "starts with what finds least",
        arguments: [
            ("amount:10.00 partly", .term(0)), ("V1 partly", .term(0)), ("\"table 4\" voided", .term(0)),
            ("card:1111 amount:14", .term(1)), ("amount:10.00 card:4444", .term(1)), ("approved sale", .states),
            ("P1 void", .term(0)), ("amount:10.00 sale approved", .term(0)), ("unknown", .states), ("today", .all),
        ] as [(String, HistorySearch.Start)])
    func starts(text: String, start: HistorySearch.Start) throws {
        let query = try query(text)
        let chosen = try journal.sync { store throws(JournalError) in
            try store.searches(query, before: nil, limit: 50).first.map { search throws(JournalError) in
                try store.start(of: search)
            }
        }
        #expect(chosen == start)
    }

    @Test(
        "is not the only one that has an index",
        arguments: [
            "WHERE op.sequence < 9 ORDER BY op.sequence DESC LIMIT 5",
            "WHERE op.in_doubt = 1 ORDER BY op.sequence DESC", "WHERE op.ticket = 'P1' ORDER BY op.sequence",
            "WHERE op.reference = 'P1'", "WHERE op.customer_reference = 'P1' ORDER BY op.sequence DESC",
        ])
    func listPlans(clauses: String) throws {
        let plan = try plan(clauses)
        #expect(plan.filter { $0.hasPrefix("SCAN") && !$0.contains("operation_in_doubt") } == [])
        #expect(plan.filter { $0.contains("TEMP B-TREE") } == [])
    }
}
