extension JournalStore {
    /// The operation with the till's own reference.
    package func operation(reference: String) throws(JournalError) -> OperationRecord? {
        try operations("WHERE op.reference = ?", [.text(KeptText.kept(reference))]).first
    }

    /// The operation with this number.
    package func operation(sequence: Int64) throws(JournalError) -> OperationRecord? {
        try operations("WHERE op.sequence = ?", [.integer(sequence)]).first
    }

    /// The newest operation that ended, or seemed to end, with this `eFTTransactionID`; an unknown outcome that was
    /// replaced counts too.
    package func operation(transactionID: String) throws(JournalError) -> OperationRecord? {
        try operations(
            """
            WHERE op.sequence IN (SELECT operation FROM outcome WHERE transaction_id = ? AND operation IS NOT NULL)
            ORDER BY op.sequence DESC LIMIT 1
            """, [.text(KeptText.kept(transactionID))]
        ).first
    }

    /// The operations that sent this customer reference to a reader, newest first: what a fetched result is matched by.
    package func operations(customerReference: String) throws(JournalError) -> [OperationRecord] {
        try operations(
            "WHERE op.customer_reference = ? ORDER BY op.sequence DESC", [.text(KeptText.kept(customerReference))])
    }

    /// Operations whose money may or may not have moved, oldest first.
    ///
    /// - Parameter readerSerial: of one reader; nil for all.
    package func operationsInDoubt(readerSerial: String?) throws(JournalError) -> [OperationRecord] {
        guard let readerSerial else {
            return try operations("WHERE op.in_doubt = 1 ORDER BY op.sequence", [])
        }
        return try operations(
            "WHERE op.in_doubt = 1 AND op.reader_serial = ? ORDER BY op.sequence",
            [.text(KeptText.kept(readerSerial))])
    }

    /// Every operation in doubt, newest first: they stand above any search.
    package func inDoubtPinned() throws(JournalError) -> [OperationRecord] {
        try operations("WHERE op.in_doubt = 1 ORDER BY op.sequence DESC", [])
    }

    /// A page of all operations, newest first.
    ///
    /// - Parameters:
    ///   - sequence: the last one of the page before; nil for the first page.
    ///   - limit: 1 to ``pageLengthMax``; others are brought into that range.
    package func history(before sequence: Int64?, limit: Int) throws(JournalError) -> [OperationRecord] {
        try operations(
            "WHERE op.sequence < ? ORDER BY op.sequence DESC LIMIT ?",
            [.integer(sequence ?? .max), .integer(Int64(min(max(limit, 1), Self.pageLengthMax)))])
    }

    /// The newest operation, ended or not.
    package func lastOperation() throws(JournalError) -> OperationRecord? {
        try history(before: nil, limit: 1).first
    }

    /// What happened while an operation ran, in the order it was noted.
    package func events(of sequence: Int64) throws(JournalError) -> [OperationEvent] {
        try database.rows(
            "SELECT at, at_offset, name, code, text FROM event WHERE operation = ? ORDER BY id", [.integer(sequence)]
        ) { row in
            let at = row.timestamp()
            let stored = OperationEvent.Kind.Stored(name: row.text(), code: Int(row.integer()), text: row.text())
            return OperationEvent(at: at, kind: OperationEvent.Kind(stored))
        }
    }

    /// Every result that was kept without an operation, or against one, oldest first.
    package func unclaimed() throws(JournalError) -> [UnclaimedResult] {
        try unclaimed(where: "TRUE", [])
    }

    /// The operations that started in a period, by currency in the order of their alpha codes. Operations without an
    /// amount are left out.
    ///
    /// - Parameters:
    ///   - since: the first moment that counts.
    ///   - until: the first moment that no longer counts; nil for no end.
    package func totals(since: Timestamp, until: Timestamp? = nil) throws(JournalError) -> [CurrencyTotals] {
        let sums = try database.rows(
            """
            SELECT currency, kind, in_doubt, count(*), sum(minor) FROM (
                SELECT op.kind, op.in_doubt,
                    CASE op.in_doubt WHEN 1 THEN op.amount_currency ELSE coalesce(
                        o.authorised_currency, o.total_currency, o.requested_currency, op.amount_currency)
                    END AS currency,
                    CASE op.in_doubt WHEN 1 THEN op.amount_minor ELSE coalesce(
                        o.authorised_minor, o.total_minor, o.requested_minor, op.amount_minor)
                    END AS minor
                FROM operation op LEFT JOIN outcome o ON o.id = coalesce(
                    CASE WHEN op.verdict IN ('declined', 'cancelled', 'failed') THEN (
                        SELECT max(r.id) FROM unclaimed_result u JOIN outcome r ON r.id = u.outcome
                        JOIN outcome word ON word.id = op.outcome
                        WHERE u.contradicts = op.sequence AND r.verdict IN ('approved', 'partiallyApproved')
                            AND r.settled_by IN ('readerAnswer', 'pendingResult')
                            AND word.settled_by NOT IN ('readerAnswer', 'pendingResult')) END, op.outcome)
                WHERE op.started_at >= ? AND op.started_at < ?
                    AND (op.in_doubt = 1 OR o.verdict IN ('approved', 'partiallyApproved')))
            WHERE currency IS NOT NULL GROUP BY currency, kind, in_doubt ORDER BY currency
            """,
            [.integer(since.millisecondsSince1970), .integer(until?.millisecondsSince1970 ?? .max)]
        ) { (row) throws(JournalError) in
            let currency = try row.currency()
            let kind: OperationKind = try row.word()
            let isInDoubt = row.boolean()
            let tally = CurrencyTotals.Tally(count: Int(row.integer()), sumMinor: row.integer())
            return (currency: currency, kind: kind, isInDoubt: isInDoubt, tally: tally)
        }
        var totals: [CurrencyTotals] = []
        for sum in sums {
            if totals.last?.currency != sum.currency { totals.append(CurrencyTotals(currency: sum.currency)) }
            guard totals[totals.count - 1].add(sum.tally, of: sum.kind, isInDoubt: sum.isInDoubt) else {
                throw .failed(path: database.path, code: 0, detail: "the sums are larger than 64 bits")
            }
        }
        return totals
    }
}

extension CurrencyTotals {
    /// False when a sum would be larger than 64 bits.
    fileprivate mutating func add(_ tally: Tally, of kind: OperationKind, isInDoubt: Bool) -> Bool {
        switch (kind, isInDoubt) {
        case (.sale, false), (.saleAndTokenize, false): sales.add(tally)
        case (.saleReversal, false): saleReversals.add(tally)
        case (.refund, false): refunds.add(tally)
        case (.refundReversal, false): refundReversals.add(tally)
        case (.sale, true), (.saleAndTokenize, true), (.saleReversal, true), (.refund, true), (.refundReversal, true):
            inDoubt.add(tally)
        case (.tokenize, _), (.startOfDay, _), (.endOfDay, _), (.update, _): true
        }
    }
}
