import Money
import Testing

@testable import TillJournal

@Suite("History") struct HistoryTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    @Test("is read in pages, newest first, without gaps or repeats") func pages() throws {
        for number in 1...7 { try journal.record(.sample("A\(number)", at: Int64(-number))) }
        var references: [String] = []
        var last: Int64?
        repeat {
            let page = try journal.sync { store throws(JournalError) in try store.history(before: last, limit: 3) }
            references += page.map(\.intent.reference)
            last = page.last?.sequence
        } while last != nil
        #expect(references == ["A7", "A6", "A5", "A4", "A3", "A2", "A1"])
    }

    @Test("gives at least one and at most a page", arguments: [(0, 1), (-5, 1), (2, 2), (.max, 3)])
    func limits(limit: Int, count: Int) throws {
        for number in 1...3 { try journal.record(.sample("A\(number)")) }
        let page = try journal.sync { store throws(JournalError) in try store.history(before: nil, limit: limit) }
        #expect(page.count == count)
    }

    @Test("knows the last operation") func last() throws {
        let none = try journal.sync { store throws(JournalError) in try store.lastOperation() }
        #expect(none == nil)
        try journal.record(.sample("A1"))
        let newest = try journal.record(.sample("A2"), .approved())
        let found = try journal.sync { store throws(JournalError) in try store.lastOperation() }
        #expect(found == newest)
    }

    @Test("lists what is in doubt, oldest first, of one reader or all") func inDoubt() throws {
        try journal.record(.sample("A1"))
        try journal.record(.sample("A2"), .approved())
        try journal.record(.sample("A3", reader: .terrace), .ended(.unknown, by: .noAnswer))
        try journal.record(.sample("A4"), .ended(.unknown, by: .noAnswer))
        for (serial, expected) in [(nil, ["A1", "A3", "A4"]), ("12345", ["A1", "A4"]), ("67890", ["A3"]), ("x", [])] {
            let found = try journal.sync { store throws(JournalError) in
                try store.operationsInDoubt(readerSerial: serial)
            }
            #expect(found.map(\.intent.reference) == expected)
        }
    }

    @Test("finds operations by reference, customer reference and transaction") func lookups() throws {
        let first = try journal.record(.sample("A1", customerReference: "table 4"), .approved())
        let second = try journal.record(.sample("A2", customerReference: "table 4"))
        _ = try journal.sync { store throws(JournalError) in
            try store.recordUnclaimed(.approved(transactionID: "unclaimed"), from: .counter, customerReference: "")
        }
        try journal.sync { store throws(JournalError) in
            #expect(try store.operation(reference: "A1") == first)
            #expect(try store.operation(reference: "A9") == nil)
            #expect(try store.operations(customerReference: "table 4") == [second, first])
            #expect(try store.operation(transactionID: OperationOutcome.guid) == first)
            #expect(try store.operation(transactionID: "unclaimed") == nil)
        }
    }

    @Test("adds up a period by currency, and never counts what is in doubt as sold") func totals() throws {
        let operations: [(OperationKind, Amount?, OperationOutcome?)] = [
            (.sale, money(1000), .approved(money(1100))),
            (.saleAndTokenize, money(500), .approved(money(500))),
            (.sale, money(900), .ended(.approved)),
            (.sale, money(800), .ended(.declined)),
            (.sale, money(700), .ended(.unknown, by: .noAnswer)),
            (.refund, money(60), nil),
            (.refund, money(50), .approved(money(50))),
            (.saleReversal, money(40), .approved(money(40))),
            (.refundReversal, money(30), .approved(money(30))),
            (.sale, money(2000, "EUR"), .ended(.cancelled)),
            (.sale, money(300, "JPY"), .approved(money(300, "JPY"))),
            (.tokenize, nil, .approved()),
            (.endOfDay, nil, .ended(.processed)),
        ]
        try journal.record(.sample("early", at: -1), .approved())
        for (index, operation) in operations.enumerated() {
            let intent = OperationIntent.sample("A\(index)", kind: operation.0, amount: operation.1, at: Int64(index))
            try journal.record(intent, operation.2, allowsForeignOriginal: true)
        }
        try journal.record(.sample("late", at: 100), .approved())
        let found = try journal.sync { store throws(JournalError) in
            try store.totals(since: .second(0), until: .second(100))
        }
        var pounds = CurrencyTotals(currency: currency("GBP"))
        pounds.sales = .init(count: 3, sumMinor: 2500)
        pounds.refunds = .init(count: 1, sumMinor: 50)
        pounds.saleReversals = .init(count: 1, sumMinor: 40)
        pounds.refundReversals = .init(count: 1, sumMinor: 30)
        pounds.inDoubt = .init(count: 2, sumMinor: 760)
        var yen = CurrencyTotals(currency: currency("JPY"))
        yen.sales = .init(count: 1, sumMinor: 300)
        #expect(found == [pounds, yen])
        let open = try journal.sync { store throws(JournalError) in try store.totals(since: .second(100)) }
        #expect(open.map(\.sales.count) == [1])
    }

    @Test("sums that do not fit are an error, not a wrong number") func overflow() throws {
        try journal.record(.sample("A1"), .approved(money(.max)))
        try journal.record(.sample("A2", kind: .saleAndTokenize), .approved(money(1)))
        #expect(throws: JournalError.self) {
            try journal.sync { store throws(JournalError) in try store.totals(since: .second(0)) }
        }
    }
}
