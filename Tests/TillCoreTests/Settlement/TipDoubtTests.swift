import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("A tip on the reader") struct TipDoubtTests {
    private func outcome(_ requested: Int64, tip: Int64?, total: Int64?) -> OperationOutcome {
        var outcome = OperationOutcome.sample(.approved)
        outcome.requested = money(requested)
        outcome.gratuity = tip.map { money($0) }
        outcome.total = total.map { money($0) }
        return outcome
    }

    @Test(
        "is taken as the reader says it, and doubted only where it is too large or does not add up",
        arguments: [
            (3333, 500, 3833, nil), (1200, nil, 1200, nil), (1200, 600, nil, nil), (1200, 0, 1300, nil),
            (1200, 4734, 5934, .aboveCap(tip: money(4734), of: money(1200))),
            (3333, 500, 3834, .doesNotAddUp(requested: money(3333), tip: money(500), total: money(3834))),
            (.max, 1, .max, .aboveCap(tip: money(1), of: money(.max))),
        ] as [(Int64, Int64?, Int64?, TipDoubt?)])
    func doubt(requested: Int64, tip: Int64?, total: Int64?, doubt: TipDoubt?) {
        #expect(outcome(requested, tip: tip, total: total).tipDoubt(cap: TicketRules.usualTipCap) == doubt)
    }
}
