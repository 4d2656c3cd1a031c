import Testing

@testable import TillJournal

@Suite("Refusals") struct RefusalTests {
    private static let sentences: [(refusal: Refusal, sentence: String)] = [
        (
            Refusal.noOriginal(transactionID: "0123"),
            """
            No payment with the number 0123 stands in these books. \
            Look it up in the history, or say that it is not from this till.
            """
        ),
        (
            .noOriginal(transactionID: nil),
            """
            The payment to give back is not named. \
            Choose it in the history, or say that it is not from this till.
            """
        ),
        (
            .notReturnable(sequence: 7),
            "Operation 7 is not one that can be given back. Choose the sale in the history."
        ),
        (.originalInDoubt(reference: "A1"), "It is not known yet whether A1 was paid. Find out first."),
        (
            .nothingWasPaid(reference: "A1"),
            "A1 was not paid, so there is nothing to give back. Choose another payment."
        ),
        (
            .transactionIDMissing(reference: "A1"),
            "The bank's number of A1 is not known. Ask the bank to give the money back."
        ),
        (.noAmount, "There is no amount. Type one above zero."),
        (
            .otherCurrency(currency("EUR"), expected: currency("GBP")),
            "EUR was asked for, but the payment is in GBP. Use GBP."
        ),
        (
            .aboveRest(asked: money(751), rest: money(750)),
            "7.51 GBP is more than the 7.50 GBP that are left. Give back 7.50 GBP at most."
        ),
        (
            .aboveRest(asked: money(1), rest: money(0)),
            "0.01 GBP cannot be given back: nothing is left of this payment."
        ),
        (
            .reversalOfPart(asked: money(1), whole: money(1000)),
            "Only the whole 10.00 GBP can be voided. Give a part back with a refund."
        ),
        (
            .alreadyReversed(reference: "A1", by: "A2"),
            "A1 was voided by A2 already. There is nothing left to give back."
        ),
        (
            .alreadyRefunded(reference: "A1", refunded: money(400)),
            "4.00 GBP of A1 were refunded already, so it cannot be voided. Refund the rest instead."
        ),
        (
            .otherDay(reference: "A1", day: "2026-11-29"),
            "A1 was made on 2026-11-29 and can be voided on that day only. Use a refund instead."
        ),
        (.undoingInDoubt(reference: "A1"), "A1 may have given the money back already. Find out first."),
        (
            .ticketInDoubt(ticket: "A1", reference: "A2"),
            "A2 may have been paid already. Do not charge A1 again before that is known."
        ),
        (.aboveDue(ticket: "A1", due: money(0)), "A1 is paid. There is nothing left to charge."),
        (
            .aboveDue(ticket: "A1", due: money(1757)),
            "Only 17.57 GBP are still due on A1. Charge that at most."
        ),
        (.unknownTicket("A1"), "There was no sale on A1. Look for the ticket in the history."),
        (.notInDoubt(reference: "A1"), "The outcome of A1 is known. There is nothing to decide."),
        (.decisionWithoutProof, "Say who decides, and on what evidence."),
    ]

    @Test("say what is wrong and what to do", arguments: sentences)
    func sentence(refusal: Refusal, sentence: String) {
        #expect(refusal.sentence == sentence)
        #expect(JournalError.refused(refusal).sentence == sentence)
    }
}
