import HeftKit
import Money
import TillJournal

/// Holds the books against the bank's list of the same time.
package enum Reconciliation {
    /// How far around a period the books and the list are read: a payment at its edge may stand on either side of it.
    package static let margin: Int64 = FeedMatch.clockSkew + FeedMatch.operationLongest

    /// Compares payment by payment: by the bank's number, else by the reference.
    ///
    /// - Parameters:
    ///   - records: of the period and ``margin`` around it.
    ///   - list: of the same.
    ///   - from: the first moment that counts.
    ///   - to: the first moment that no longer counts.
    package static func compare(
        _ records: [OperationRecord], with list: FeedAnswer, from: Timestamp, to: Timestamp
    ) -> DayComparison {
        var free = list.transactions.filter(\.hasMoved)
        var comparison = DayComparison(sameCount: 0, findings: [], isListComplete: list.isComplete)
        for record in records where record.intent.kind.movesMoney {
            let isInside = from <= record.intent.startedAt && record.intent.startedAt < to
            let index = index(of: record, in: free)
            let transaction = index.map { free.remove(at: $0) }
            guard isInside else { continue }
            switch (record.moved, transaction) {
            case (let moved?, let transaction?) where transaction.isSame(as: moved): comparison.sameCount += 1
            case (.some, .some(let transaction)):
                comparison.findings.append(.init(.amountDiffers, record, transaction))
            case (.some, nil):
                if list.isComplete { comparison.findings.append(.init(.missingInList, record, nil)) }
            // The bank took it and gave it back at once, as after a signature that nobody accepted.
            case (nil, let transaction?) where transaction.isReversed: break
            case (nil, let transaction?): comparison.findings.append(.init(.resultDiffers, record, transaction))
            case (nil, nil): break
            }
        }
        let period = from.millisecondsSince1970..<max(from.millisecondsSince1970, to.millisecondsSince1970)
        for transaction in free where period.contains(transaction.happenedAt) {
            comparison.findings.append(.init(.missingInBooks, nil, transaction))
        }
        return comparison
    }

    private static func index(of record: OperationRecord, in transactions: [FeedTransaction]) -> Int? {
        func fits(_ transaction: FeedTransaction) -> Bool {
            transaction.type.isEmpty || record.intent.kind.transactionTypes.contains(transaction.type)
        }
        if let id = record.transactionID?.lowercased(), !id.isEmpty,
            let index = transactions.firstIndex(where: { $0.transactionID.lowercased() == id && fits($0) })
        {
            return index
        }
        let references = [record.intent.customerReference, record.intent.reference]
        return transactions.firstIndex { transaction in
            !transaction.customerReference.isEmpty && references.contains(transaction.customerReference)
                && fits(transaction)
        }
    }
}

extension FeedTransaction {
    /// Whether the list says that money moved by it.
    fileprivate var hasMoved: Bool {
        switch FinancialStatus(word: result) {
        case .authorised, .partiallyApproved: true
        case .declined, .cancelled, .failed, .undefined, .processed, nil: false
        }
    }

    fileprivate var movedMinor: Int64 { authorisedMinor ?? amountMinor }

    fileprivate func isSame(as amount: Amount) -> Bool {
        movedMinor == amount.minorUnits && (currency == nil || currency == amount.currency)
    }
}

extension DayComparison.Finding {
    fileprivate init(_ kind: Kind, _ record: OperationRecord?, _ transaction: FeedTransaction?) {
        let currency = transaction?.currency ?? record?.moved?.currency ?? record?.intent.amount?.currency
        self.init(
            kind, sequence: record?.sequence,
            reference: record?.intent.reference ?? transaction?.customerReference ?? "",
            transactionID: transaction?.transactionID ?? record?.transactionID ?? "",
            booksMinor: record?.moved?.minorUnits, listMinor: transaction?.movedMinor,
            currency: currency?.alphaCode ?? "")
    }
}
