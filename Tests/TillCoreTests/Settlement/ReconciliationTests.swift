import HeftKit
import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("The books beside the bank's list") struct ReconciliationTests {
    private func sale(_ sequence: Int64, _ minorUnits: Int64, at milliseconds: Int64 = 0) -> OperationRecord {
        var outcome = OperationOutcome.sample(.approved)
        outcome.authorised = money(minorUnits)
        outcome.transactionID = "id-\(sequence)"
        return .sample(
            sequence, .sample("T1-\(sequence)", amount: money(minorUnits), at: milliseconds), outcome: outcome,
            wasRelayed: true)
    }

    private func entry(
        _ id: String, _ minorUnits: Int64, type: String = "SALE", reference: String = "",
        result: String = "AUTHORISED", at milliseconds: Int64 = 0
    ) -> FeedTransaction {
        FeedTransaction(
            transactionID: id, type: type, amountMinor: minorUnits, currency: .gbp, customerReference: reference,
            result: result, happenedAt: Timestamp.at(milliseconds).millisecondsSince1970)
    }

    private func compare(
        _ records: [OperationRecord], _ entries: [FeedTransaction], isComplete: Bool = true
    ) -> DayComparison {
        Reconciliation.compare(
            records, with: FeedAnswer(entries, isComplete: isComplete), from: .at(-1000), to: .at(1_000_000))
    }

    @Test("one that is extra, one that is missing and one whose digits were turned round are found") func threeKinds() {
        let comparison = compare(
            [sale(1, 1250), sale(2, 1230), sale(3, 900)],
            [entry("id-1", 1250), entry("id-2", 1203), entry("id-9", 3300)])
        #expect(comparison.sameCount == 1)
        #expect(comparison.findings.map(\.kind) == [.amountDiffers, .missingInList, .missingInBooks])
        #expect(comparison.findings[0].inBooks == money(1230))
        #expect(comparison.findings[0].inList == money(1203))
        #expect(comparison.findings[1].sequence == 3)
        #expect(comparison.findings[2].inList == money(3300))
    }

    @Test("a number in other letters is the same, and without one the reference tells") func identity() {
        let comparison = compare(
            [sale(1, 1250), sale(2, 500)], [entry("ID-1", 1250), entry("", 500, reference: "T1-2")])
        #expect(comparison.sameCount == 2)
        #expect(comparison.findings.isEmpty)
    }

    @Test("what the bank took and gave back is the same as a sale that took nothing") func reversedAtOnce() {
        var declined = sale(1, 3000)
        declined.outcome = .sample(.declined)
        var reversed = entry("bank-1", 3000, reference: "T1-1")
        reversed.isReversed = true
        #expect(compare([declined], [reversed]).findings == [])
        // One that stands at the bank is a finding as before.
        reversed.isReversed = false
        #expect(compare([declined], [reversed]).findings.map(\.kind) == [.resultDiffers])
    }

    @Test("a void under the number of its sale is not taken for the sale") func reversal() {
        var void = sale(2, 1250)
        void.intent.kind = .saleReversal
        void.outcome?.transactionID = "id-1"
        let comparison = compare([sale(1, 1250), void], [entry("id-1", 1250, type: "VOID_SALE"), entry("id-1", 1250)])
        #expect(comparison.sameCount == 2)
        #expect(comparison.findings.isEmpty)
    }

    @Test("money that moved for the bank alone is found, be the books sure or in doubt") func resultDiffers() {
        var declined = sale(1, 1250)
        declined.outcome = .sample(.declined)
        let doubt = OperationRecord.inDoubt(2, .sample("T1-2"))
        let comparison = compare(
            [declined, doubt], [entry("", 1250, reference: "T1-1"), entry("", 1250, reference: "T1-2")])
        #expect(comparison.findings.map(\.kind) == [.resultDiffers, .resultDiffers])
        #expect(comparison.findings.map(\.sequence) == [1, 2])
        #expect(comparison.findings[0].inBooks == nil)
    }

    @Test("what moved no money on either side is no difference") func nothingMoved() {
        var declined = sale(1, 1250)
        declined.outcome = .sample(.declined)
        let comparison = compare([declined, .inDoubt(2)], [entry("id-1", 1250, result: "DECLINED")])
        #expect(comparison == DayComparison(sameCount: 0, findings: [], isListComplete: true))
    }

    @Test("a list that may hold more proves nothing by what it lacks") func incomplete() {
        let comparison = compare([sale(1, 1250)], [], isComplete: false)
        #expect(comparison.findings.isEmpty)
        #expect(!comparison.isListComplete)
    }

    @Test("a payment on the edge of the period is matched, and counts where it began") func edges() {
        let before = sale(1, 1250, at: -2000)
        let comparison = compare([before], [entry("id-1", 1250, at: 0), entry("id-5", 700, at: 2_000_000)])
        #expect(comparison.sameCount == 0)
        #expect(comparison.findings.isEmpty)
    }

    @Test("two payments alike need two in the list") func twice() {
        var second = sale(2, 1250)
        second.outcome?.transactionID = nil
        second.intent.customerReference = "T1-1"
        var first = sale(1, 1250)
        first.outcome?.transactionID = nil
        let comparison = compare([first, second], [entry("", 1250, reference: "T1-1")])
        #expect(comparison.sameCount == 1)
        #expect(comparison.findings.map(\.kind) == [.missingInList])
    }
}
