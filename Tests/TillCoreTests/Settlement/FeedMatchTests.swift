import HeftKit
import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("Matching a transaction of the feed") struct FeedMatchTests {
    private static let minute: Int64 = 60_000
    private let coffee = OperationRecord.inDoubt(1, .sample("T1-1"))
    private let sameAmount = OperationRecord.inDoubt(2, .sample("T1-2", at: minute))
    private let soon = Timestamp.at(FeedMatchTests.minute)
    private let longAfter = Timestamp.at(24 * 60 * FeedMatchTests.minute)

    private func match(
        _ rows: [FeedTransaction], for record: OperationRecord? = nil, isComplete: Bool = true,
        claimed: Set<String> = [], others: [OperationRecord] = [], at now: Timestamp? = nil
    ) -> FeedMatch {
        FeedMatch(
            FeedAnswer(rows, isComplete: isComplete), for: record ?? coffee, claimed: claimed, others: others,
            at: now ?? longAfter)
    }

    @Test("the reference decides among equal amounts") func reference() {
        let mine = feedRow(reference: "T1-1")
        #expect(match([feedRow(reference: "T1-2", id: "other"), mine], others: [sameAmount]) == .found(mine))
        #expect(match([feedRow(id: "other"), mine], others: [sameAmount]) == .found(mine))
    }

    @Test("without a reference kind, amount, currency and time decide when one fits") func amount() {
        let mine = feedRow()
        let rows = [
            mine, feedRow(money: money(999)), feedRow(money: money(1250, .eur)), feedRow("AUTHORISED", "REFUND"),
            feedRow(at: -6 * FeedMatchTests.minute), feedRow(at: 36 * FeedMatchTests.minute),
        ]
        #expect(match(rows) == .found(mine))
    }

    @Test("a clock that is off by less than five minutes does no harm", arguments: [-5, 0, 35] as [Int64])
    func clockSkew(minutes: Int64) {
        let row = feedRow(at: minutes * FeedMatchTests.minute)
        #expect(match([row]) == .found(row))
    }

    @Test(
        "a clock that was set meanwhile hides nothing: what fits at another time is shown, and proves no absence",
        arguments: [-60, 60, 20 * 60] as [Int64])
    func clockWasSet(minutes: Int64) {
        for row in [
            feedRow(at: minutes * FeedMatchTests.minute), feedRow("UNDEFINED", at: minutes * FeedMatchTests.minute),
        ] {
            #expect(match([row]) == .ambiguous([row]))
            // What took no money, and what is another operation's, is not it.
            #expect(match([feedRow("DECLINED", at: minutes * FeedMatchTests.minute)]) == .absent)
            #expect(match([row], claimed: [guid]) == .absent)
        }
        #expect(match([feedRow(reference: "T1-2", at: minutes * FeedMatchTests.minute)]) == .absent)
    }

    @Test("a reference that the books made decides at any time, one that a person typed does not") func ownReference() {
        let row = feedRow(reference: "T1-1", at: 60 * FeedMatchTests.minute)
        #expect(match([row]) == .found(row))
        let table = OperationRecord.inDoubt(1, .sample("T1-1", customerReference: "Table 4"))
        let again = feedRow(reference: "Table 4", at: 60 * FeedMatchTests.minute)
        #expect(match([again], for: table) == .ambiguous([again]))
    }

    @Test("the feed is asked for the day before too, and up to now") func searched() {
        let hour = 60 * FeedMatchTests.minute
        let start = coffee.intent.startedAt.millisecondsSince1970
        func searched(_ now: Timestamp) -> ClosedRange<Int64> { FeedMatch.searched(for: coffee.intent, at: now) }
        let usual = start - 24 * hour - 5 * FeedMatchTests.minute...start + 35 * FeedMatchTests.minute
        #expect(searched(soon) == usual)
        #expect(searched(longAfter).lowerBound == usual.lowerBound)
        #expect(searched(longAfter).upperBound == start + 24 * hour + 5 * FeedMatchTests.minute)
        #expect(searched(.at(-hour)) == start - 25 * hour...usual.upperBound)
    }

    @Test("what another operation ended with is not this one's") func claimed() {
        #expect(match([feedRow()], claimed: [guid]) == .absent)
        let free = feedRow(id: "free")
        #expect(match([feedRow(), free], claimed: [guid]) == .found(free))
    }

    @Test("nobody guesses between two", arguments: ["", "T1-1"]) func several(reference: String) {
        let rows = [feedRow("DECLINED", reference: reference, id: "1"), feedRow(reference: reference, id: "2")]
        #expect(match(rows) == .ambiguous(rows))
    }

    @Test("nobody guesses to which of two operations one transaction belongs") func disputed() {
        #expect(match([feedRow()], others: [sameAmount]) == .ambiguous([feedRow()]))
        #expect(match([feedRow()], others: [coffee]) == .found(feedRow()))
    }

    @Test("a reference with another amount or currency or kind decides nothing")
    func contradiction() {
        for row in [
            feedRow(money: money(3300), reference: "T1-1"), feedRow(money: money(1250, .eur), reference: "T1-1"),
            feedRow("AUTHORISED", "REFUND", reference: "T1-1"),
        ] {
            #expect(match([row]) == .ambiguous([row]))
        }
    }

    @Test("a fitting amount under a reference that nobody knows decides nothing") func foreign() {
        let row = feedRow(reference: "T9-9")
        #expect(match([row]) == .ambiguous([row]))
    }

    @Test("the transaction's own number wins over the reference") func number() {
        var record = coffee
        record.outcome?.transactionID = guid
        #expect(
            match([feedRow(reference: "changed"), feedRow(id: "other")], for: record)
                == .found(feedRow(reference: "changed")))
    }

    @Test("a reversal is found by what it voids") func reversal() {
        var record = OperationRecord.inDoubt(3, .sample("T1-3", kind: .saleReversal))
        record.intent.originalTransactionID = "sale-1"
        var row = feedRow("AUTHORISED", "VOID_SALE")
        row.originalTransactionID = "sale-2"
        #expect(match([row], for: record) == .absent)
        row.originalTransactionID = "sale-1"
        #expect(match([row], for: record) == .found(row))
    }

    // MARK: Not in the feed

    @Test("an absence proves something only in a feed that is complete, and long after") func absence() {
        #expect(match([]) == .absent)
        #expect(match([], isComplete: false) == .notYet)
        #expect(match([], at: soon) == .notYet)
        let known: Int64 = FeedMatch.window(of: coffee.intent).upperBound + FeedMatch.feedDelayLongest
        let before = Timestamp(millisecondsSince1970: known - 1, offsetFromUTC: 0)
        let then = Timestamp(millisecondsSince1970: known, offsetFromUTC: 0)
        #expect(match([], at: before) == .notYet)
        #expect(match([], at: then) == .absent)
    }

    @Test("a time at the edge of what can be written does no harm", arguments: [Int64.min, .max])
    func extremes(time: Int64) {
        var record = coffee
        record.intent.startedAt = Timestamp(millisecondsSince1970: time, offsetFromUTC: 0)
        let expected: FeedMatch = time == .max ? .notYet : .absent
        #expect(match([], for: record, at: .at(0)) == expected)
    }

    // MARK: The outcome

    @Test(
        "the feed's word is the verdict",
        arguments: [
            ("AUTHORISED", OperationOutcome.Verdict.approved), ("DECLINED", .declined), ("CANCELLED", .cancelled),
            ("FAILED", .failed),
        ])
    func verdict(word: String, verdict: OperationOutcome.Verdict) {
        let found = match([feedRow(word)])
        let outcome = OutcomeRules.outcome(of: found, for: coffee, at: longAfter)
        #expect(outcome?.verdict == verdict)
        #expect(outcome?.settledBy == .transactionFeed)
        #expect(outcome?.transactionID == guid)
        #expect(outcome?.authorised == (verdict == .approved ? money(1250) : nil))
        #expect(outcome?.finishedAt == longAfter)
    }

    @Test("a word that says nothing of the money settles nothing", arguments: ["UNDEFINED", "PROCESSED", "", "PAID"])
    func noVerdict(word: String) {
        let found = match([feedRow(word)])
        #expect(found == .withoutResult(feedRow(word)))
        #expect(OutcomeRules.outcome(of: found, for: coffee, at: longAfter) == nil)
    }

    @Test("an approval without its number settles nothing") func noNumber() {
        #expect(match([feedRow(id: "")]) == .withoutResult(feedRow(id: "")))
    }

    @Test("an approval that was taken back is no approval") func takenBack() {
        let found = match([feedRow(isReversed: true)])
        let outcome = OutcomeRules.outcome(of: found, for: coffee, at: longAfter)
        #expect(outcome?.verdict == .cancelled)
        #expect(outcome?.authorised == nil)
    }

    @Test("a partial approval leaves the rest due, and settles nothing without its amount") func partial() {
        var row = feedRow("PARTIAL_APPROVAL")
        #expect(match([row]) == .withoutResult(row))
        row.authorisedMinor = 1000
        let outcome = OutcomeRules.outcome(of: match([row]), for: coffee, at: longAfter)
        #expect(outcome?.verdict == .partiallyApproved)
        #expect(outcome?.authorised == money(1000))
        #expect(outcome?.due == money(250))
    }

    @Test("what is absent has failed; what is not there yet or not certain stays in doubt") func unsettled() {
        let absent = OutcomeRules.outcome(of: .absent, for: coffee, at: longAfter)
        #expect(absent?.verdict == .failed)
        #expect(absent?.settledBy == .transactionFeed)
        for match in [FeedMatch.notYet, .ambiguous([feedRow(), feedRow(id: "2")])] {
            #expect(OutcomeRules.outcome(of: match, for: coffee, at: longAfter) == nil)
        }
    }

    @Test("the note names every transaction that it rests on") func evidence() {
        let line = "SALE AUTHORISED 12.50 GBP 2023-11-14T22:13:20.000Z auth 005354 ref T1-1 id \(guid)"
        #expect(
            FeedMatch.found(feedRow(reference: "T1-1")).note == .other(name: "foundInFeed", code: 1, text: line))
        let two = FeedMatch.ambiguous([feedRow(reference: "T1-1"), feedRow(reference: "T1-1")])
        #expect(two.note == .other(name: "ambiguousInFeed", code: 2, text: "\(line); \(line)"))
        #expect(
            FeedMatch.absent.note
                == .other(name: "notInFeed", code: 0, text: "not in the feed, which is complete for that time"))
    }
}
