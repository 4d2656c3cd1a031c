import Money
import Testing
import TillCore
import TillJournal

@Suite("What the bank's list settles by itself") struct BankListTests {
    @Test("a bank that never answers leaves a sale in doubt, which ends as not charged once its list is sure")
    func neverAnswered() throws {
        var counter = try Counter.ready { $0.hostBooks = .elsewhere }
        counter.give(.charge(SaleRequest(amount: .gbp(3768))))
        counter.settle()
        #expect(counter.books.inDoubt.map(\.sequence) == [1])
        // The clocks' difference, the longest operation and the feed's delay.
        counter.wait(seconds: 40 * 60)
        #expect(counter.books.inDoubt.map(\.sequence) == [1])
        counter.wait(seconds: 60 * 60)
        #expect(counter.books.inDoubt.isEmpty)
        let record = try #require(counter.books.records.first)
        #expect(record.outcome?.verdict == .failed)
        #expect(record.outcome?.settledBy == .transactionFeed)
        #expect(counter.takenByBank == 0)
        #expect(counter.takenByTill == 0)
    }
}
