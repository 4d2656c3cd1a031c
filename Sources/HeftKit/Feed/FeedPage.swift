import FoundationEssentials
import Money

/// A page of the transaction feed, as its server writes it.
///
///     {"transactions": [{"transactionID": "…", "type": "SALE", "amount": 1250, "authorised": 1250, "currency": 826,
///       "customerReference": "", "result": "AUTHORISED", "reversed": false, "at": 1796025709832,
///       "originalTransactionID": "", "authorisationCode": "005354"}], "next": "17", "complete": true}
///
/// Amounts are in minor units, `at` is milliseconds since 1970-01-01 00:00:00 UTC by the server's clock. `next` is there
/// where another page follows.
struct FeedPage: Decodable {
    struct Row: Decodable {
        var transactionID: String
        var type: String
        var amount: Int64
        var authorised: Int64?
        var currency: Int
        var customerReference: String?
        var result: String
        var reversed: Bool?
        var at: Int64
        var originalTransactionID: String?
        var authorisationCode: String?
        var cardScheme: String?
        var maskedCardNumber: String?
    }

    var transactions: [Row]
    var next: String?
    var complete: Bool?

    /// Nil for what is no page, or has a row that makes no sense: the payment that is looked for may be that one.
    init?(_ json: [UInt8]) {
        do {
            self = try JSONDecoder().decode(FeedPage.self, from: Data(json))
        } catch {
            return nil
        }
        guard transactions.allSatisfy({ !$0.transactionID.isEmpty && $0.amount >= 0 && ($0.authorised ?? 0) >= 0 })
        else {
            return nil
        }
    }
}

extension FeedTransaction {
    /// - Parameter skew: how far the server's clock is ahead of the till's, in milliseconds.
    init?(_ row: FeedPage.Row, skew: Int64) {
        let (happenedAt, isNonsense) = row.at.subtractingReportingOverflow(skew)
        guard !isNonsense else { return nil }
        self.init(
            transactionID: row.transactionID, type: row.type, amountMinor: row.amount, authorisedMinor: row.authorised,
            currency: Currency(numericCode: row.currency), customerReference: row.customerReference ?? "",
            result: row.result, isReversed: row.reversed ?? false, happenedAt: happenedAt,
            originalTransactionID: row.originalTransactionID ?? "", authorisationCode: row.authorisationCode ?? "",
            cardScheme: row.cardScheme ?? "", maskedCardNumber: row.maskedCardNumber ?? "")
    }
}
