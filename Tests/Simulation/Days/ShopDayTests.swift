import Money
import ReaderSimulator
import Testing
import TillJournal

@Suite("Shop days") struct ShopDayTests {
    @Test(
        "after a hundred payments with faults the books of till, reader and bank tell the same",
        arguments: UInt64(1)...6)
    func day(seed: UInt64) throws {
        var day = try ShopDay(seed: seed)
        day.run(operations: 100)
        let counter = day.counter
        #expect(counter.isAtRest)
        #expect(counter.contradictions(isFinal: true) == [])
        #expect(counter.books.records.count > 50)
        #expect(counter.takenByTill == counter.takenByBank)
        #expect(counter.contradictionsOfReader == [])
    }
}
