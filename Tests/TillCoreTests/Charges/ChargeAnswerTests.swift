import ChargeURL
import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("The answer to a charge") struct ChargeAnswerTests {
    /// A charge of 54.25 as the books have it: 50.00, 8.5 % of tax and no tip.
    private static func history(
        _ verdicts: OperationOutcome.Verdict?..., paid: Int64? = nil, due: Int64? = nil, isSetAside: Bool = false,
        change: (inout OperationOutcome) -> Void = { _ in }
    ) -> ChargeHistory {
        var operations: [OperationRecord] = []
        for (index, verdict) in zip(Int64(1)..., verdicts) {
            var intent = OperationIntent.sample("T1-\(index)", amount: money(5425))
            intent.ticket = "T1-1"
            intent.parts = SaleParts(
                subtotal: money(5000),
                tax: SaleParts.Tax(amount: money(425), rate: Percentage(thousandths: 8500), isIncluded: false),
                tip: money(0))
            var outcome = verdict.map { OperationOutcome.sample($0) }
            outcome?.maskedCardNumber = "************1111"
            outcome?.cardScheme = "VISA CREDIT"
            if verdict == .approved || verdict == .partiallyApproved { outcome?.authorised = money(paid ?? 5425) }
            if var changed = outcome {
                change(&changed)
                outcome = changed
            }
            operations.append(.sample(index, intent, outcome: outcome))
        }
        let took = verdicts.contains(.approved) || verdicts.contains(.partiallyApproved)
        let ticket = TicketState(
            reference: "T1-1", asked: money(5425), gratuity: money(0), paidByCard: money(took ? paid ?? 5425 : 0),
            paidOtherwise: money(0), refunded: money(0), due: money(due ?? (took ? 0 : 5425)),
            attempts: operations.count, inDoubt: [])
        return ChargeHistory(
            charge: ChargeRecord(
                ticket: "T1-1",
                draft: ChargeRecord.Draft(
                    returnAddress: "com-shop://done?record_id=123", usesFileMakerForm: false, appName: "Shop"),
                askedAt: .at(0)),
            operations: operations, ticket: ticket, isSetAside: isSetAside)
    }

    @Test(
        "each end has its word",
        arguments: [
            (OperationOutcome.Verdict.declined, ChargeOutcome.declined), (.cancelled, .cancelled), (.failed, .error),
            (.processed, .error),
        ])
    func words(verdict: OperationOutcome.Verdict, word: ChargeOutcome) {
        #expect(ChargeOutcome(ChargeAnswerTests.history(verdict)) == word)
    }

    @Test("an approved charge tells what the card was charged, with its tax") func approved() throws {
        let answer = try #require(ChargeAnswer(ChargeAnswerTests.history(.approved), number: 3))
        #expect(
            answer.url == "com-shop://done?record_id=123&ifcc_responseType=approved&ifcc_transactionId=T1-1"
                + "&ifcc_amount=54.25&ifcc_currency=GBP&ifcc_redactedCardNumber=XXXXXXXXXXXX1111&ifcc_cardType=Visa"
                + "&ifcc_taxAmount=4.25&ifcc_taxRate=8.5")
        #expect((answer.word, answer.amount, answer.ticket, answer.number) == (.approved, money(5425), "T1-1", 3))
    }

    @Test("what was declined first and paid then is approved, by the number of what was paid") func secondCard() {
        guard case .approved(let charge) = ChargeOutcome(ChargeAnswerTests.history(.declined, .approved)) else {
            Issue.record("it is not approved")
            return
        }
        #expect(charge.transactionID == "T1-2")
        #expect(charge.amount == money(5425))
    }

    @Test("a part that was paid is an error as long as the rest is due, with what to ask after") func partly() {
        let history = ChargeAnswerTests.history(.partiallyApproved, .declined, paid: 2000, due: 3425)
        #expect(ChargeOutcome(history) == .partlyPaid(reference: "T1-1"))
    }

    @Test(
        "an outcome that is not known has no answer, and is never declined",
        arguments: [true, false])
    func unknown(hasOutcome: Bool) {
        let verdict = hasOutcome ? OperationOutcome.Verdict.unknown : nil
        #expect(ChargeOutcome(ChargeAnswerTests.history(verdict)) == nil)
        #expect(ChargeOutcome(ChargeAnswerTests.history(.declined, verdict)) == nil)
    }

    @Test("check 36: what is set aside unknown is an error that says not to charge again") func setAside() throws {
        let history = ChargeAnswerTests.history(.unknown, isSetAside: true)
        #expect(ChargeOutcome(history) == .setAside(reference: "T1-1"))
        let answer = try #require(ChargeAnswer(history, number: nil))
        #expect(answer.word == .error)
        #expect(answer.url.contains("ifcc_responseType=error&ifcc_errorMessage="))
        #expect(answer.url.contains("T1-1"))
        #expect(answer.amount == nil)
    }

    @Test("what was paid and voided is cancelled") func voided() {
        var history = ChargeAnswerTests.history(.partiallyApproved, paid: 2000)
        history.ticket?.paidByCard = money(0)
        history.ticket?.due = money(5425)
        #expect(ChargeOutcome(history) == .cancelled)
    }
}
