import FoundationEssentials
import Money

extension JournalStore {
    /// What ended in a period, by the time at which it ended.
    ///
    /// - Parameters:
    ///   - from: the first moment that counts.
    ///   - to: the first moment that no longer counts.
    package func dayReport(from: Timestamp, to: Timestamp) throws(JournalError) -> DayReport {
        let period: [Database.Value] = [.integer(from.millisecondsSince1970), .integer(to.millisecondsSince1970)]
        return try report(
            from, to, outcomes: Condition(sql: "o.finished_at >= ? AND o.finished_at < ?", values: period),
            tenders: Condition(sql: "at >= ? AND at < ?", values: period))
    }

    /// What ended since the last close, as the next close would keep it.
    ///
    /// - Parameter now: the shop's clock.
    package func openDay(at now: Timestamp) throws(JournalError) -> DayReport {
        let last = try lastClose()
        let first = try firstStart()
        return try report(
            last?.at ?? first ?? now, now, outcomes: Condition(sql: "o.id > ?", values: [.integer(last?.outcome ?? 0)]),
            tenders: Condition(sql: "number > ?", values: [.integer(last?.tender ?? 0)]))
    }

    /// Closes the day. When it returns, the report is on the disk, where it stays as it is.
    ///
    /// What counts is what was recorded since the last close, whatever the clocks said: every result stands in one close
    /// and no more. One in doubt counts in the close after which it is known.
    ///
    /// - Parameter comparison: what comparing the day with the bank's list came to; it is kept with the report.
    package func closeDay(
        at now: Timestamp, by name: String, comparison: DayComparison? = nil
    ) throws(JournalError) -> DayClose {
        _ = try requireWriter()
        let name = KeptText.kept(name)
        return try database.transaction(.full) { () throws(JournalError) in
            var report = try openDay(at: now)
            report.comparison = comparison
            try database.run(
                """
                INSERT INTO day_close (last_outcome, last_tender, closed_by, at, at_offset, contents)
                VALUES ((SELECT coalesce(max(id), 0) FROM outcome), (SELECT coalesce(max(number), 0) FROM tender),
                    ?, ?, ?, ?)
                """, [.text(name)] + Database.Value.timestamp(now) + [.text(try text(of: report))])
            return DayClose(number: database.lastInsertedRow, at: now, closedBy: name, report: report)
        }
    }

    /// Every close, newest first.
    package func dayCloses() throws(JournalError) -> [DayClose] {
        try database.rows(
            "SELECT number, at, at_offset, closed_by, contents FROM day_close ORDER BY number DESC"
        ) { (row) throws(JournalError) in
            let number = row.integer()
            let at = row.timestamp()
            let name = row.text()
            guard let report = try? JSONDecoder().decode(DayReport.self, from: Data(row.text().utf8)) else {
                throw .corrupt(path: row.path, detail: "day close \(number) cannot be read")
            }
            return DayClose(number: number, at: at, closedBy: name, report: report)
        }
    }

    // MARK: Parts

    /// An outcome `o` counts for its operation `op` where it is in force, or where the reader itself says that money moved
    /// and somebody else's word in force says that none did.
    private static let counted = """
        op.sequence = coalesce(o.operation, (SELECT contradicts FROM unclaimed_result WHERE outcome = o.id))
            AND (op.outcome = o.id OR (o.operation IS NULL AND o.verdict IN ('approved', 'partiallyApproved')
                AND o.settled_by IN ('readerAnswer', 'pendingResult')
                AND op.verdict IN ('declined', 'cancelled', 'failed')
                AND EXISTS (SELECT 1 FROM outcome word WHERE word.id = op.outcome
                    AND word.settled_by NOT IN ('readerAnswer', 'pendingResult'))))
        """

    /// SQL, a fixed text, and its values.
    private struct Condition {
        var sql: String
        var values: [Database.Value]
    }

