import HeftWire
import ReaderSimulator
import Testing

@Suite("A sale on the simulated reader") struct SaleTests {
    @Test("a sale goes through challenge, card, PIN and bank to an approval") func approved() throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes == [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23])
        #expect(bench.statuses.map(\.isCancelAllowed) == [true, true, true, false, false, false, false, false])
        #expect(result.outcome == .authorised)
        #expect(result.response.status == .success)
        #expect(result.response.authorisedAmountMinor == 1250)
        #expect(bench.reader.books.pending == nil)
        #expect(bench.reader.books.inFlight == nil)
        #expect(bench.saved == bench.reader.books)
        #expect(bench.reader.books.host.transaction(result.eftTransactionID)?.stands == true)
    }
}
