import HeftKit
import HeftWire
import Money
import Testing
import TillCore
import TillJournal

@Suite("Outcome rules") struct OutcomeRulesTests {
    /// Statuses after which the bank may have taken the money.
    static let unclear: [Status] = [.sendingError, .receivingError, .responsePaymentTimeout]
    /// Statuses that the reader itself settles with the bank.
    static let settledByReader: [Status] = [
        .requestAuthorisationTimeout, .requestPaymentTimeout, .responseAuthorisationTimeout,
    ]
    static let statuses = Status.all + [Status(code: 0x0000), Status(code: 0x07F3), Status(code: 0xFFFF)]

    private func verdict(
        _ result: FinanceResult, wasRelayed: Bool = false, intent: OperationIntent = .sample()
    ) -> OperationOutcome.Verdict {
        OutcomeRules.outcome(
            of: completion(.finance(result), wasRelayed: wasRelayed), intent: intent, at: .at(0)
        ).verdict
    }

    @Test("what the reader says decides, whatever the status and whether the bank was reached", arguments: statuses)
    func clearAnswers(status: Status) {
        let verdicts: [(FinancialStatus, OperationOutcome.Verdict)] = [
            (.undefined, .unknown), (.authorised, .approved), (.declined, .declined), (.cancelled, .cancelled),
            (.partiallyApproved, .partiallyApproved),
        ]
        for (outcome, expected) in verdicts {
            for wasRelayed in [false, true] {
                #expect(verdict(answer(outcome, status), wasRelayed: wasRelayed) == expected)
            }
        }
    }

    @Test("a failure after the bank was reached is unknown", arguments: statuses)
    func failedAfterBank(status: Status) {
        #expect(verdict(answer(.failed, status), wasRelayed: true) == .unknown)
    }

    @Test("a failure before the bank was reached took no money, unless its status says otherwise", arguments: statuses)
    func failedBeforeBank(status: Status) {
        let isOpen = (Self.unclear + Self.settledByReader).contains(status)
        #expect(verdict(answer(.failed, status)) == (isOpen ? .unknown : .failed))
    }

    @Test("a document and a byte that contradict each other are unknown", arguments: FinancialStatus.allCases)
    func contradiction(word: HeftWire.FinancialStatus) {
        for byte in FinancialStatus.allCases where byte != word {
            // Published SDKs send 1 with a partial approval.
            if word == .partiallyApproved, byte == .authorised { continue }
            for status in [Status.success, .userCancelled, .responseAuthorisationTimeout] {
                for wasRelayed in [false, true] {
                    #expect(verdict(answer(word, status, byte: byte), wasRelayed: wasRelayed) == .unknown)
                }
            }
        }
    }

    @Test("a partial approval with the byte of an approval is a partial approval") func partialApproval() {
        #expect(verdict(answer(.partiallyApproved, byte: .authorised)) == .partiallyApproved)
    }

    @Test("a document that cannot be read is unknown, whatever the byte says", arguments: FinancialStatus.allCases)
    func unreadable(byte: HeftWire.FinancialStatus) {
        let response = FinanceResponse(
            command: .saleFinished, status: .success, financialStatus: byte.rawValue, xml: Array("<a><b></a>".utf8))
        #expect(verdict(FinanceResult(response)) == .unknown)
    }

    @Test("an answer that says nothing is unknown", arguments: [UInt8(0), 7, 127])
    func noAnswer(byte: UInt8) {
        let response = FinanceResponse(command: .saleFinished, status: .success, financialStatus: byte)
        #expect(verdict(FinanceResult(response)) == .unknown)
    }

    @Test("the end of an operation without money says nothing about a sale") func processed() {
        #expect(verdict(answer(.processed)) == .unknown)
        #expect(verdict(answer(.processed), intent: .sample(kind: .endOfDay, amount: nil)) == .processed)
    }

    @Test("a lost link is unknown, unless the request has certainly not arrived", arguments: [false, true])
    func lostLink(wasRelayed: Bool) {
        let ends: [(ReaderSession.Delivery, OperationOutcome.Verdict)] = [
            (.notDelivered, .failed), (.unknown, .unknown), (.delivered, .unknown),
        ]
        for (delivery, expected) in ends {
            let end = completion(.failed(.broken, delivery), wasRelayed: wasRelayed)
            #expect(OutcomeRules.outcome(of: end, intent: .sample(), at: .at(0)).verdict == expected)
        }
    }

    @Test("an answer that belongs to an earlier operation leaves this one unknown") func answeredByEarlier() {
        let end = completion(.answeredByEarlier(answer(.authorised, isRecovered: true)))
        let outcome = OutcomeRules.outcome(of: end, intent: .sample(), at: .at(0))
        #expect(outcome.verdict == .unknown)
        #expect(outcome.transactionID == nil)
    }

    @Test("an answer of another kind leaves a sale unknown") func otherKinds() {
        let ends: [ReaderSession.OperationResult] = [
            .plain(.success), .log(.success, text: []), .xml(.success, PayloadXML.Element("a")),
            .recovery(.nothingPending, nothingHeld),
        ]
        for end in ends {
            #expect(OutcomeRules.outcome(of: completion(end), intent: .sample(), at: .at(0)).verdict == .unknown)
        }
    }

    @Test("an approval keeps what a refund must name") func particulars() {
        let end = completion(.finance(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)))
        let outcome = OutcomeRules.outcome(of: end, intent: .sample(), at: .at(7))
        #expect(outcome.transactionID == guid)
        #expect(outcome.authorised == money(1250))
        #expect(outcome.requested == money(1250))
        #expect(outcome.settledBy == .readerAnswer)
        #expect(!outcome.isRecovered)
        #expect(outcome.finishedAt == .at(7))
    }

    // MARK: What the reader kept

    private func recovered(_ result: FinanceResult) -> OperationOutcome {
        OutcomeRules.outcome(
            of: result, intent: .sample(), wasRelayedToBank: true, isRecovered: true, at: .at(0))
    }

    @Test("a failure that the reader kept is its last word", arguments: statuses)
    func recoveredFailure(status: Status) {
        let outcome = recovered(answer(.failed, status, isRecovered: true))
        #expect(outcome.verdict == (Self.unclear.contains(status) ? .unknown : .failed))
        #expect(outcome.settledBy == .pendingResult)
        #expect(outcome.isRecovered)
    }

    @Test("a failure that comes late and is not marked as kept proves nothing after the bank was reached")
    func lateFailure() {
        #expect(recovered(answer(.failed, .processingError)).verdict == .unknown)
    }

    @Test("a contradiction in what the reader kept is unknown") func recoveredContradiction() {
        #expect(recovered(answer(.failed, byte: .authorised, isRecovered: true)).verdict == .unknown)
    }
}