    private func text(of report: DayReport) throws(JournalError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(report) else {
            throw .failed(path: database.path, code: 0, detail: "the report cannot be written")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private func lastClose() throws(JournalError) -> (at: Timestamp, outcome: Int64, tender: Int64)? {
        try database.firstRow(
            "SELECT at, at_offset, last_outcome, last_tender FROM day_close ORDER BY number DESC LIMIT 1"
        ) { row in
            (row.timestamp(), row.integer(), row.integer())
        }
    }

    private func firstStart() throws(JournalError) -> Timestamp? {
        try database.firstRow("SELECT started_at, started_offset FROM operation ORDER BY sequence LIMIT 1") { row in
            row.timestamp()
        }
    }

    private func report(
        _ from: Timestamp, _ to: Timestamp, outcomes: Condition, tenders: Condition
    ) throws(JournalError) -> DayReport {
        try database.snapshot { () throws(JournalError) in try readReport(from, to, outcomes, tenders) }
    }

    private func readReport(
        _ from: Timestamp, _ to: Timestamp, _ outcomes: Condition, _ tenders: Condition
    ) throws(JournalError) -> DayReport {
        var totals: [Currency: DayTotals] = [:]
        try addMovements(outcomes, to: &totals)
        try addParts(outcomes, to: &totals)
        try addTenders(tenders, to: &totals)
        try addTendersGivenBack(outcomes, to: &totals)
        for (currency, tally) in try changedTips(from: from, to: to) {
            totals[currency, default: DayTotals(currency: currency)].changedTips = tally
        }
        let inDoubt = try moneyInDoubt(before: to)
        for item in inDoubt {
            let currency = item.amount.currency
            let tally = CurrencyTotals.Tally(count: 1, sumMinor: item.amount.minorUnits)
            guard totals[currency, default: DayTotals(currency: currency)].inDoubt.add(tally) else {
                throw tooLarge
            }
        }
        let notTaken = try database.firstRow(
            """
            SELECT count(*) FROM outcome o JOIN operation op ON \(Self.counted)
            WHERE \(outcomes.sql) AND o.verdict IN ('declined', 'cancelled', 'failed')
                AND NOT EXISTS (SELECT 1 FROM unclaimed_result u JOIN outcome answer ON answer.id = u.outcome
                    JOIN outcome word ON word.id = op.outcome WHERE u.contradicts = op.sequence
                        AND answer.verdict IN ('approved', 'partiallyApproved')
                        AND answer.settled_by IN ('readerAnswer', 'pendingResult')
                        AND word.settled_by NOT IN ('readerAnswer', 'pendingResult'))
            """, outcomes.values
        ) { row in Int(row.integer()) }
        // What stands beside somebody else's word is told with its operation.
        let unclaimed = try database.firstRow(
            """
            SELECT count(*) FROM unclaimed_result u LEFT JOIN operation op ON op.sequence = u.contradicts
            LEFT JOIN outcome word ON word.id = op.outcome
            WHERE u.contradicts IS NULL OR word.settled_by IN ('readerAnswer', 'pendingResult')
            """
        ) { row in Int(row.integer()) }
        return DayReport(
            from: from, to: to, currencies: totals.values.sorted { $0.currency.alphaCode < $1.currency.alphaCode },
            inDoubt: inDoubt, partlyPaid: try partlyPaidTickets(), notTakenCount: notTaken ?? 0,
            unclaimedCount: unclaimed ?? 0, contradictions: try contradictions(outcomes))
    }

    /// What readers said in the period against what somebody else had said.
    private func contradictions(_ outcomes: Condition) throws(JournalError) -> [DayReport.Contradiction]? {
        let sequences = try database.rows(
            """
            SELECT DISTINCT u.contradicts FROM outcome o JOIN unclaimed_result u ON u.outcome = o.id
            WHERE \(outcomes.sql) AND u.contradicts IS NOT NULL ORDER BY 1
            """, outcomes.values
        ) { row in row.integer() }
        var found: [DayReport.Contradiction] = []
        for sequence in sequences {
            guard let record = try operation(sequence: sequence), record.isContradicted else { continue }
            let said = record.amount(movedBy: record.readersAnswer)
            let held = record.amount(movedBy: record.outcome)
            found.append(
                DayReport.Contradiction(
                    sequence: sequence, reference: record.intent.reference, kind: record.intent.kind,
                    readerMinor: said?.minorUnits, wordMinor: held?.minorUnits,
                    currency: (said ?? held)?.currency.alphaCode ?? ""))
        }
        return found.isEmpty ? nil : found
    }

    private func addMovements(
        _ outcomes: Condition, to totals: inout [Currency: DayTotals]
    ) throws(JournalError) {
        let movements = try database.rows(
            """
            SELECT currency, scheme, kind, count(*), sum(minor), sum(gratuity) FROM (
                SELECT op.kind,
                    coalesce(o.authorised_currency, o.total_currency, o.requested_currency, op.amount_currency)
                        AS currency,
                    coalesce(o.authorised_minor, o.total_minor, o.requested_minor, op.amount_minor) AS minor,
                    coalesce(o.gratuity_minor, first.gratuity_minor, 0) AS gratuity,
                    coalesce(nullif(o.card_scheme, ''), first.card_scheme, '') AS scheme
                FROM outcome o JOIN operation op ON \(Self.counted)
                LEFT JOIN operation original ON original.sequence = op.original
                LEFT JOIN outcome first ON first.id = original.outcome
                WHERE \(outcomes.sql) AND o.verdict IN ('approved', 'partiallyApproved'))
            WHERE currency IS NOT NULL GROUP BY currency, scheme, kind ORDER BY currency, scheme
            """, outcomes.values
        ) { (row) throws(JournalError) in
            let currency = try row.currency()
            let scheme = row.text()
            let kind: OperationKind = try row.word()
            let tally = CurrencyTotals.Tally(count: Int(row.integer()), sumMinor: row.integer())
            return (currency: currency, scheme: scheme, kind: kind, tally: tally, gratuity: row.integer())
        }
        for movement in movements {
            var day = totals[movement.currency] ?? DayTotals(currency: movement.currency)
            if day.schemes.last?.name != movement.scheme {
                day.schemes.append(.init(name: movement.scheme, lines: .init()))
            }
            let last = day.schemes.count - 1
            guard day.lines.add(movement.tally, gratuity: movement.gratuity, of: movement.kind),
                day.schemes[last].lines.add(movement.tally, gratuity: movement.gratuity, of: movement.kind)
            else { throw tooLarge }
            totals[movement.currency] = day
        }
    }

    /// A sale that was paid in part has all of its tax: the rest of it is paid by operations without parts.
    private func addParts(_ outcomes: Condition, to totals: inout [Currency: DayTotals]) throws(JournalError) {
        let sums = try database.rows(
            """
            SELECT sold.amount_currency, sum(CASE op.kind WHEN 'saleReversal' THEN -1 ELSE 1 END * sold.tax_minor),
                sum(CASE op.kind WHEN 'saleReversal' THEN -1 ELSE 1 END * sold.tip_minor)
            FROM outcome o JOIN operation op ON \(Self.counted)
            JOIN operation sold ON sold.sequence = CASE op.kind WHEN 'saleReversal' THEN op.original ELSE op.sequence END
            WHERE \(outcomes.sql) AND o.verdict IN ('approved', 'partiallyApproved')
                AND op.kind IN ('sale', 'saleAndTokenize', 'saleReversal') AND sold.subtotal_minor IS NOT NULL
            GROUP BY 1
            """, outcomes.values
        ) { (row) throws(JournalError) in
            (currency: try row.currency(), tax: row.integer(), tip: row.integer())
        }
        for sum in sums {
            totals[sum.currency, default: DayTotals(currency: sum.currency)].taxMinor = sum.tax
            totals[sum.currency, default: DayTotals(currency: sum.currency)].keyedTipMinor = sum.tip
        }
    }

    private func addTenders(_ tenders: Condition, to totals: inout [Currency: DayTotals]) throws(JournalError) {
        let sums = try database.rows(
            """
            SELECT amount_currency, kind, count(*), sum(amount_minor) FROM tender
            WHERE \(tenders.sql) GROUP BY 1, 2
            """, tenders.values
        ) { (row) throws(JournalError) in
            let currency = try row.currency()
            let kind: Tender.Kind = try row.word()
            return (currency, kind, CurrencyTotals.Tally(count: Int(row.integer()), sumMinor: row.integer()))
        }
        for (currency, kind, tally) in sums {
            switch kind {
            case .cash: totals[currency, default: DayTotals(currency: currency)].cash = tally
            case .other: totals[currency, default: DayTotals(currency: currency)].otherTenders = tally
            }
        }
    }

    /// They count where the void counts that gave them back.
    private func addTendersGivenBack(
        _ outcomes: Condition, to totals: inout [Currency: DayTotals]
    ) throws(JournalError) {
        let voids = try database.rows(
            """
            SELECT op.sequence, sold.ticket FROM outcome o JOIN operation op ON \(Self.counted)
            JOIN operation sold ON sold.sequence = op.original
            WHERE \(outcomes.sql) AND op.kind = 'saleReversal' AND o.verdict IN ('approved', 'partiallyApproved')
                AND EXISTS (SELECT 1 FROM tender WHERE ticket = sold.ticket)
            """, outcomes.values
        ) { row in (sequence: row.integer(), ticket: row.text()) }
        for void in voids {
            for (tender, number) in try tendersGivenBack(on: void.ticket) where number == void.sequence {
                var day = totals[tender.amount.currency] ?? DayTotals(currency: tender.amount.currency)
                var back = (tender.kind == .cash ? day.cashBack : day.otherBack) ?? CurrencyTotals.Tally()
                guard back.add(.init(count: 1, sumMinor: tender.amount.minorUnits)) else { throw tooLarge }
                switch tender.kind {
                case .cash: day.cashBack = back
                case .other: day.otherBack = back
                }
                totals[tender.amount.currency] = day
            }
        }
    }

    private func moneyInDoubt(before end: Timestamp) throws(JournalError) -> [DayReport.InDoubt] {
        try operationsInDoubt(readerSerial: nil).compactMap { record in
            guard let amount = record.intent.amount, record.intent.startedAt < end else { return nil }
            return DayReport.InDoubt(
                sequence: record.sequence, reference: record.intent.reference, kind: record.intent.kind,
                amount: amount, startedAt: record.intent.startedAt)
        }
    }

    private var tooLarge: JournalError {
        .failed(path: database.path, code: 0, detail: "the sums are larger than 64 bits")
    }
}
