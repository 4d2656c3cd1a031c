import Money
import Testing

@testable import TillJournal

@Suite("Late results") struct LateResultTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    /// An approval of 10.00.
    private func late(
        _ reference: String = "A", of kinds: Set<OperationKind> = [.sale, .saleAndTokenize],
        asking requested: Amount? = money(1000), from reader: ReaderIdentity = .counter
    ) -> LateResult {
        var outcome = OperationOutcome.approved(by: .pendingResult)
        outcome.requested = requested
        return LateResult(outcome, of: kinds, customerReference: reference, from: reader)
    }

    @discardableResult
    private func decide(_ kind: SupervisorDecision.Kind, _ reference: String = "A") throws -> OperationRecord {
        let record = try journal.record(.sample(reference))
        return try journal.sync { store throws(JournalError) in
            try store.decide(
                SupervisorDecision(kind: kind, supervisor: "Ann", evidence: "phone", at: .second(30)),
                of: record.sequence)
        }
    }

    private func bring(_ late: LateResult) throws -> LateRecording {
        try journal.sync { store throws(JournalError) in try store.recordLate(late) }
    }

    @Test("stand beside the decision about their sale, with and without its reference", arguments: ["A", ""])
    func beside(reference: String) throws {
        let decided = try decide(.failed)
        guard case .beside(let record, let kept) = try bring(late(reference)) else {
            Issue.record("not beside the sale")
            return
        }
        #expect(record.outcome == decided.outcome)
        #expect(record.readersAnswer == kept.outcome)
        #expect(record.isContradicted)
        #expect(kept.contradictedSequence == decided.sequence)
        #expect(try bring(late(reference)) == .known)
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        #expect(try survivor.sync { store throws(JournalError) in try store.operation(reference: "A") } == record)
        #expect(try journal.check() == [])
    }

    @Test("that money moved count before a decision that none did") func counts() throws {
        let sequence = try decide(.failed).sequence
        _ = try bring(late())
        try journal.sync { store throws(JournalError) in
            #expect(try store.ticket("A")?.due == money(0))
            let balance = try store.balance(of: sequence, at: .second(90))
            #expect(balance.paid == money(1000))
            #expect(balance.transactionID == OperationOutcome.guid)
            #expect(balance.mayBeReversed)
            #expect(try store.totals(since: .second(0)).map(\.sales.sumMinor) == [1000])
            let report = try store.openDay(at: .second(100))
            #expect(report.currencies.map(\.lines.netMinor) == [1000])
            #expect(report.notTakenCount == 0 && report.unclaimedCount == 0)
            #expect(
                report.contradictions == [
                    .init(
                        sequence: sequence, reference: "A", kind: .sale, readerMinor: 1000, wordMinor: nil,
                        currency: "GBP")
                ])
        }
        #expect(throws: JournalError.refused(.aboveDue(ticket: "A", due: money(0)))) {
            try journal.record(.sample("B", ticket: "A"))
        }
        let refund = OperationIntent.sample("R", kind: .refund, undoing: OperationOutcome.guid)
        try journal.record(refund, .approved(transactionID: "r", by: .readerAnswer))
        try journal.sync { store throws(JournalError) in
            #expect(try store.balance(of: sequence, at: .second(90)).rest == money(0))
            #expect(try store.openDay(at: .second(100)).currencies.map(\.lines.netMinor) == [0])
        }
    }

    @Test("stand in one close of the day, whatever a decision did before") func closes() throws {
        try decide(.failed)
        try journal.sync { store throws(JournalError) in
            #expect(try store.closeDay(at: .second(40), by: "Ann").report.currencies.isEmpty)
            _ = try store.recordLate(late())
            #expect(try store.closeDay(at: .second(50), by: "Ann").report.currencies.map(\.lines.netMinor) == [1000])
            let next = try store.openDay(at: .second(60))
            #expect(next.currencies.isEmpty && next.contradictions == nil)
        }
    }

    @Test("that tell the same as a decision bring the bank's number, and count once") func same() throws {
        let sequence = try decide(.approved).sequence
        guard case .beside(let record, _) = try bring(late()) else {
            Issue.record("not beside the sale")
            return
        }
        #expect(!record.isContradicted)
        #expect(record.transactionID == OperationOutcome.guid)
        try journal.sync { store throws(JournalError) in
            #expect(try store.balance(of: sequence, at: .second(90)).mayBeReversed)
            let report = try store.openDay(at: .second(100))
            #expect(report.currencies.map(\.lines.netMinor) == [1000])
            #expect(report.contradictions == nil)
        }
    }

    @Test("that fit no sale, or more than one, are kept by themselves") func kept() throws {
        try decide(.failed)
        let strangers = [
            late("Z"), late(of: [.refund]), late(asking: money(999)), late(from: .terrace), late("", asking: nil),
        ]
        for (number, stranger) in strangers.enumerated() {
            var stranger = stranger
            stranger.outcome.transactionID = "id \(number)"
            guard case .kept(let unclaimed) = try bring(stranger) else {
                Issue.record("\(stranger) belongs to nothing here")
                continue
            }
            #expect(unclaimed.contradictedSequence == nil)
        }
        try decide(.failed, "B")
        guard case .kept = try bring(late("")) else {
            Issue.record("two sales may be meant")
            return
        }
        // The reader has answered since: what it held before is gone.
        try journal.record(.sample("C"), .ended(.declined))
        try decide(.failed, "D")
        var last = late("")
        last.outcome.transactionID = "last"
        guard case .beside(let record, _) = try bring(last) else {
            Issue.record("only one sale can be meant")
            return
        }
        #expect(record.intent.reference == "D")
    }
}
