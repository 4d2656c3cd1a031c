import FoundationEssentials
import Testing

/// Bank, reader and till as programs, whose clocks differ.
@Suite("Wrong clocks among three programs") struct ClockTests {
    private struct Recovery: Decodable {
        struct Clock: Decodable {
            var secondsAhead: Int
            var toleranceSeconds: Int
        }

        var bankClock: Clock?
    }

    @Test("a bank whose clock is an hour ahead is believed by its own clock, and the difference is told and noted")
    func bankAhead() throws {
        let shop = try Shop(clockAhead: 3630)
        try shop.bank?.fault("kind=drop-after&on=authorization")
        try shop.bank?.fault("kind=500&on=feed&count=4")
        #expect(try shop.sell("12.34", reference: "Table 4").status == 5)
        let recovered = try shop.till("recover")
        #expect(recovered.status == 0, "\(recovered.error)")
        #expect(
            recovered.error.hasSuffix(
                "The bank's clock is 60 min ahead, held against this computer's: allowed for, and 5 min more. "
                    + "Check this computer's clock.\n"), "\(recovered.error)")
        #expect(try shop.history().map(\.result) == ["approved"])
        #expect(try shop.expectEqualBooks().count == 1)
        #expect(try shop.evidence().last?.hasSuffix("; bank's clock 60 min ahead: allowed for, and 5 min more") == true)
    }

    @Test("the difference stands in the document of till recover") func document() throws {
        let shop = try Shop(clockAhead: -3630)
        try shop.bank?.fault("kind=drop-before&on=authorization")
        #expect(try shop.sell("12.34").status == 5)
        let end = try shop.till("recover", "--json")
        let document = try JSONDecoder().decode(Recovery.self, from: Data(end.output.utf8))
        let clock = try #require(document.bankClock)
        #expect((-3690 ... -3600).contains(clock.secondsAhead))
        #expect(clock.toleranceSeconds == 300)
    }

    @Test("a sale that the till took while its clock was wrong is not taken for absent once the clock is right")
    func clockWasSet() throws {
        let shop = try Shop()
        // Three hours behind, as after an empty battery; and dead before the answer, on a reader that has since lost it.
        let settings = ["TILL_CLOCK_AHEAD": "-10800", "TILL_CRASH_AT": "host-answered"]
        #expect(try shop.sell("12.34", reference: "Table 4", settings: settings).status < 0)
        try shop.replaceReader()
        let recovered = try shop.till("recover")
        #expect(recovered.status == 5, "\(recovered.error)")
        #expect(
            recovered.error.hasPrefix(
                "Table 4: The bank's transaction list does not decide. Compare by hand: SALE AUTHORISED 12.34 GBP"))
        #expect(try shop.history().map(\.result) == ["unknown"])
    }

    @Test("a sale with a reference that the till made is found whatever the till's clock was") func ownReference()
        throws
    {
        let shop = try Shop()
        let settings = ["TILL_CLOCK_AHEAD": "-10800", "TILL_CRASH_AT": "host-answered"]
        #expect(try shop.sell("12.34", settings: settings).status < 0)
        try shop.replaceReader()
        #expect(try shop.till("recover").status == 0)
        #expect(try shop.history().map(\.result) == ["approved"])
    }
}
