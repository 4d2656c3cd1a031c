import Money

extension JournalStore {
    /// Records a supervisor's decision about an operation in doubt. When it returns, the decision is on the disk.
    ///
    /// A verdict settles the operation: what an earlier unknown outcome told of it, the bank's number above all, stays.
    ///
    /// - Returns: the operation as it then stands.
    /// - Throws: ``JournalError/unknownOperation(sequence:)``, ``Refusal/notInDoubt(reference:)``,
    ///   ``Refusal/decisionWithoutProof``.
    @discardableResult
    package func decide(_ decision: SupervisorDecision, of sequence: Int64) throws(JournalError) -> OperationRecord {
        _ = try requireWriter()
        let supervisor = KeptText.kept(decision.supervisor)
        let evidence = KeptText.kept(decision.evidence)
        guard !supervisor.isBlank, !evidence.isBlank else { throw .refused(.decisionWithoutProof) }
        return try database.transaction(.full) { () throws(JournalError) in
            guard var record = try operation(sequence: sequence) else {
                throw .unknownOperation(sequence: sequence)
            }
            guard record.isInDoubt else { throw .refused(.notInDoubt(reference: record.intent.reference)) }
            try database.run(
                """
                INSERT INTO decision (operation, after_operation, kind, supervisor, evidence, at, at_offset)
                VALUES (?, (SELECT max(sequence) FROM operation), ?, ?, ?, ?, ?)
                """,
                [.integer(sequence), .text(decision.kind.rawValue), .text(supervisor), .text(evidence)]
                    + Database.Value.timestamp(decision.at))
            guard let verdict = decision.kind.verdict else { return record }
            var outcome =
                record.outcome
                ?? OperationOutcome(
                    verdict: verdict, requested: record.intent.amount, settledBy: .noAnswer, finishedAt: decision.at)
            outcome.verdict = verdict
            outcome.settledBy = .supervisor(name: supervisor, evidence: evidence)
            outcome.finishedAt = decision.at
            try settle(outcome.kept, of: sequence)
            record.outcome = outcome.kept
            return record
        }
    }

    /// What supervisors have decided about an operation, in order.
    package func decisions(of sequence: Int64) throws(JournalError) -> [SupervisorDecision] {
        try database.rows(
            "SELECT kind, supervisor, evidence, at, at_offset FROM decision WHERE operation = ? ORDER BY number",
            [.integer(sequence)]
        ) { (row) throws(JournalError) in
            SupervisorDecision(
                kind: try row.word(), supervisor: row.text(), evidence: row.text(), at: row.timestamp())
        }
    }

    /// Whether a supervisor has let the till go on although this operation is in doubt, and nothing has gone on since.
    ///
    /// - Parameter newest: the last operation that went on.
    func isOverridden(_ sequence: Int64, after newest: Int64) throws(JournalError) -> Bool {
        let found = try database.firstRow(
            "SELECT 1 FROM decision WHERE operation = ? AND kind = 'goOnAnyway' AND after_operation >= ?",
            [.integer(sequence), .integer(newest)]
        ) { row in row.integer() }
        return found != nil
    }
}

extension SupervisorDecision.Kind {
    fileprivate var verdict: OperationOutcome.Verdict? {
        switch self {
        case .setAside, .goOnAnyway, .anotherCustomer: nil
        case .approved: .approved
        case .failed: .failed
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
