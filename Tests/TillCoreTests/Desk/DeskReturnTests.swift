import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Money that goes back") struct DeskReturnTests {
    private static let sale: OperationRecord = {
        var outcome = OperationOutcome(
            verdict: .approved, authorised: money(1250), transactionID: "guid-1", settledBy: .readerAnswer,
            finishedAt: Timestamp(millisecondsSince1970: 0, offsetFromUTC: 0))
        outcome.total = money(1250)
        return OperationRecord(
            sequence: 1,
            intent: OperationIntent(
                kind: .sale, amount: money(1250), reference: "T1-1", reader: .counter, bootID: "boot-1",
                startedAt: Timestamp(millisecondsSince1970: 0, offsetFromUTC: 0)),
            outcome: outcome, wasRelayedToBank: true)
    }()

    @Test("a refund names the sale, and carries its own amount and reference") func refund() throws {
        let request = OperationRequest.refund(money(500), of: DeskReturnTests.sale)
        let intent = OperationIntent(
            kind: request.kind, amount: request.amount, reference: "T1-2", originalTransactionID: "guid-1",
            reader: .counter, bootID: "boot-1", startedAt: DeskReturnTests.sale.intent.startedAt)
        let operation = try request.operation(intent)
        guard case .finance(.refund, let order) = operation else {
            Issue.record("\(operation)")
            return
        }
        #expect(order.amountMinor == 500 && order.transactionID == "guid-1")
        #expect(order.options.customerReference == "T1-2")
    }

    @Test("a sale is voided whole, and so is a refund, each by its own operation") func reversal() throws {
        let request = OperationRequest.reversal(of: DeskReturnTests.sale)
        #expect(request.kind == .saleReversal && request.amount == money(1250))
        var refund = DeskReturnTests.sale
        refund.intent.kind = .refund
        #expect(OperationRequest.reversal(of: refund).kind == .refundReversal)
    }

    @Test("what the reader never named can be neither given back nor voided") func nameless() {
        var shop = Shop.ready()
        var sale = DeskReturnTests.sale
        sale.outcome?.transactionID = nil
        for request in [OperationRequest.refund(money(1), of: sale), .reversal(of: sale)] {
            #expect(shop.give(.perform(request)) == [.notify(.notStarted(.noTransactionID(sale)))])
        }
    }

    @Test(
        "an operation without money is done or not done, and never in doubt",
        arguments: [OperationKind.startOfDay, .endOfDay, .update, .tokenize])
    func service(kind: TillJournal.OperationKind) throws {
        let intent = OperationIntent(
            kind: kind, amount: nil, reference: "T1-3", reader: .counter, bootID: "boot-1",
            startedAt: DeskReturnTests.sale.intent.startedAt)
        _ = try OperationRequest.service(kind).operation(intent)
        let now = DeskReturnTests.sale.intent.startedAt
        let lost = OutcomeRules.outcome(of: .broken, .delivered, intent: intent, at: now)
        #expect(lost.verdict == .failed)
        let record = OperationRecord(sequence: 3, intent: intent, outcome: nil, wasRelayedToBank: true)
        #expect(OutcomeRules.outcome(nothingPendingFor: record, bootID: "other", at: now)?.verdict == .failed)
    }
}
