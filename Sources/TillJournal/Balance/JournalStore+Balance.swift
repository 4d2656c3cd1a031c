import Money

extension JournalStore {
    /// What became of a sale's money.
    ///
    /// - Parameter now: the shop's clock: a sale is reversed on its own day only. A sale's day is that of its own clock
    ///   when it started.
    /// - Throws: ``JournalError/unknownOperation(sequence:)``; ``Refusal/notReturnable(sequence:)`` for what is no sale.
    package func balance(of sequence: Int64, at now: Timestamp) throws(JournalError) -> SaleBalance {
        guard let sale = try operation(sequence: sequence) else { throw .unknownOperation(sequence: sequence) }
        guard sale.intent.kind.isSale, let amount = sale.intent.amount else {
            throw .refused(.notReturnable(sequence: sequence))
        }
        let undoing = try undoing(of: sale)
        let paid = sale.moved ?? Amount(minorUnits: 0, currency: amount.currency)
        return SaleBalance(
            sequence: sequence, transactionID: try transactionID(of: sale), paid: paid,
            refunded: undoing.refunded(of: paid), refundedInDoubt: undoing.refundedInDoubt(of: paid),
            reversal: undoing.reversal, rest: undoing.rest(of: paid),
            besides: try tendersGoingBack(with: sale, undoing.reversal),
            refundObstacle: try refundObstacle(sale, undoing),
            reversalObstacle: try reversalObstacle(sale, undoing, now))
    }

    /// The refunds and reversals of an operation, oldest first.
    package func linked(to sequence: Int64) throws(JournalError) -> [OperationRecord] {
        try operations(
            """
            WHERE op.sequence IN (
                SELECT sequence FROM operation WHERE original = ?1
                UNION
                SELECT r.sequence FROM outcome o JOIN operation r ON r.original_transaction_id = o.transaction_id
                WHERE o.operation = ?1 AND r.original IS NULL AND r.sequence <> ?1)
            ORDER BY op.sequence
            """, [.integer(sequence)])
    }

    /// The operation that a refund or a reversal is to undo, checked against what was undone before.
    ///
    /// - Returns: nil for other kinds, and for an original that is not in these books where that is allowed.
    /// - Throws: ``JournalError/refused(_:)``.
    func checkedOriginal(of intent: OperationIntent, allowsForeign: Bool) throws(JournalError) -> Int64? {
        guard intent.kind.undoneKinds != nil else { return nil }
        let original = try original(of: intent)
        if intent.kind == .refund || original == nil {
            guard let amount = intent.amount, amount.minorUnits > 0 else { throw .refused(.noAmount) }
        }
        guard let original else {
            guard allowsForeign else {
                throw .refused(.noOriginal(transactionID: intent.originalTransactionID))
            }
            return nil
        }
        let undoing = try undoing(of: original)
        let obstacle =
            intent.kind == .refund
            ? try refundObstacle(original, undoing) : try reversalObstacle(original, undoing, intent.startedAt)
        if let obstacle { throw .refused(obstacle) }
        // Without an obstacle the original has moved money.
        guard let paid = original.moved else { throw .refused(.nothingWasPaid(reference: original.intent.reference)) }
        if let asked = intent.amount, asked.currency != paid.currency {
            throw .refused(.otherCurrency(asked.currency, expected: paid.currency))
        }
        if intent.kind == .refund {
            let rest = undoing.rest(of: paid)
            if let asked = intent.amount, asked.minorUnits > rest.minorUnits {
                throw .refused(.aboveRest(asked: asked, rest: rest))
            }
        } else if intent.amount != paid {
            throw .refused(.reversalOfPart(asked: intent.amount, whole: paid))
        }
        return original.sequence
    }

    private func original(of intent: OperationIntent) throws(JournalError) -> OperationRecord? {
        guard let transactionID = intent.originalTransactionID, let kinds = intent.kind.undoneKinds else { return nil }
        // A reader may give a refund the number of its sale, so the kind matters as well.
        return try operations(
            """
            WHERE op.sequence IN (
                    SELECT operation FROM outcome WHERE transaction_id = ?1 AND operation IS NOT NULL
                    UNION SELECT u.contradicts FROM outcome o JOIN unclaimed_result u ON u.outcome = o.id
                    WHERE o.transaction_id = ?1 AND u.contradicts IS NOT NULL)
                AND op.kind IN (?2, ?3)
            ORDER BY op.sequence DESC LIMIT 1
            """, [.text(transactionID), .text(kinds.0.rawValue), .text(kinds.1.rawValue)]
        ).first
    }

    private func undoing(of original: OperationRecord) throws(JournalError) -> Undoing {
        var undoing = Undoing()
        for operation in try linked(to: original.sequence) where operation.mayHaveMoved {
            switch operation.intent.kind {
            case .refund where original.intent.kind.isSale:
                let reversals = try linked(to: operation.sequence)
                let isReversed = reversals.contains { $0.intent.kind == .refundReversal && $0.moved != nil }
                if !isReversed { undoing.refunds.append(operation) }
            case .saleReversal where original.intent.kind.isSale,
                .refundReversal where original.intent.kind == .refund:
                undoing.reversals.append(operation)
            default: break
            }
        }
        // A decision to go on all the same lets one more operation through.
        let newest = (undoing.refunds + undoing.reversals).map(\.sequence).max() ?? 0
        for operation in undoing.refunds + undoing.reversals where operation.isInDoubt {
            if try !isOverridden(operation.sequence, after: newest) { undoing.blocking = operation }
        }
        return undoing
    }

