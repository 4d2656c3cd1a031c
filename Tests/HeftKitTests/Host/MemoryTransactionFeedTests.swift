import HeftKit
import Money
import Synchronization
import Testing

@Suite("The transaction feed in memory") struct MemoryTransactionFeedTests {
    private let feed = MemoryTransactionFeed()

    private func sale(_ id: String, at time: Int64) -> FeedTransaction {
        FeedTransaction(
            transactionID: id, type: "SALE", amountMinor: 1250, currency: .gbp, result: "AUTHORISED", happenedAt: time)
    }

    private func ask(_ serial: String, _ window: ClosedRange<Int64>) -> Result<FeedAnswer, FeedError>? {
        let answer = Mutex<Result<FeedAnswer, FeedError>?>(nil)
        feed.transactions(of: FeedQuery(readerSerial: serial, window: window)) { result in
            answer.withLock { $0 = result }
        }
        return answer.withLock { $0 }
    }

    @Test("answers with one reader's transactions of the window") func window() {
        for time in [9, 10, 20, 21] as [Int64] { feed.add(sale("\(time)", at: time), readerSerial: "1") }
        feed.add(sale("other", at: 15), readerSerial: "2")
        let rows = [sale("10", at: 10), sale("20", at: 20)]
        #expect(ask("1", 10...20) == .success(FeedAnswer(rows, isComplete: true)))
        #expect(feed.queries == [FeedQuery(readerSerial: "1", window: 10...20)])
    }

    @Test("may be incomplete, and may fail for a while") func faults() {
        feed.becomeIncomplete()
        #expect(ask("1", 0...1) == .success(FeedAnswer([], isComplete: false)))
        feed.fail(.unreachable("down"))
        #expect(ask("1", 0...1) == .failure(.unreachable("down")))
        feed.fail(nil)
        #expect(ask("1", 0...1) == .success(FeedAnswer([], isComplete: false)))
    }
}
