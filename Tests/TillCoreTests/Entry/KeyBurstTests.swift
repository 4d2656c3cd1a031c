import Testing

@testable import TillCore

@Suite("A barcode scanner") struct KeyBurstTests {
    private let entry = AmountEntry(currency: .gbp)

    /// Whether an Enter so long after so many characters ends a barcode.
    private func isBarcode(_ count: Int, every gap: Int64, enterAfter enterGap: Int64) -> Bool {
        var burst = KeyBurst()
        for index in 0..<count { burst.type(at: Int64(index) * gap, entry: entry) }
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

    @Test("digits of a person before the burst do not count, and are what stood before") func before() throws {
        var burst = KeyBurst()
        var entry = AmountEntry(currency: .gbp)
        for at in [Int64(0), 200] {
            burst.type(at: at, entry: entry)
            try entry.type(digit: 1)
        }
        let person = entry
        for at in stride(from: Int64(400), to: 430, by: 5) {
            burst.type(at: at, entry: entry)
            try entry.type(digit: 2)
        }
        let isBarcode = burst.endsBarcode(at: 430)
        #expect(isBarcode)
        #expect(burst.before == person)
    }

    @Test("the Enter ends the burst for good") func startsAnew() {
        var burst = KeyBurst()
        for index in 0..<13 { burst.type(at: Int64(index), entry: entry) }
        let ends = [burst.endsBarcode(at: 13), burst.endsBarcode(at: 14)]
        #expect(ends == [true, false])
    }

    @Test("an Enter alone is no barcode") func alone() {
        var burst = KeyBurst()
        let isBarcode = burst.endsBarcode(at: 0)
        #expect(!isBarcode)
    }
}
