import Money
import TillCore
import TillJournal

/// What was taken and given back in a period, as `till report` prints it. The names of the document's fields are
/// stable. Amounts are decimal text in the major unit.
struct DayDocument: Encodable, Equatable {
    struct Line: Encodable, Equatable {
        var count: Int
        var sum: String

        init(_ tally: CurrencyTotals.Tally, _ currency: Currency) {
            count = tally.count
            sum = Amount(minorUnits: tally.sumMinor, currency: currency).decimal
        }
    }

    struct Lines: Encodable, Equatable {
        var sales: Line
        var saleReversals: Line
        var refunds: Line
        var refundReversals: Line
        var gratuity: String
        var net: String

        init(_ lines: DayTotals.Lines, _ currency: Currency) {
            sales = Line(lines.sales, currency)
            saleReversals = Line(lines.saleReversals, currency)
            refunds = Line(lines.refunds, currency)
            refundReversals = Line(lines.refundReversals, currency)
            gratuity = Amount(minorUnits: lines.gratuityMinor, currency: currency).decimal
            net = Amount(minorUnits: lines.netMinor, currency: currency).decimal
        }
    }

    struct Scheme: Encodable, Equatable {
        var name: String
        var totals: Lines
    }

    struct Totals: Encodable, Equatable {
        var currency: String
        var totals: Lines
        var tax: String
        /// Keyed at the till.
        var tips: String
        /// Changed at the bank after the sale, and by how much in all: not in ``totals``. Left out for none.
        var changedTips: Line?
        var schemes: [Scheme]
        var cash: Line
        var otherTenders: Line
        /// Given back with voids; left out for nothing.
        var cashBack: Line?
        var otherTendersBack: Line?
        var inDoubt: Line

        /// A line of nothing is left out for people.
        fileprivate var hasTax: Bool { tax.contains { "1"..."9" ~= $0 } }
        fileprivate var hasKeyedTips: Bool { tips.contains { "1"..."9" ~= $0 } }
    }

    struct InDoubt: Encodable, Equatable {
        var sequence: Int64
        var reference: String
        var kind: String
        var amount: String
        var currency: String
        var startedAt: String
    }

    struct PartlyPaid: Encodable, Equatable {
        var ticket: String
        var due: String
        var currency: String
    }

    struct Contradiction: Encodable, Equatable {
        var sequence: Int64
        var reference: String
        var kind: String
        /// What moved, as the reader says; left out for nothing.
        var byReader: String?
        /// As a supervisor or the bank's list says.
        var byWord: String?
        var currency: String
    }

    /// `X`: since the last close. `Z`: of a close. `day`: of a day of the calendar.
    var kind: String
    /// Of a close.
    var number: Int64?
    var closedBy: String?
    var from: String
    var to: String
    var currencies: [Totals]
    var inDoubt: [InDoubt]
    var partlyPaid: [PartlyPaid]
    var notTakenCount: Int
    var unclaimedCount: Int
    /// Left out where there are none.
    var contradictions: [Contradiction]?
    /// The books beside the bank's list; left out where there was none.
    var comparison: ComparisonDocument?
    private var heading: String

    private enum CodingKeys: String, CodingKey {
        case kind, number, closedBy, from, to, currencies, inDoubt, partlyPaid, notTakenCount, unclaimedCount,
            contradictions, comparison
    }

    init(open report: DayReport) { self.init(report, "X") }
    init(day report: DayReport) { self.init(report, "day") }

    init(_ close: DayClose) {
        self.init(close.report, "Z")
        number = close.number
        closedBy = close.closedBy
        heading = "Z report \(close.number)  \(period(close.report))  closed by \(close.closedBy)"
    }

