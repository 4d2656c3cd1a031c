import Money
import SeededRandom
import Testing

@testable import TillCore

@Suite("Any ticket") struct TicketPropertyTests {
    private static let currencies = ["JPY", "GBP", "KWD", "UYW"].compactMap(Currency.init(alphaCode:))

    @Test("whatever is pressed, nothing traps, and the total is the sum of its parts", arguments: UInt64(1)...40)
    func anything(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let currency = try #require(Self.currencies.randomElement(using: &random))
        let tax = TaxRule(
            rate: Percentage(thousandths: .random(in: 0...30_000, using: &random)),
            isIncluded: .random(using: &random))
        let keypad = AmountEntry.Keypad.allCases[Int.random(in: 0...1, using: &random)]
        var ticket = Ticket(
            TicketRules(currency: currency, keypad: keypad, tax: Bool.random(using: &random) ? tax : nil))
        for _ in 0..<600 {
            let before = ticket
            do throws(Ticket.Refusal) {
                try press(&ticket, &random)
            } catch {
                #expect(ticket == before, "a refused key changed the ticket: \(error)")
            }
            expectSum(ticket)
        }
    }

    private func press(_ ticket: inout Ticket, _ random: inout SplitMix64) throws(Ticket.Refusal) {
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1, 2: try ticket.add()
        case 3: try ticket.times()
        case 4, 5: ticket.erase()
        case 6: try ticket.typePoint()
        case 7: try ticket.set(.share(Percentage(thousandths: .random(in: 0...60_000, using: &random))))
        case 8: try ticket.set(.minorUnits(.random(in: 0...5_000_000_000, using: &random)))
        case 9 where Int.random(in: 0..<8, using: &random) == 0: ticket.clear()
        case 10:
            let amount = Amount(
                minorUnits: .random(in: 0...AmountEntry.largest, using: &random), currency: ticket.currency)
            try ticket.fill(in: amount)
        case 11: ticket.clearEntry()
        default: try ticket.type(digit: .random(in: 0...9, using: &random))
        }
    }

    private func expectSum(_ ticket: Ticket) {
        let sums = ticket.sums
        let added = ticket.contents.tax?.isIncluded == false ? sums.tax?.minorUnits ?? 0 : 0
        #expect(sums.total.minorUnits == sums.subtotal.minorUnits + added + sums.tip.minorUnits)
        #expect((0...AmountEntry.largest).contains(sums.total.minorUnits))
        guard let finished = try? ticket.finished() else { return }
        #expect(finished.sums == sums)
        #expect(finished.lines.reduce(0) { $0 + $1.sumMinor } == sums.subtotal.minorUnits)
    }
}
