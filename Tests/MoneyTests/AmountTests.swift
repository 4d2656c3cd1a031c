import Money
import Testing

@Suite("Amount arithmetic") struct AmountTests {
    private let pound = Amount(minorUnits: 100, currency: .gbp)
    private let most = Amount(minorUnits: .max, currency: .gbp)
    private let least = Amount(minorUnits: .min, currency: .gbp)

    @Test("amounts of one currency add, subtract and multiply") func arithmetic() throws {
        let penny = Amount(minorUnits: 1, currency: .gbp)
        #expect(try pound.adding(penny) == Amount(minorUnits: 101, currency: .gbp))
        #expect(try pound.subtracting(penny) == Amount(minorUnits: 99, currency: .gbp))
        #expect(try penny.subtracting(pound) == Amount(minorUnits: -99, currency: .gbp))
        #expect(try pound.multiplied(by: 3) == Amount(minorUnits: 300, currency: .gbp))
        #expect(try pound.multiplied(by: -1) == Amount(minorUnits: -100, currency: .gbp))
    }

    @Test("the limits of Int64 are reached, and what is beyond is an error") func overflow() throws {
        let penny = Amount(minorUnits: 1, currency: .gbp)
        #expect(try most.subtracting(penny).adding(penny) == most)
        #expect(try least.adding(penny).subtracting(penny) == least)
        #expect(throws: AmountError.overflow) { try most.adding(penny) }
        #expect(throws: AmountError.overflow) { try least.subtracting(penny) }
        #expect(throws: AmountError.overflow) { try penny.subtracting(least) }
        #expect(throws: AmountError.overflow) { try most.multiplied(by: 2) }
        #expect(throws: AmountError.overflow) { try least.multiplied(by: -1) }
    }

    @Test("amounts of two currencies neither add, subtract nor compare") func currencyMismatch() {
        let euro = Amount(minorUnits: 100, currency: .eur)
        let mismatch = AmountError.currencyMismatch(.gbp, .eur)
        #expect(throws: mismatch) { try pound.adding(euro) }
        #expect(throws: mismatch) { try pound.subtracting(euro) }
        #expect(throws: mismatch) { try pound.isLess(than: euro) }
        #expect(pound != euro)
    }

    @Test("amounts of one currency compare") func comparison() throws {
        #expect(try least.isLess(than: pound))
        #expect(try pound.isLess(than: most))
        #expect(try !pound.isLess(than: pound))
        #expect(try !most.isLess(than: least))
    }
}
