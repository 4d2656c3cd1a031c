import Testing

@testable import TillJournal

@Suite("Supervisors' decisions") struct DecisionTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func decision(
        _ kind: SupervisorDecision.Kind, by name: String = "Ann", on evidence: String = "bank statement"
    ) -> SupervisorDecision {
        SupervisorDecision(kind: kind, supervisor: name, evidence: evidence, at: .second(90))
    }

    @discardableResult
    private func decide(_ decision: SupervisorDecision, of record: OperationRecord) throws -> OperationRecord {
        try journal.sync { store throws(JournalError) in try store.decide(decision, of: record.sequence) }
    }

    @Test(
        "that give a verdict settle the operation for good",
        arguments: [
            (SupervisorDecision.Kind.approved, OperationOutcome.Verdict.approved), (.failed, .failed),
        ])
    func verdicts(kind: SupervisorDecision.Kind, verdict: OperationOutcome.Verdict) throws {
        let record = try journal.record(.sample("A"))
        let settled = try decide(decision(kind), of: record)
        #expect(settled.outcome?.verdict == verdict)
        #expect(settled.outcome?.settledBy == .supervisor(name: "Ann", evidence: "bank statement"))
        #expect(settled.outcome?.requested == money(1000))
        #expect(settled.outcome?.finishedAt == .second(90))
        #expect(!settled.isInDoubt)
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        try survivor.sync { store throws(JournalError) in
            #expect(try store.operation(reference: "A") == settled)
            #expect(try store.decisions(of: record.sequence) == [decision(kind)])
        }
        #expect(throws: JournalError.refused(.notInDoubt(reference: "A"))) { try decide(decision(.failed), of: record) }
    }

    @Test("keep what an unknown outcome has told") func keepsFacts() throws {
        var unknown = OperationOutcome.ended(.unknown, by: .noAnswer, transactionID: OperationOutcome.guid)
        unknown.authorisationCode = "991122"
        let record = try journal.record(.sample("A"), unknown)
        let settled = try decide(decision(.approved), of: record)
        #expect(settled.outcome?.transactionID == OperationOutcome.guid)
        #expect(settled.outcome?.authorisationCode == "991122")
        let balance = try journal.sync { store throws(JournalError) in
            try store.balance(of: record.sequence, at: .second(0))
        }
        #expect(balance.paid == money(1000))
        #expect(balance.mayBeReversed)
    }

    @Test("that give none leave it in doubt", arguments: [SupervisorDecision.Kind.setAside, .goOnAnyway])
    func withoutVerdict(kind: SupervisorDecision.Kind) throws {
        let record = try journal.record(.sample("A"))
        #expect(try decide(decision(kind), of: record) == record)
        try journal.sync { store throws(JournalError) in
            #expect(try store.inDoubtPinned() == [record])
            #expect(try store.decisions(of: record.sequence).map(\.kind) == [kind])
        }
    }

    @Test("stand against a later answer, which is kept as a contradiction") func laterAnswer() throws {
        let record = try journal.record(.sample("A"))
        let settled = try decide(decision(.failed), of: record)
        let recording = try journal.sync { store throws(JournalError) in
            try store.recordOutcome(.approved(by: .pendingResult), of: record.sequence)
        }
        guard case .contradiction(let told, let unclaimed) = recording else {
            Issue.record("\(recording)")
            return
        }
        #expect(told.outcome == settled.outcome)
        #expect(told.readersAnswer == .approved(by: .pendingResult))
        #expect(unclaimed.contradictedSequence == record.sequence)
    }

    @Test("need a name and evidence, and an operation in doubt", arguments: [("", "slip"), ("Ann", " \n")])
    func proof(name: String, evidence: String) throws {
        let record = try journal.record(.sample("A"))
        #expect(throws: JournalError.refused(.decisionWithoutProof)) {
            try decide(decision(.approved, by: name, on: evidence), of: record)
        }
        #expect(throws: JournalError.unknownOperation(sequence: 99)) {
            try journal.sync { store throws(JournalError) in try store.decide(decision(.approved), of: 99) }
        }
        try journal.settle(record, .ended(.declined))
        for kind in SupervisorDecision.Kind.allCases {
            #expect(throws: JournalError.refused(.notInDoubt(reference: "A"))) {
                try decide(decision(kind), of: record)
            }
        }
        let decisions = try journal.sync { store throws(JournalError) in try store.decisions(of: record.sequence) }
        #expect(decisions.isEmpty)
    }

    @Test("hold no card number and are guarded by the file") func kept() throws {
        let record = try journal.record(.sample("A"))
        try decide(decision(.setAside, on: "card 4111 1111 1111 1111"), of: record)
        let kept = try journal.sync { store throws(JournalError) in try store.decisions(of: record.sequence) }
        #expect(kept.map(\.evidence) == ["card **** **** **** 1111"])
        #expect(runSQL("DELETE FROM decision", at: folder.journal) == "a decision is never deleted")
        #expect(runSQL("UPDATE decision SET kind = 'x'", at: folder.journal) == "a decision is never edited")
    }

    @Test("noted by an older till are read as they were") func notes() throws {
        let record = try journal.record(.sample("A"))
        try journal.note(.guardOverridden(by: "Ann"), of: record.sequence)
        let events = try journal.sync { store throws(JournalError) in try store.events(of: record.sequence) }
        #expect(events.map(\.kind) == [.guardOverridden(by: "Ann")])
    }
}
