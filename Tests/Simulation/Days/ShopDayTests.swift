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

    @Test("a seed makes the same day each time") func sameDay() throws {
        var days = [try ShopDay(seed: 5), try ShopDay(seed: 5), try ShopDay(seed: 6)]
        for index in days.indices { days[index].run(operations: 15) }
        #expect(days[0].counter.books.records == days[1].counter.books.records)
        #expect(days[0].counter.reader.books == days[1].counter.reader.books)
        #expect(days[0].counter.books.records != days[2].counter.books.records)
    }
}