    private func refundObstacle(_ sale: OperationRecord, _ undoing: Undoing) throws(JournalError) -> Refusal? {
        if let obstacle = try obstacle(sale, undoing) { return obstacle }
        guard let paid = sale.moved else { return .nothingWasPaid(reference: sale.intent.reference) }
        let rest = undoing.rest(of: paid)
        return rest.minorUnits > 0 ? nil : .aboveRest(asked: paid, rest: rest)
    }

    private func reversalObstacle(
        _ original: OperationRecord, _ undoing: Undoing, _ now: Timestamp
    ) throws(JournalError) -> Refusal? {
        if let obstacle = try obstacle(original, undoing) { return obstacle }
        let reference = original.intent.reference
        guard let paid = original.moved else { return .nothingWasPaid(reference: reference) }
        // One that may have given money back leaves nothing whole to take back, even where somebody let it go on.
        if let refund = undoing.refunds.first(where: \.isInDoubt) {
            return .undoingInDoubt(reference: refund.intent.reference)
        }
        let refunded = undoing.refunded(of: paid)
        if refunded.minorUnits > 0 { return .alreadyRefunded(reference: reference, refunded: refunded) }
        let day = original.intent.startedAt.localDate
        if day != now.localDate { return .otherDay(reference: reference, day: day) }
        return try isClosed(original) ? .dayClosed(reference: reference) : nil
    }

    /// Whether the day was closed since it ended: in the books, or on its reader.
    private func isClosed(_ original: OperationRecord) throws(JournalError) -> Bool {
        let found = try database.firstRow(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM day_close d JOIN operation op ON op.sequence = ?1
                    WHERE d.last_outcome >= op.outcome)
                OR EXISTS (SELECT 1 FROM operation e WHERE e.kind = 'endOfDay' AND e.sequence > ?1
                    AND e.reader_serial = ?2 AND e.verdict IN ('approved', 'processed'))
            """, [.integer(original.sequence), .text(original.intent.reader.serialNumber)]
        ) { row in row.integer() }
        return found != nil
    }

    private func obstacle(_ original: OperationRecord, _ undoing: Undoing) throws(JournalError) -> Refusal? {
        let reference = original.intent.reference
        if original.isInDoubt { return .originalInDoubt(reference: reference) }
        guard let paid = original.moved, paid.minorUnits > 0 else { return .nothingWasPaid(reference: reference) }
        if let reversal = undoing.reversals.first(where: { !$0.isInDoubt }) {
            return .alreadyReversed(reference: reference, by: reversal.intent.reference)
        }
        if let blocking = undoing.blocking { return .undoingInDoubt(reference: blocking.intent.reference) }
        return try transactionID(of: original) == nil ? .transactionIDMissing(reference: reference) : nil
    }

    /// The number in the outcome in force, else the last one in an outcome that was replaced.
    private func transactionID(of record: OperationRecord) throws(JournalError) -> String? {
        if let id = record.transactionID { return id }
        return try database.firstRow(
            """
            SELECT transaction_id FROM outcome WHERE operation = ? AND transaction_id IS NOT NULL
            ORDER BY id DESC LIMIT 1
            """, [.integer(record.sequence)]
        ) { row in row.text() }
    }
}

/// What undoes an operation, as far as it was not refused.
private struct Undoing {
    var refunds: [OperationRecord] = []
    var reversals: [OperationRecord] = []
    /// One in doubt that nobody has let the till go on from.
    var blocking: OperationRecord?

    var reversal: SaleBalance.Reversal {
        if let reversal = reversals.first(where: { !$0.isInDoubt }) { return .reversed(by: reversal.sequence) }
        return reversals.first.map { .inDoubt($0.sequence) } ?? .none
    }

    func refunded(of paid: Amount) -> Amount {
        Self.sum(refunds.filter { !$0.isInDoubt }, of: paid)
    }

    func refundedInDoubt(of paid: Amount) -> Amount {
        Self.sum(refunds.filter(\.isInDoubt), of: paid)
    }

    func rest(of paid: Amount) -> Amount {
        var rest = paid
        let isGone = !reversals.isEmpty
        let (left, isTooLarge) = paid.minorUnits.subtractingReportingOverflow(Self.sum(refunds, of: paid).minorUnits)
        rest.minorUnits = isGone || isTooLarge ? 0 : max(0, left)
        return rest
    }

    /// All of `paid` when something does not add up: another currency, a sum beyond 64 bits.
    private static func sum(_ refunds: [OperationRecord], of paid: Amount) -> Amount {
        var sum = Amount(minorUnits: 0, currency: paid.currency)
        for refund in refunds {
            guard let amount = refund.moved ?? refund.intent.amount, let next = try? sum.adding(amount) else {
                return paid
            }
            sum = next
        }
        return sum
    }
}

extension OperationRecord {
    /// Money has moved, or may have.
    fileprivate var mayHaveMoved: Bool { isInDoubt || moved != nil }
}

extension OperationKind {
    var isSale: Bool { self == .sale || self == .saleAndTokenize }

    /// What an operation of this kind undoes; nil for those that undo nothing.
    fileprivate var undoneKinds: (OperationKind, OperationKind)? {
        switch self {
        case .refund, .saleReversal: (.sale, .saleAndTokenize)
        case .refundReversal: (.refund, .refund)
        case .sale, .saleAndTokenize, .tokenize, .startOfDay, .endOfDay, .update: nil
        }
    }
}
