import Money
import SeededRandom
import Testing

@testable import TillCore

@Suite("Typing an amount") struct AmountEntryTests {
    /// Types digits and points; what is refused is left out.
    private func typed(_ keys: String, _ currency: Currency = .gbp) -> AmountEntry {
        var entry = AmountEntry(currency: currency)
        for key in keys { _ = press(key, &entry) }
        return entry
    }

    private func press(_ key: Character, _ entry: inout AmountEntry) -> AmountEntry.Refusal? {
        do throws(AmountEntry.Refusal) {
            if let digit = key.wholeNumberValue {
                try entry.type(digit: digit)
            } else {
                try entry.typePoint()
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "digits are pence, and a point makes them pounds (checks 1 and 2)",
        arguments: [
            ("", 0), ("0", 0), ("5", 5), ("1250", 1250), ("00012", 12), ("12.5", 1250), ("12.50", 1250), ("12.", 1200),
            (".5", 50), ("0.05", 5), (".", 0),
        ] as [(String, Int64)])
    func pounds(keys: String, minorUnits: Int64) {
        #expect(typed(keys).amount == money(minorUnits))
    }

    @Test("a yen has no decimals (check 3)") func yen() {
        var entry = typed("1250", .jpy)
        #expect(entry.amount == money(1250, .jpy))
        #expect(press(".", &entry) == .noDecimals(.jpy))
        #expect(entry.amount == money(1250, .jpy))
    }

    @Test("a dinar has three decimals") func dinar() {
        #expect(typed("1250", .kwd).amount == money(1250, .kwd))
        #expect(typed("1.25", .kwd).amount == money(1250, .kwd))
        var entry = typed("1.250", .kwd)
        #expect(press("1", &entry) == .noMoreDecimals(.kwd))
    }

    @Test("digits past the limit are refused, and the earlier ones stay (check 4)") func limit() {
        var entry = AmountEntry(currency: .gbp)
        var refusals: [AmountEntry.Refusal?] = []
        for key in "123456789012345" { refusals.append(press(key, &entry)) }
        #expect(entry.typed == "1234567890")
        #expect(refusals == Array(repeating: nil, count: 10) + Array(repeating: .tooLarge, count: 5))
    }

    @Test("a long row of zeros ends somewhere") func zeros() {
        let entry = typed(String(repeating: "0", count: 1000))
        #expect(entry.amount == money(0))
        #expect(entry.typed.count <= 18)
    }

    @Test("the most that a reader takes can be typed, and no more", arguments: ["4294967295", "42949672.95"])
    func largest(keys: String) {
        #expect(typed(keys).amount.minorUnits == AmountEntry.largest)
        var entry = typed(String(keys.dropLast()))
        #expect(press("6", &entry) == .tooLarge)
        #expect(entry.typed == String(keys.dropLast()))
    }

    @Test("a point that would make too much is refused") func pointTooLarge() {
        var entry = typed("42949673")
        #expect(press(".", &entry) == .tooLarge)
        #expect(entry.amount == money(42_949_673))
    }

    @Test("a second point and a third decimal are refused") func refusals() {
        var entry = typed("12.50")
        #expect(press(".", &entry) == .secondPoint)
        #expect(press("1", &entry) == .noMoreDecimals(.gbp))
        #expect(entry.typed == "12.50")
    }

    @Test("the last key is taken back, the point too") func erase() {
        var entry = typed("12.5")
        var amounts: [Int64] = []
        for _ in 0..<6 {
            entry.erase()
            amounts.append(entry.amount.minorUnits)
        }
        #expect(amounts == [1200, 12, 1, 0, 0, 0])
        #expect(entry.isEmpty)
    }

    @Test("an amount that is filled in can be typed on, and taken back") func filledIn() {
        var entry = AmountEntry(money(1250))
        #expect(entry.amount == money(1250))
        entry.erase()
        #expect(entry.amount == money(125))
        #expect(AmountEntry(money(0)).isEmpty)
        #expect(AmountEntry(money(-5)).isEmpty)
    }

    @Test("any keys in any currency give an amount that a reader takes", arguments: [Currency.gbp, .jpy, .kwd])
    func anyKeys(currency: Currency) {
        var random = SplitMix64(seed: 7)
        var entry = AmountEntry(currency: currency)
        for _ in 0..<20_000 {
            let before = entry
            switch Int.random(in: 0..<14, using: &random) {
            case 10, 11:
                if press(".", &entry) != nil { #expect(entry == before) }
            case 12: entry.erase()
            case 13: if Int.random(in: 0..<20, using: &random) == 0 { entry.clear() }
            case let digit:
                if press(Character("\(digit)"), &entry) != nil { #expect(entry == before) }
            }
            #expect((0...AmountEntry.largest).contains(entry.amount.minorUnits))
        }
    }

    @Test(
        "with a decimal point digits are whole units until the point",
        arguments: [
            ("12", 1200), ("12.", 1200), ("12.5", 1250), ("12.50", 1250), ("0.05", 5), (".5", 50), ("007", 700),
        ] as [(String, Int64)])
    func decimalPoint(keys: String, minorUnits: Int64) throws {
        var entry = AmountEntry(currency: .gbp, keypad: .decimalPoint)
        for key in keys {
            if let digit = key.wholeNumberValue { try entry.type(digit: digit) } else { try entry.typePoint() }
        }
        #expect(entry.amount == money(minorUnits))
    }

    @Test("with a decimal point the limit is that of the amount, and what was filled in is typed plainly")
    func decimalPointLimits() throws {
        var entry = AmountEntry(money(4_294_967_200), keypad: .decimalPoint)
        #expect(entry.typed == "42949672.00")
        for _ in 0..<4 { entry.erase() }
        #expect(entry.amount == money(429_496_700))
        try entry.type(digit: 2)
        #expect(throws: AmountEntry.Refusal.tooLarge) { try entry.type(digit: 0) }
        #expect(entry.amount == money(4_294_967_200))
    }
}
