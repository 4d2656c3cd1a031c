import Money
import TillCore
import TillUI

@testable import TillJournal

extension AllPages {
    /// A sale that was paid, one that was voided with its void, one that was given back in part, and one in doubt.
    static func history() -> Shop {
        var shop = Shop.ready()
        shop.press(.find)
        shop.answerHistory(inDoubt: [unknownRow(shop)], found: rows(shop))
        return shop
    }

    static func emptyHistory() -> Shop {
        var shop = Shop.ready()
        shop.press(.find)
        shop.answerHistory(inDoubt: [], found: [])
        return shop
    }

    static func find() -> Shop {
        var shop = history()
        shop.press(.find)
        for scalar in "is:sale 12.5".unicodeScalars { shop.press(.text(scalar)) }
        shop.answerHistory(inDoubt: [unknownRow(shop)], found: [rows(shop)[0], rows(shop)[2]])
        return shop
    }

    static func found() -> Shop {
        var shop = find()
        shop.press(.confirm)
        return shop
    }

    static func operation() -> Shop {
        var shop = history()
        shop.press(.confirm)
        shop.answerDetail(rows(shop)[0])
        return shop
    }

    static func operationInDoubt() -> Shop {
        var shop = history()
        shop.press(.up, .confirm)
        shop.answerDetail(unknownRow(shop))
        return shop
    }

    static func refund(isAsked: Bool = false) -> Shop {
        var shop = operation()
        shop.press(.refund)
        shop.type("500")
        if isAsked {
            shop.press(.confirm)
            shop.wait()
        }
        return shop
    }

    static func void() -> Shop {
        var shop = operation()
        shop.press(.void)
        shop.wait()
        return shop
    }

    static func refunded(_ verdict: OperationOutcome.Verdict) -> Shop {
        var shop = refund(isAsked: true)
        shop.press(.yes, .confirm)
        if case .recordingIntent = shop.state.desk.phase {
            shop.send(.desk(.intentRecorded(shop.entry(422, 500, nil, kind: .refund, minutesAgo: 0))))
        }
        shop.finish(verdict)
        shop.wait()
        return shop
    }

    static func day() -> Shop {
        var shop = history()
        shop.press(.otherPanel)
        shop.send(.report(report(shop)))
        return shop
    }

    static func closeDay() -> Shop {
        var shop = day()
        shop.press(.closeDay)
        shop.wait()
        return shop
    }

    static func twoUnknown() -> Shop {
        let shop = Shop()
        var ready = Shop.ready(
            inDoubt: [
                shop.entry(421, 1250, nil, minutesAgo: 60), shop.entry(422, 500, nil, kind: .refund, minutesAgo: 1),
            ])
        ready.wait()
        ready.press(.chooseReader, .attention)
        return ready
    }

    static func report(_ shop: Shop) -> DayReport {
        var lines = DayTotals.Lines()
        lines.sales = .init(count: 37, sumMinor: 41280)
        lines.saleReversals = .init(count: 1, sumMinor: 1250)
        lines.refunds = .init(count: 2, sumMinor: 1100)
        lines.gratuityMinor = 320
        lines.netMinor = 38930
        var totals = DayTotals(currency: .gbp)
        totals.lines = lines
        totals.schemes = [.init(name: "Visa", lines: lines)]
        totals.inDoubt = .init(count: 1, sumMinor: 1250)
        let amount = Amount(minorUnits: 1250, currency: .gbp)
        var report = DayReport(
            from: Shop.start, to: shop.now, currencies: [totals],
            inDoubt: [
                .init(sequence: 421, reference: "T1-000421-K7Q2", kind: .sale, amount: amount, startedAt: shop.now)
            ],
            partlyPaid: [], notTakenCount: 3, unclaimedCount: 0)
        report.comparison = DayComparison(
            sameCount: 36,
            findings: [
                .init(
                    .amountDiffers, sequence: 418, reference: "T1-000418-K7Q2", transactionID: "", booksMinor: 1230,
                    listMinor: 1203, currency: "GBP"),
                .init(
                    .missingInBooks, sequence: nil, reference: "", transactionID: "4711", booksMinor: nil,
                    listMinor: 3300, currency: "GBP"),
            ], isListComplete: true)
        return report
    }

    static func rows(_ shop: Shop) -> [HistoryRow] {
        let void = shop.entry(403, 1250, .approved, kind: .saleReversal, minutesAgo: 10)
        let voided = shop.entry(402, 1250, .approved, minutesAgo: 170)
        let refund = shop.entry(410, 500, .approved, kind: .refund, minutesAgo: 5)
        let sale = shop.entry(399, 123_456, .approved, minutesAgo: 1500)
        return [
            HistoryRow(shop.entry(418, 1250, .approved, minutesAgo: 1)),
            HistoryRow(refund, original: sale),
            HistoryRow(voided, undoing: [void]),
            HistoryRow(void, original: voided),
            HistoryRow(shop.entry(401, 1000, .declined, minutesAgo: 180)),
            HistoryRow(sale, undoing: [refund]),
        ]
    }

    static func unknownRow(_ shop: Shop) -> HistoryRow {
        HistoryRow(shop.entry(421, 1250, nil, minutesAgo: 0))
    }
}

extension Shop {
    func entry(
        _ number: Int64, _ minorUnits: Int64, _ verdict: OperationOutcome.Verdict?, kind: OperationKind = .sale,
        minutesAgo: Int64
    ) -> OperationRecord {
        let amount = Amount(minorUnits: minorUnits, currency: .gbp)
        var record = record(
            amount, reader: Shop.identity(Shop.hiLite), outcome: verdict.map { outcome($0, amount) })
        record.sequence = number
        record.intent.kind = kind
        record.intent.reference = "T1-000\(number)-K7Q2"
        record.intent.customerReference = record.intent.reference
        record.intent.startedAt = Timestamp(
            millisecondsSince1970: now.millisecondsSince1970 - minutesAgo * 60_000, offsetFromUTC: 0)
        return record
    }

    /// The books tell of an operation.
    mutating func answerDetail(_ row: HistoryRow, said text: String = "Waiting for card") {
        func money(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: .gbp) }
        let paid = row.record.isInDoubt ? 0 : row.record.intent.amount?.minorUnits ?? 0
        let balance = SaleBalance(
            sequence: row.record.sequence, transactionID: row.record.outcome?.transactionID, paid: money(paid),
            refunded: money(0), refundedInDoubt: money(0), reversal: .none, rest: money(paid),
            refundObstacle: paid == 0 ? .originalInDoubt(reference: row.record.intent.reference) : nil,
            reversalObstacle: paid == 0 ? .originalInDoubt(reference: row.record.intent.reference) : nil)
        let kinds: [OperationEvent.Kind] = [
            .requestSent, .statusReported(code: 20, text: text), .relayedToBank,
            .other(name: "resultSeen", code: 0, text: ""),
        ]
        let events = kinds.map { OperationEvent(at: row.record.intent.startedAt, kind: $0) }
        send(.detail(OperationDetail(row: row, balance: balance, events: events)))
    }

    /// The books answer the last question to the history.
    mutating func answerHistory(inDoubt: [HistoryRow], found: [HistoryRow], isLast: Bool = true) {
        for case .loadHistory(let request) in effects {
            send(.history(HistoryAnswer(request, inDoubt: inDoubt, found: found, isLast: isLast)))
        }
    }
}
