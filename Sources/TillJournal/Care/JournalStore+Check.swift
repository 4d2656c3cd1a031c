extension JournalStore {
    /// How many findings of one kind are told.
    private static let findingsMax = 100

    /// Looks through the whole file for what is wrong: SQLite's own checks, then what must hold between rows. Changes
    /// nothing. Takes as long as reading the file does.
    ///
    /// - Returns: nothing when all is well.
    package func check() throws(JournalError) -> [CheckFinding] {
        do throws(JournalError) {
            return try database.snapshot { () throws(JournalError) in
                let damage = try database.rows("PRAGMA integrity_check(\(Self.findingsMax))") { row in row.text() }
                // What rows say means little in a damaged file.
                guard damage == ["ok"] else {
                    return damage.map { CheckFinding(kind: .damage, number: nil, detail: $0) }
                }
                var findings: [CheckFinding] = []
                for (kind, sql) in Self.invariants {
                    findings += try database.rowsOnce("\(sql) LIMIT \(Self.findingsMax)") { row in
                        CheckFinding(kind: kind, number: row.optionalInteger(), detail: "")
                    }
                }
                return findings
            }
        } catch {
            guard case .corrupt(_, let detail) = error else { throw error }
            return [CheckFinding(kind: .damage, number: nil, detail: detail)]
        }
    }

    /// Each finds the numbers of rows that break it.
    private static let invariants: [(CheckFinding.Kind, String)] = [
        (.lostReference, "SELECT rowid FROM pragma_foreign_key_check"),
        (
            .strangerOutcome,
            """
            SELECT op.sequence FROM operation op JOIN outcome o ON o.id = op.outcome
            WHERE o.operation IS NOT op.sequence
            """
        ),
        (
            .wrongDoubt,
            """
            SELECT op.sequence FROM operation op LEFT JOIN outcome o ON o.id = op.outcome
            WHERE op.in_doubt <> (coalesce(o.verdict, 'unknown') = 'unknown')
            """
        ),
        (
            .lostResult,
            """
            SELECT id FROM outcome
            WHERE operation IS NULL AND NOT EXISTS (SELECT 1 FROM unclaimed_result WHERE outcome = outcome.id)
            """
        ),
        (
            .overRefunded,
            """
            SELECT sale.sequence FROM operation r JOIN outcome ro ON ro.id = r.outcome
            JOIN operation sale ON sale.sequence = r.original JOIN outcome so ON so.id = sale.outcome
            WHERE r.original IS NOT NULL AND r.kind = 'refund' AND ro.verdict IN ('approved', 'partiallyApproved')
                AND NOT EXISTS (SELECT 1 FROM operation u JOIN outcome uo ON uo.id = u.outcome
                    WHERE u.original = r.sequence AND u.kind = 'refundReversal' AND uo.verdict = 'approved')
            GROUP BY sale.sequence
            HAVING sum(coalesce(ro.authorised_minor, ro.total_minor, ro.requested_minor, r.amount_minor))
                > coalesce(so.authorised_minor, so.total_minor, so.requested_minor, sale.amount_minor)
            """
        ),
        (
            .doubleReversal,
            """
            SELECT r.original FROM operation r JOIN outcome ro ON ro.id = r.outcome
            WHERE r.original IS NOT NULL AND r.kind IN ('saleReversal', 'refundReversal')
                AND ro.verdict IN ('approved', 'partiallyApproved')
            GROUP BY r.original
            HAVING count(*) > 1 OR EXISTS (SELECT 1 FROM operation u JOIN outcome uo ON uo.id = u.outcome
                WHERE u.original = r.original AND u.kind = 'refund'
                    AND uo.verdict IN ('approved', 'partiallyApproved')
                    AND NOT EXISTS (SELECT 1 FROM operation v JOIN outcome vo ON vo.id = v.outcome
                        WHERE v.original = u.sequence AND v.kind = 'refundReversal' AND vo.verdict = 'approved'))
            """
        ),
        (
            .forgottenNumber,
            """
            SELECT op.sequence FROM operation op JOIN journal j
            WHERE op.reference GLOB '*-[0-9][0-9][0-9][0-9][0-9][0-9]*-' || j.tag
                AND CAST(substr(op.reference, instr(op.reference, '-') + 1) AS INTEGER) > j.last_number
            """
        ),
        (
            .doubleAttempt,
            "SELECT max(sequence) FROM operation GROUP BY ticket, attempt HAVING count(*) > 1"
        ),
        (
            .overlappingCloses,
            """
            SELECT number FROM day_close AS d WHERE EXISTS (SELECT 1 FROM day_close AS earlier
                WHERE earlier.number < d.number
                    AND (earlier.last_outcome > d.last_outcome OR earlier.last_tender > d.last_tender))
            """
        ),
        (
            .wrongBooks,
            """
            SELECT op.sequence FROM operation op JOIN journal j
            WHERE op.reader_simulated <> (j.books = 'simulated')
            """
        ),
        (
            .wrongSearch,
            """
            SELECT op.sequence FROM operation op LEFT JOIN outcome o ON o.id = op.outcome
            WHERE op.verdict <> coalesce(o.verdict, 'unknown')
                OR op.card <> coalesce(substr(o.masked_card_number, -4), '')
                OR iif(op.other_minor IS NULL AND o.authorised_minor IS NOT NULL,
                    op.amount_minor IS NOT o.authorised_minor OR op.amount_currency IS NOT o.authorised_currency,
                    op.other_minor IS NOT o.authorised_minor OR op.other_currency IS NOT o.authorised_currency)
                OR op.is_voided <> EXISTS (SELECT 1 FROM operation r JOIN outcome ro ON ro.id = r.outcome
                    WHERE r.original = op.sequence AND r.kind IN ('saleReversal', 'refundReversal')
                        AND ro.verdict IN ('approved', 'partiallyApproved'))
                OR op.is_refunded <> EXISTS (SELECT 1 FROM operation r JOIN outcome ro ON ro.id = r.outcome
                    WHERE r.original = op.sequence AND r.kind = 'refund'
                        AND ro.verdict IN ('approved', 'partiallyApproved'))
            """
        ),
    ]
}
