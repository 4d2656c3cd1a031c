import Money
import Testing

@testable import TillJournal

@Suite("Cash beside a voided card") struct TendersBackTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func sell(_ reference: String, _ asked: Int64, _ taken: Int64) throws -> OperationRecord {
        var outcome = OperationOutcome.approved(money(taken), transactionID: "id \(reference)")
        outcome.verdict = .partiallyApproved
        return try journal.record(.sample(reference, amount: money(asked), ticket: "A"), outcome)
    }

    private func pay(_ minorUnits: Int64, _ kind: Tender.Kind = .cash, at second: Int64 = 20) throws {
        _ = try journal.sync { store throws(JournalError) in
            try store.recordTender(Tender(kind: kind, amount: money(minorUnits), at: .second(second)), on: "A")
        }
    }

    private func void(_ sale: OperationRecord, at second: Int64 = 30) throws {
        let reference = "V\(sale.sequence)"
        try journal.record(
            .sample(
                reference, kind: .saleReversal, amount: sale.moved, undoing: sale.transactionID, at: second),
            .approved(sale.moved ?? money(0), transactionID: reference))
    }

    private func besides(_ sale: OperationRecord) throws -> TenderSums? {
        try journal.sync { store throws(JournalError) in
            try store.balance(of: sale.sequence, at: .second(90)).besides
        }
    }

    @Test("goes back with the only card payment of its ticket, which ends there") func ends() throws {
        let sale = try sell("A", 3757, 2000)
        try pay(1000)
        try pay(757, .other)
        let both = TenderSums(cash: money(1000), other: money(757))
        #expect(try besides(sale) == both)
        try void(sale)
        #expect(try besides(sale) == both)
        try journal.sync { store throws(JournalError) in
            let ticket = try store.ticket("A")
            #expect(ticket?.paidOtherwise == money(0) && ticket?.paidByCard == money(0))
            #expect(ticket?.isPartlyPaid == false)
            #expect(try store.partlyPaidTickets() == [])
            let day = try store.openDay(at: .second(90)).currencies.first
            #expect(day?.cash == .init(count: 1, sumMinor: 1000))
            #expect(day?.cashBack == .init(count: 1, sumMinor: 1000))
            #expect(day?.otherBack == .init(count: 1, sumMinor: 757))
            #expect(day?.lines.netMinor == 0)
            // What went back counts in the close of its void, and in no other.
            _ = try store.closeDay(at: .second(91), by: "Ann")
            #expect(try store.openDay(at: .second(92)).currencies.isEmpty)
        }
    }

    @Test("stays while another card has paid a part, and goes back with the last") func severalCards() throws {
        let first = try sell("A", 3757, 2000)
        let second = try sell("B", 1757, 1000)
        try pay(757)
        #expect(try besides(first) == nil)
        try void(first)
        #expect(try besides(first) == nil)
        try journal.sync { store throws(JournalError) in
            #expect(try store.ticket("A")?.due == money(2000))
            #expect(try store.openDay(at: .second(90)).currencies.first?.cashBack == nil)
        }
        #expect(try besides(second) == TenderSums(cash: money(757), other: money(0)))
        try void(second, at: 40)
        #expect(try besides(second) == TenderSums(cash: money(757), other: money(0)))
    }

    @Test("that came after the void is paid, and stays") func later() throws {
        let sale = try sell("A", 3757, 2000)
        try void(sale)
        try pay(3757, at: 40)
        #expect(try besides(sale) == nil)
        try journal.sync { store throws(JournalError) in
            #expect(try store.ticket("A")?.due == money(0))
            let day = try store.openDay(at: .second(90)).currencies.first
            #expect(day?.cash.sumMinor == 3757 && day?.cashBack == nil)
        }
    }
}
