import Money
import Testing

@testable import TillJournal

@Suite("A day's report") struct DayReportTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func outcome(
        _ minor: Int64, _ code: String = "EUR", id: String, scheme: String = "Visa", gratuity: Int64? = nil,
        verdict: OperationOutcome.Verdict = .approved, at second: Int64 = 60
    ) -> OperationOutcome {
        var outcome = OperationOutcome.approved(money(minor, code), transactionID: id)
        outcome.verdict = verdict
        outcome.cardScheme = scheme
        outcome.gratuity = gratuity.map { money($0, code) }
        outcome.finishedAt = .second(second)
        return outcome
    }

    private func openDay(at second: Int64 = 1000) throws -> DayReport {
        try journal.sync { store throws(JournalError) in try store.openDay(at: .second(second)) }
    }

    private func close(at second: Int64) throws -> DayClose {
        try journal.sync { store throws(JournalError) in try store.closeDay(at: .second(second), by: "Ann") }
    }

    /// 10.00 sale, 4.00 refund, 3.00 sale reversed, 2.00 declined, 5.00 unknown, JPY 500.
    private func recordDay() throws {
        try journal.record(.sample("S1", amount: money(1000, "EUR")), outcome(1000, id: "s1"))
        try journal.record(
            .sample("R1", kind: .refund, amount: money(400, "EUR"), undoing: "s1"), outcome(400, id: "r1"))
        try journal.record(
            .sample("S2", amount: money(300, "EUR")), outcome(300, id: "s2", scheme: "Mastercard"))
        try journal.record(
            .sample("V2", kind: .saleReversal, amount: money(300, "EUR"), undoing: "s2"),
            outcome(300, id: "v2", scheme: ""))
        try journal.record(.sample("S3", amount: money(200, "EUR")), .ended(.declined))
        try journal.record(.sample("S4", amount: money(500, "EUR")), .ended(.unknown, by: .noAnswer))
        try journal.record(.sample("S5", amount: money(500, "JPY")), outcome(500, "JPY", id: "s5"))
    }

    @Test("counts refunds and reversals in lines of their own, and nothing in doubt as sold") func signedSum() throws {
        try recordDay()
        let report = try openDay()
        #expect(report.currencies.map(\.currency.alphaCode) == ["EUR", "JPY"])
        let euro = report.currencies[0]
        #expect(euro.lines.netMinor == 600)
        #expect(euro.lines.sales == .init(count: 2, sumMinor: 1300))
        #expect(euro.lines.saleReversals == .init(count: 1, sumMinor: 300))
        #expect(euro.lines.refunds == .init(count: 1, sumMinor: 400))
        #expect(euro.lines.refundReversals == .init())
        #expect(euro.inDoubt == .init(count: 1, sumMinor: 500))
        #expect(report.inDoubt.map(\.reference) == ["S4"])
        #expect(report.inDoubt.map(\.amount) == [money(500, "EUR")])
        #expect(report.notTakenCount == 1)
        #expect(report.currencies[1].lines.netMinor == 500)
        // The reversal has no scheme of its own and counts against that of its sale.
        #expect(euro.schemes.map(\.name) == ["Mastercard", "Visa"])
        #expect(euro.schemes.map(\.lines.netMinor) == [0, 600])
    }

    @Test("adds up tips less those that were reversed, and no tax") func gratuity() throws {
        try journal.record(.sample("S1"), outcome(1200, "GBP", id: "s1", gratuity: 200))
        try journal.record(.sample("S2"), outcome(1100, "GBP", id: "s2", gratuity: 100))
        try journal.record(
            .sample("V2", kind: .saleReversal, amount: money(1100), undoing: "s2"), outcome(1100, "GBP", id: "v2"))
        let pounds = try #require(try openDay().currencies.first)
        #expect(pounds.lines.gratuityMinor == 200)
        #expect(pounds.lines.netMinor == 1200)
        #expect(pounds.taxMinor == 0)
    }

    @Test("adds up the till's own tax and tips less those that were reversed") func taxAndTips() throws {
        for reference in ["S1", "S2", "S3"] {
            var intent = OperationIntent.sample(reference)
            intent.parts = .sample
            let verdict: OperationOutcome.Verdict = reference == "S3" ? .declined : .approved
            try journal.record(intent, outcome(1000, "GBP", id: reference, verdict: verdict))
        }
        try journal.record(.sample("S4"), outcome(1000, "GBP", id: "s4"))
        var included = OperationIntent.sample("S5", amount: money(1200, "EUR"))
        included.parts = SaleParts(
            subtotal: money(1200, "EUR"),
            tax: .init(amount: money(200, "EUR"), rate: Percentage(thousandths: 20_000), isIncluded: true),
            tip: money(0, "EUR"))
        try journal.record(included, outcome(1200, id: "s5"))
        try journal.record(
            .sample("V2", kind: .saleReversal, undoing: "S2"), outcome(1000, "GBP", id: "v2"))
        let report = try openDay()
        #expect(report.currencies.map(\.taxMinor) == [200, 75])
        #expect(report.currencies.map(\.keyedTipMinor) == [0, 25])
        let survivor = try close(at: 2000)
        #expect(try journal.sync { store throws(JournalError) in try store.dayCloses() } == [survivor])
    }

    @Test("of a reversed refund counts the money as taken again") func refundReversal() throws {
        try journal.record(.sample("S1", amount: money(1000, "EUR")), outcome(1000, id: "s1"))
        try journal.record(
            .sample("R1", kind: .refund, amount: money(400, "EUR"), undoing: "s1"), outcome(400, id: "r1"))
        try journal.record(
            .sample("X1", kind: .refundReversal, amount: money(400, "EUR"), undoing: "r1"), outcome(400, id: "x1"))
        let euro = try #require(try openDay().currencies.first)
        #expect(euro.lines.refundReversals == .init(count: 1, sumMinor: 400))
        #expect(euro.lines.netMinor == 1000)
    }

    @Test("of a period takes what ended in it") func period() throws {
        for second in [9, 10, 19, 20] as [Int64] {
            try journal.record(
                .sample("S\(second)", amount: money(second, "EUR"), at: second - 5),
                outcome(second, id: "s\(second)", at: second))
        }
        let report = try journal.sync { store throws(JournalError) in
            try store.dayReport(from: .second(10), to: .second(20))
        }
        #expect(report.currencies.map(\.lines.sales) == [.init(count: 2, sumMinor: 29)])
        let none = try journal.sync { store throws(JournalError) in
            try store.dayReport(from: .second(500), to: .second(600))
        }
        #expect(none.currencies.isEmpty)
    }

    @Test("carries over what is open: in doubt, and tickets paid in part") func carriedOver() throws {
        let doubtful = try journal.record(.sample("S1", amount: money(3300, "EUR")))
        try journal.record(
            .sample("P1", amount: money(3757, "EUR")), outcome(2000, id: "p1", verdict: .partiallyApproved))
        let tender = Tender(kind: .cash, amount: money(700, "EUR"), at: .second(70))
        try journal.sync { store throws(JournalError) in _ = try store.recordTender(tender, on: "P1") }
        let monday = try close(at: 1000)
        #expect(monday.report.currencies[0].cash == .init(count: 1, sumMinor: 700))
        #expect(monday.report.currencies[0].lines.netMinor == 2000)
        for report in [monday.report, try openDay(at: 2000)] {
            #expect(report.inDoubt.map(\.reference) == ["S1"])
            #expect(report.partlyPaid.map(\.reference) == ["P1"])
            #expect(report.partlyPaid.map(\.due) == [money(1057, "EUR")])
        }
        // It becomes known on the next day and counts there, although it ended before the first close.
        try journal.settle(doubtful, outcome(3300, id: "s1", at: 60))
        let tuesday = try close(at: 2000)
        #expect(tuesday.report.currencies.map(\.lines.sales) == [.init(count: 1, sumMinor: 3300)])
        #expect(tuesday.report.currencies.map(\.cash) == [.init()])
        #expect(tuesday.report.inDoubt.isEmpty)
        #expect(try openDay(at: 3000).currencies.isEmpty)
    }

    @Test("that was closed stands as it was, numbered, and survives the program") func closes() throws {
        try recordDay()
        let first = try close(at: 1000)
        let second = try close(at: 2000)
        #expect([first, second].map(\.number) == [1, 2])
        #expect(first.closedBy == "Ann")
        #expect(first.report.from == .second(0))
        #expect(second.report.from == .second(1000))
        #expect(second.report.to == .second(2000))
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        #expect(try survivor.sync { store throws(JournalError) in try store.dayCloses() } == [second, first])
        #expect(runSQL("DELETE FROM day_close", at: folder.journal) == "a day close is never deleted")
        #expect(runSQL("UPDATE day_close SET at = 1", at: folder.journal) == "a day close is never edited")
        runSQL("DROP TRIGGER day_close_is_not_edited; UPDATE day_close SET contents = '{'", at: folder.journal)
        #expect(throws: JournalError.corrupt(path: folder.journal, detail: "day close 2 cannot be read")) {
            try journal.sync { store throws(JournalError) in try store.dayCloses() }
        }
    }

    @Test("is not closed by one who only reads") func reading() throws {
        let reader = try Journal.open(at: folder.journal, access: .reading)
        #expect(throws: JournalError.readOnly(path: folder.journal)) {
            try reader.sync { store throws(JournalError) in try store.closeDay(at: .second(0), by: "Ann") }
        }
        let report = try reader.sync { store throws(JournalError) in try store.openDay(at: .second(5)) }
        #expect(report.from == .second(5))
    }

    @Test("tells where a reader's or host's figures differ") func differences() throws {
        try recordDay()
        let report = try openDay()
        let euro = DayFigures.Line(
            currency: currency("EUR"), sales: .init(count: 3, sumMinor: 1800), refunds: .init(count: 1, sumMinor: 400),
            netMinor: 1100)
        let pounds = DayFigures.Line(currency: currency("GBP"), sales: .init(count: 1, sumMinor: 5))
        #expect(
            report.differences(from: DayFigures(lines: [pounds, euro])) == [
                DayDifference(
                    currency: currency("EUR"), part: .sales, inBooks: .init(count: 2, sumMinor: 1300),
                    given: .init(count: 3, sumMinor: 1800)),
                DayDifference(
                    currency: currency("EUR"), part: .net, inBooks: .init(sumMinor: 600), given: .init(sumMinor: 1100)),
                DayDifference(
                    currency: currency("GBP"), part: .sales, inBooks: .init(), given: .init(count: 1, sumMinor: 5)),
                DayDifference(
                    currency: currency("JPY"), part: .sales, inBooks: .init(count: 1, sumMinor: 500), given: .init()),
                DayDifference(currency: currency("JPY"), part: .net, inBooks: .init(sumMinor: 500), given: .init()),
            ])
        let same = report.currencies.map {
            DayFigures.Line(
                currency: $0.currency, sales: $0.lines.sales, saleReversals: $0.lines.saleReversals,
                refunds: $0.lines.refunds, refundReversals: $0.lines.refundReversals, netMinor: $0.lines.netMinor)
        }
        #expect(report.differences(from: DayFigures(lines: same)).isEmpty)
        #expect(report.differences(from: DayFigures(lines: [euro]))[0].excessMinor == 500)
    }

    @Test("never gives a wrong number for one that is too large") func overflow() throws {
        try journal.record(.sample("A1"), outcome(.max, "GBP", id: "a1"))
        try journal.record(.sample("A2", kind: .saleAndTokenize), outcome(1, "GBP", id: "a2"))
        #expect(throws: JournalError.self) { try openDay() }
    }
}
