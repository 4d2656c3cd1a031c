/// A result that a reader gave when nothing in doubt had it to come.
package struct LateResult: Equatable, Sendable {
    package var outcome: OperationOutcome
    /// What it can be the result of; empty where it does not say.
    package var kinds: Set<OperationKind>
    /// As it stands in the result; empty when it has none.
    package var customerReference: String
    package var reader: ReaderIdentity

    package init(
        _ outcome: OperationOutcome, of kinds: Set<OperationKind>, customerReference: String,
        from reader: ReaderIdentity
    ) {
        self.outcome = outcome
        self.kinds = kinds
        self.customerReference = customerReference
        self.reader = reader
    }

    /// Whether it can be what came of this operation, on this reader.
    package func fits(_ record: OperationRecord) -> Bool {
        guard record.intent.reader.serialNumber == reader.serialNumber,
            kinds.isEmpty || kinds.contains(record.intent.kind)
        else { return false }
        guard let requested = outcome.requested, let amount = record.intent.amount else { return true }
        return requested == amount
    }
}

/// What became of a late result.
package enum LateRecording: Equatable, Sendable {
    /// The books hold it already. Nothing was changed.
    case known
    /// It belongs to no operation here.
    case kept(UnclaimedResult)
    /// The operation that it belongs to has an outcome, which stays in force. The result is kept beside it.
    case beside(OperationRecord, UnclaimedResult)
}

extension JournalStore {
    /// Keeps a result that nothing in doubt had to come: beside the outcome of the operation that it belongs to, where
    /// there is one. When it returns, the result is on the disk.
    ///
    /// - Throws: ``JournalError/wrongBooks(path:heldBooks:)``.
    package func recordLate(_ late: LateResult) throws(JournalError) -> LateRecording {
        let named = try operations(namedBy: late)
        if named.contains(where: { $0.outcome?.isSameResult(as: late.outcome) ?? false }) { return .known }
        guard let owner = try owner(of: late, among: named) else {
            return .kept(
                try recordUnclaimed(late.outcome, from: late.reader, customerReference: late.customerReference))
        }
        let kept = try unclaimed(where: "u.contradicts = ?", [.integer(owner.sequence)])
        if kept.contains(where: { $0.outcome.isSameResult(as: late.outcome) }) { return .known }
        switch try recordOutcome(late.outcome, of: owner.sequence) {
        case .contradiction(let record, let unclaimed): return .beside(record, unclaimed)
        case .recorded, .alreadyRecorded: return .known
        }
    }

    /// By the bank's number or the reference in it.
    private func operations(namedBy late: LateResult) throws(JournalError) -> [OperationRecord] {
        try operations(
            """
            WHERE op.sequence IN (
                SELECT operation FROM outcome WHERE transaction_id = ?1 AND operation IS NOT NULL
                UNION SELECT sequence FROM operation WHERE customer_reference = ?2 AND ?2 <> '')
            ORDER BY op.sequence
            """, [.optional(late.outcome.transactionID), .text(KeptText.kept(late.customerReference))])
    }

    /// The settled operation that it belongs to; nil where that is not certain.
    ///
    /// The bank's number decides, then the reference. A result without one can only be that of an operation since the
    /// reader last gave an answer of its own: it forgets what it holds when something new starts.
    private func owner(
        of late: LateResult, among named: [OperationRecord]
    ) throws(JournalError) -> OperationRecord? {
        let fitting = named.filter { !$0.isInDoubt && late.fits($0) }
        if let id = late.outcome.transactionID, let own = fitting.last(where: { $0.transactionID == id }) { return own }
        if !late.customerReference.isEmpty {
            let open = fitting.filter(\.isAnothersWord)
            if open.count == 1 { return open[0] }
            return fitting.count == 1 ? fitting[0] : nil
        }
        guard late.outcome.requested != nil else { return nil }
        let unanswered = try operations(
            """
            WHERE op.reader_serial = ?1 AND op.sequence > coalesce((
                SELECT max(a.sequence) FROM operation a JOIN outcome ao ON ao.id = a.outcome
                WHERE a.reader_serial = ?1 AND ao.settled_by IN ('readerAnswer', 'pendingResult')), 0)
            ORDER BY op.sequence
            """, [.text(late.reader.kept.serialNumber)])
        let candidates = unanswered.filter { $0.isAnothersWord && late.fits($0) }
        return candidates.count == 1 ? candidates[0] : nil
    }
}

extension OperationRecord {
    /// Its outcome is known, and not from its reader.
    fileprivate var isAnothersWord: Bool {
        guard let outcome, outcome.isClear else { return false }
        return !outcome.settledBy.isReaders
    }
}
