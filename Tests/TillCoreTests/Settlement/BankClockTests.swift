import Testing

@testable import TillCore

@Suite("The bank's clock") struct BankClockTests {
    @Test(
        "a difference is told in the words that fit its size",
        arguments: [
            (5000, "5 s ahead"), (-45_999, "45 s behind"), (119_999, "119 s ahead"), (120_000, "2 min ahead"),
            (7_199_999, "119 min ahead"), (-7_200_000, "2 h 0 min behind"), (93_780_000, "26 h 3 min ahead"),
            (172_800_000, "2 days ahead"), (Int64.min, "106751991167 days behind"),
        ] as [(Int64, String)])
    func words(ahead: Int64, words: String) {
        #expect(BankClock(ahead: ahead).difference == words)
    }

    @Test("a few seconds are none, and from two minutes on a clock is wrong") func limits() {
        #expect([-4999, 0, 4999].allSatisfy { BankClock(ahead: $0).isSame })
        #expect([-5000, 5000].allSatisfy { !BankClock(ahead: $0).isSame && !BankClock(ahead: $0).isWrong })
        #expect([-119_999, 119_999].allSatisfy { !BankClock(ahead: $0).isWrong })
        #expect([-120_000, 120_000, .min].allSatisfy { BankClock(ahead: $0).isWrong })
    }

    @Test("a note of a search names a difference and the tolerance, and nothing where there is none") func note() {
        let plain = FeedMatch.notYet.note
        #expect(FeedMatch.notYet.note(nil) == plain)
        #expect(FeedMatch.notYet.note(BankClock(ahead: 4000)) == plain)
        let text = "not in the feed so far; bank's clock 60 min ahead: allowed for, and 5 min more"
        #expect(
            FeedMatch.notYet.note(BankClock(ahead: 3_600_000)) == .other(name: "notYetInFeed", code: 0, text: text))
    }
}
