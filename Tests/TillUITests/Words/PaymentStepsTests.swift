import Testing

@testable import TillUI

@Suite("The steps of a payment") struct PaymentStepsTests {
    @Test(
        "a step is ticked only where a status proves it",
        arguments: [
            ([], "[>] [ ] [ ] [ ] [ ]"), ([0x14], "[x] [>] [ ] [ ] [ ]"), ([0x14, 0x15], "[x] [>] [ ] [ ] [ ]"),
            ([0x14, 0x15, 0x19], "[x] [x] [>] [ ] [ ]"), ([0x14, 0x15, 0x19, 0x24], "[x] [x] [>] [ ] [ ]"),
            ([0x14, 0x15, 0x19, 0x24, 0x20, 0x21], "[x] [x] [x] [>] [ ]"),
            ([0x14, 0x15, 0x19, 0x24, 0x21, 0x2E], "[x] [x] [x] [x] [>]"),
            // A tap asks for no PIN, and a card that is turned away asks no bank.
            ([0x14, 0x21], "[x] [x] [-] [>] [ ]"), ([0x14, 0x15, 0x2E], "[x] [x] [-] [-] [>]"),
            // The card could not be read: what was done with it proves nothing of the next try.
            ([0x14, 0x15, 0x19, 0x1B, 0x14], "[x] [>] [ ] [ ] [ ]"),
            ([0x1E], "[x] [>] [ ] [ ] [ ]"), ([0x7777], "[x] [>] [ ] [ ] [ ]"),
        ] as [([UInt16], String)])
    func marks(codes: [UInt16], expected: String) throws {
        var shop = Shop.ready()
        shop.charge()
        for code in codes { try shop.status(code) }
        let log = try #require(shop.state.desk.running?.log)
        #expect(PaymentSteps(log).steps.map(\.mark.rawValue).joined(separator: " ") == expected)
    }
}
