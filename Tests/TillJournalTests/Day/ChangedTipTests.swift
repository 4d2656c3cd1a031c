import Money
import Testing

@testable import TillJournal

@Suite("Tips changed after the sale") struct ChangedTipTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func change(_ sale: OperationRecord, to text: String, code: Int = TipNote.changedCode, at second: Int64)
        throws
    {
        try journal.note(.other(name: TipNote.name, code: code, text: text), of: sale.sequence, at: second)
    }

    private func tip(_ sale: OperationRecord) throws -> Amount? {
        try journal.sync { store throws(JournalError) in try store.operation(sequence: sale.sequence)?.changedTip }
    }

    @Test("are read back: the last that the bank has changed") func last() throws {
        let sale = try journal.record(.sample("A"), .approved())
        #expect(try tip(sale) == nil)
        try change(sale, to: "2.00 GBP", at: 10)
        try change(sale, to: "1,202.00 GBP", at: 11)
        // The bank did not take this one, and this is no amount.
        try change(sale, to: "9.00 GBP", code: 1, at: 12)
        #expect(try tip(sale) == money(120_200))
        try change(sale, to: "0.00 GBP", at: 13)
        #expect(try tip(sale) == money(0))
    }

    @Test("that are no amount are none", arguments: ["", "GBP", "2 GBP", "2.00 XXQ", "2.00", "-2.00 GBP", "2.00  GBP"])
    func noAmount(text: String) throws {
        let sale = try journal.record(.sample("A"), .approved())
        try change(sale, to: text, at: 10)
        #expect(try tip(sale) == nil)
    }

    @Test("stand in the day's report apart from its sums, each with what the tip grew by") func report() throws {
        var tipped = OperationOutcome.approved(money(1100), transactionID: "tipped")
        tipped.gratuity = money(100)
        let first = try journal.record(.sample("A"), .approved())
        let second = try journal.record(.sample("B", at: 5), tipped)
        try change(first, to: "5.00 GBP", at: 10)
        try change(first, to: "2.00 GBP", at: 20)
        try change(second, to: "0.50 GBP", at: 30)
        try journal.sync { store throws(JournalError) in
            let day = try store.closeDay(at: .second(50), by: "Ann").report.currencies.first
            #expect(day?.changedTips == .init(count: 2, sumMinor: 150))
            #expect(day?.lines.netMinor == 2100)
            #expect(try store.dayCloses().first?.report.currencies.first == day)
        }
        try journal.record(.sample("C", at: 55), .approved(transactionID: "c"))
        try change(first, to: "3.00 GBP", at: 60)
        try journal.sync { store throws(JournalError) in
            let day = try store.openDay(at: .second(100)).currencies.first
            #expect(day?.changedTips == .init(count: 1, sumMinor: 100))
            let before = try store.dayReport(from: .second(0), to: .second(25)).currencies
            #expect(before.first?.changedTips == .init(count: 1, sumMinor: 200))
        }
    }
}