    private init(_ report: DayReport, _ kind: String) {
        self.kind = kind
        from = report.from.iso8601
        to = report.to.iso8601
        currencies = report.currencies.map { day in
            Totals(
                currency: day.currency.alphaCode, totals: Lines(day.lines, day.currency),
                tax: Amount(minorUnits: day.taxMinor, currency: day.currency).decimal,
                tips: Amount(minorUnits: day.keyedTipMinor ?? 0, currency: day.currency).decimal,
                changedTips: day.changedTips.map { Line($0, day.currency) },
                schemes: day.schemes.map { Scheme(name: $0.name, totals: Lines($0.lines, day.currency)) },
                cash: Line(day.cash, day.currency), otherTenders: Line(day.otherTenders, day.currency),
                cashBack: day.cashBack.map { Line($0, day.currency) },
                otherTendersBack: day.otherBack.map { Line($0, day.currency) },
                inDoubt: Line(day.inDoubt, day.currency))
        }
        inDoubt = report.inDoubt.map { item in
            InDoubt(
                sequence: item.sequence, reference: item.reference, kind: item.kind.rawValue,
                amount: item.amount.decimal, currency: item.amount.currency.alphaCode,
                startedAt: item.startedAt.iso8601)
        }
        partlyPaid = report.partlyPaid.map {
            PartlyPaid(ticket: $0.reference, due: $0.due.decimal, currency: $0.due.currency.alphaCode)
        }
        notTakenCount = report.notTakenCount
        unclaimedCount = report.unclaimedCount
        contradictions = report.contradictions?.map {
            Contradiction(
                sequence: $0.sequence, reference: $0.reference, kind: $0.kind.rawValue,
                byReader: $0.byReader?.decimal, byWord: $0.byWord?.decimal, currency: $0.currency)
        }
        comparison = report.comparison.map { ComparisonDocument($0, from: report.from, to: report.to) }
        heading = ""
        heading = kind == "X" ? "X report  \(period(report))" : "Report of \(report.from.localDate)"
    }

    private func period(_ report: DayReport) -> String { "\(report.from.localTime) to \(report.to.localTime)" }

    /// For people.
    var text: String {
        var lines = [heading]
        if currencies.isEmpty { lines.append("Nothing was taken.") }
        for totals in currencies { lines += DayDocument.lines(of: totals) }
        if !inDoubt.isEmpty { lines.append("In doubt, not counted; carried over until it is known:") }
        for item in inDoubt {
            lines.append("  \(item.sequence)  \(item.kind)  \(item.amount) \(item.currency)  ref \(item.reference)")
        }
        if !partlyPaid.isEmpty { lines.append("Partly paid, carried over:") }
        for ticket in partlyPaid { lines.append("  \(ticket.ticket)  \(ticket.due) \(ticket.currency) still due") }
        if notTakenCount > 0 { lines.append("Not taken (declined, cancelled, failed): \(notTakenCount)") }
        for entry in contradictions ?? [] {
            let said = entry.byReader.map { "\($0) \(entry.currency)" } ?? "no money"
            let held = entry.byWord.map { "\($0) \(entry.currency)" } ?? "no money"
            lines.append(
                "The reader says that \(said) moved, somebody else \(held): operation \(entry.sequence), ref "
                    + "\(entry.reference). What the reader says was taken counts.")
        }
        if unclaimedCount > 0 {
            lines.append("Results that belong to no operation: \(unclaimedCount). Look into them.")
        }
        lines += comparison?.lines ?? []
        return lines.map { PlainText.printable($0) + "\n" }.joined()
    }

    private static func lines(of day: Totals) -> [String] {
        func row(_ name: String, _ count: Int?, _ sum: String) -> String {
            "  " + name.padded(to: 16) + (count.map(String.init) ?? "").aligned(to: 5) + sum.aligned(to: 16)
        }
        func rows(_ totals: Lines, isWhole: Bool) -> [String] {
            let all = [
                ("sales", totals.sales), ("sale voids", totals.saleReversals), ("refunds", totals.refunds),
                ("refund voids", totals.refundReversals),
            ]
            let shown = all.filter { $0.1.count > 0 || isWhole && $0.0 == "sales" }
            return shown.map { row($0.0, $0.1.count, $0.1.sum) }
        }
        var lines = [day.currency] + rows(day.totals, isWhole: true)
        lines.append(row("tips in these", nil, day.totals.gratuity))
        if day.hasKeyedTips { lines.append(row("tips keyed", nil, day.tips)) }
        if day.hasTax { lines.append(row("tax in these", nil, day.tax)) }
        lines.append(row("net", nil, day.totals.net))
        if let tips = day.changedTips {
            lines.append(row("tips changed", tips.count, tips.sum))
            lines.append("    changed at the bank after the sale: not in the sums above")
        }
        if day.cash.count > 0 { lines.append(row("cash", day.cash.count, day.cash.sum)) }
        if let back = day.cashBack { lines.append(row("cash back", back.count, back.sum)) }
        if day.otherTenders.count > 0 {
            lines.append(row("other tenders", day.otherTenders.count, day.otherTenders.sum))
        }
        if let back = day.otherTendersBack { lines.append(row("other back", back.count, back.sum)) }
        if day.inDoubt.count > 0 { lines.append(row("in doubt", day.inDoubt.count, day.inDoubt.sum)) }
        for scheme in day.schemes {
            lines.append("\(day.currency) \(scheme.name.isEmpty ? "cards without a name" : scheme.name)")
            lines += rows(scheme.totals, isWhole: false)
            lines.append(row("net", nil, scheme.totals.net))
        }
        return lines
    }
}
