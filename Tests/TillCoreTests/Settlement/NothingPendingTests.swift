import HeftKit
import HeftWire
import Money
import Testing
import TillCore
import TillJournal

@Suite("A reader that holds no result") struct NothingPendingTests {
    private func verdict(
        _ outcome: OperationOutcome?, wasRelayed: Bool = false, boot: String = "boot-1"
    ) -> OperationOutcome.Verdict? {
        let record = OperationRecord.sample(1, .sample(bootID: "boot-1"), outcome: outcome, wasRelayed: wasRelayed)
        return OutcomeRules.outcome(nothingPendingFor: record, bootID: boot, at: .at(9))?.verdict
    }

    private func recorded(_ completion: OperationCompletion) -> OperationOutcome {
        OutcomeRules.outcome(of: completion, intent: .sample(), at: .at(0))
    }

    @Test("an operation that reached no bank took no money") func sameBoot() {
        #expect(verdict(nil) == .failed)
        #expect(verdict(.sample(.unknown, by: .noAnswer)) == .failed)
    }

    @Test("after a restart of the machine the missing note about the bank proves nothing") func otherBoot() {
        #expect(verdict(nil, boot: "boot-2") == nil)
        #expect(verdict(.sample(.unknown, by: .noAnswer), boot: "boot-2") == nil)
    }

    @Test("an operation that reached the bank stays in doubt") func relayed() {
        #expect(verdict(nil, wasRelayed: true) == nil)
        #expect(verdict(.sample(.unknown, by: .noAnswer), wasRelayed: true) == nil)
    }

    @Test(
        "a failure for want of the bank's answer took no money, though the bank was called",
        arguments: OutcomeRulesTests.settledByReader, [false, true])
    func settledByReader(status: Status, wasRelayed: Bool) {
        let outcome = recorded(completion(.finance(answer(.failed, status)), wasRelayed: wasRelayed))
        #expect(outcome.verdict == .unknown)
        #expect(verdict(outcome, wasRelayed: wasRelayed) == .failed)
        #expect(verdict(outcome, wasRelayed: wasRelayed, boot: "boot-2") == .failed)
    }

    @Test("a contradiction stays in doubt, whatever its status", arguments: OutcomeRulesTests.statuses)
    func contradiction(status: Status) {
        for result in [answer(.failed, status, byte: .authorised), answer(.undefined, status)] {
            #expect(verdict(recorded(completion(.finance(result)))) == nil)
        }
    }

    @Test("a failure in talking to the bank stays in doubt", arguments: OutcomeRulesTests.unclear)
    func unclear(status: Status) {
        #expect(verdict(recorded(completion(.finance(answer(.failed, status))))) == nil)
        let kept = OutcomeRules.outcome(
            of: answer(.failed, status, isRecovered: true), intent: .sample(), wasRelayedToBank: false,
            isRecovered: true, at: .at(0))
        #expect(verdict(kept) == nil)
    }

    @Test("a clear outcome is not changed", arguments: OperationOutcome.Verdict.allCases)
    func clear(standing: OperationOutcome.Verdict) {
        if standing == .unknown { return }
        #expect(verdict(.sample(standing, by: .noAnswer)) == nil)
    }

    @Test("an operation that was answered by an earlier result took no money when it reached no bank")
    func answeredByEarlier() {
        let outcome = recorded(completion(.answeredByEarlier(answer(.authorised, isRecovered: true))))
        #expect(verdict(outcome) == .failed)
        #expect(verdict(outcome, wasRelayed: true) == nil)
    }

    @Test("the resolution says where it comes from, and keeps the status") func settlement() {
        let open = recorded(completion(.finance(answer(.failed, .requestPaymentTimeout)), wasRelayed: true))
        let record = OperationRecord.sample(outcome: open, wasRelayed: true)
        let outcome = OutcomeRules.outcome(nothingPendingFor: record, bootID: "boot-1", at: .at(9))
        #expect(outcome?.settledBy == .nothingSent)
        #expect(outcome?.statusCode == 0x002A)
        #expect(outcome?.finishedAt == .at(9))
    }
}
