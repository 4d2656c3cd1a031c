import Money
import TillCore
import TillJournal
import TillUI

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

    /// The books answer the last question to the history.
    mutating func answerHistory(inDoubt: [HistoryRow], found: [HistoryRow], isLast: Bool = true) {
        for case .loadHistory(let request) in effects {
            send(.history(HistoryAnswer(request, inDoubt: inDoubt, found: found, isLast: isLast)))
        }
    }
}
