import Money

/// How the books note that the tip of a sale was changed at the bank after the sale, or was not.
package enum TipNote {
    /// The event's name. It is stored, and never changes.
    package static let name = "tipAdjusted"
    /// The event's code where the bank has changed it. It is stored, and never changes.
    package static let changedCode = 0

    /// The tip, `1,202.00 GBP`; nil for a text that is no amount.
    static func tip(_ text: String) -> Amount? {
        guard let currency = Currency(alphaCode: String(text.suffix(3))),
            let minorUnits = Int64(text.dropLast(3).filter { $0.isASCII && $0.isNumber })
        else { return nil }
        let tip = Amount(minorUnits: minorUnits, currency: currency)
        return tip.formattedWithCode == text ? tip : nil
    }
}

extension JournalStore {
    /// What tips were changed by in a period, by currency: how many sales, and the sum of what each tip grew by, from
    /// before the period to its end.
    ///
    /// Events have no index by time. Those of the period stand behind the events of the last operation that started before
    /// it, and before those of the first that started after it.
    func changedTips(from: Timestamp, to: Timestamp) throws(JournalError) -> [Currency: CurrencyTotals.Tally] {
        let changes = try database.rows(
            """
            SELECT operation, text FROM event
            WHERE id >= coalesce((SELECT min(id) FROM event WHERE operation = (SELECT sequence FROM operation
                    WHERE started_at < ?1 ORDER BY started_at DESC LIMIT 1)), 0)
                AND id <= coalesce((SELECT max(id) FROM event WHERE operation = (SELECT sequence FROM operation
                    WHERE started_at >= ?2 ORDER BY started_at LIMIT 1)), 9223372036854775807)
                AND name = ?3 AND code = ?4 AND at >= ?1 AND at < ?2
            ORDER BY id
            """,
            [
                .integer(from.millisecondsSince1970), .integer(to.millisecondsSince1970), .text(TipNote.name),
                .integer(Int64(TipNote.changedCode)),
            ]
        ) { row in (sequence: row.integer(), text: row.text()) }
        var last: [Int64: Amount] = [:]
        for change in changes { last[change.sequence] = TipNote.tip(change.text) ?? last[change.sequence] }
        var sums: [Currency: CurrencyTotals.Tally] = [:]
        for (sequence, tip) in last.sorted(by: { $0.key < $1.key }) {
            let before = try self.tip(of: sequence, before: from, tip.currency)
            let (growth, isTooMuch) = tip.minorUnits.subtractingReportingOverflow(before.minorUnits)
            guard !isTooMuch, sums[tip.currency, default: .init()].add(.init(count: 1, sumMinor: growth)) else {
                throw .failed(path: database.path, code: 0, detail: "the sums are larger than 64 bits")
            }
        }
        return sums
    }

    private func tip(of sequence: Int64, before: Timestamp, _ currency: Currency) throws(JournalError) -> Amount {
        let noted = try database.firstRow(
            "SELECT text FROM event WHERE operation = ? AND name = ? AND code = ? AND at < ? ORDER BY id DESC LIMIT 1",
            [
                .integer(sequence), .text(TipNote.name), .integer(Int64(TipNote.changedCode)),
                .integer(before.millisecondsSince1970),
            ]
        ) { row in row.text() }
        if let tip = noted.flatMap(TipNote.tip), tip.currency == currency { return tip }
        if let tip = try operation(sequence: sequence)?.outcome?.gratuity, tip.currency == currency { return tip }
        return Amount(minorUnits: 0, currency: currency)
    }
}
