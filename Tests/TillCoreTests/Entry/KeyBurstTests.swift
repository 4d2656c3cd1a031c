import Testing

@testable import TillCore

@Suite("A barcode scanner") struct KeyBurstTests {
    private let start = KeyBurst.Start(page: .sale, pageNumber: 1, ticket: Ticket(TicketRules(currency: .gbp)))

    /// Whether an Enter so long after so many characters ends a barcode.
    private func isBarcode(_ count: Int, every gap: Int64, enterAfter enterGap: Int64) -> Bool {
        var burst = KeyBurst()
        for index in 0..<count { burst.type(at: Int64(index) * gap, start: start) }
        return burst.endsBarcode(at: Int64(count - 1) * gap + enterGap)
    }

    @Test("six characters less than 30 ms apart are a barcode")
    func bounds() {
        #expect(isBarcode(6, every: 29, enterAfter: 29))
        #expect(isBarcode(13, every: 5, enterAfter: 5))
        #expect(isBarcode(6, every: 0, enterAfter: 0))
        #expect(!isBarcode(5, every: 5, enterAfter: 5))
        #expect(!isBarcode(6, every: 30, enterAfter: 5))
        #expect(!isBarcode(6, every: 5, enterAfter: 30))
    }

    @Test("a person's Enter after a barcode is a person's") func enterLater() {
        #expect(!isBarcode(13, every: 5, enterAfter: 500))
    }

    @Test("what stood before the burst is known, and what a person typed before it does not count") func before() {
        var burst = KeyBurst()
        for at in [Int64(0), 200] { burst.type(at: at, start: start) }
        var later = start
        later.pageNumber = 2
        for at in stride(from: Int64(400), to: 430, by: 5) {
            burst.type(at: at, start: later)
            later.pageNumber = 3
        }
        #expect(burst.count == 6)
        let isBarcode = burst.endsBarcode(at: 430)
        #expect(isBarcode)
        #expect(burst.start?.pageNumber == 2)
    }

    @Test("with letters among them five characters and Enter are a barcode") func letters() {
        for (count, isBarcode) in [(4, false), (5, true)] {
            var burst = KeyBurst()
            for at in 0..<count { burst.type(at: Int64(at), start: start, isCommand: at == 0) }
            let ends = burst.endsBarcode(at: Int64(count))
            #expect(ends == isBarcode)
        }
    }

    @Test("the Enter ends the burst for good") func startsAnew() {
        var burst = KeyBurst()
        for index in 0..<13 { burst.type(at: Int64(index), start: start) }
        let ends = [burst.endsBarcode(at: 13), burst.endsBarcode(at: 14)]
        #expect(ends == [true, false])
    }

    @Test("an Enter alone is no barcode") func alone() {
        var burst = KeyBurst()
        let isBarcode = burst.endsBarcode(at: 0)
        #expect(!isBarcode)
    }
}
