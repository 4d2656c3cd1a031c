import ReaderSimulator
import TillCore
import TillJournal

extension Counter {
    /// Where the books differ from what the bank holds, one sentence each; nothing when both tell the same.
    ///
    /// - Parameter isFinal: nothing can be unknown any more.
    func contradictions(isFinal: Bool) -> [String] {
        var found = rules.violations
        found += books.records.flatMap { contradictions(of: $0, isFinal: isFinal) }
        // What the bank took for nobody would be taken from the customer all the same.
        let known = Set(books.records.map(\.intent.customerReference))
        found += host.transactions.filter { $0.stands && !known.contains($0.customerReference ?? "") }
            .map { "\($0.id) stands at the bank for nobody" }
        if !books.unclaimed.isEmpty { found.append("results without an operation: \(books.unclaimed.count)") }
        let inDoubt = books.inDoubt.map(\.sequence)
        if desk.inDoubt.map(\.sequence) != inDoubt {
            found.append("in doubt is \(inDoubt), and the desk knows of \(desk.inDoubt.map(\.sequence))")
        }
        return found
    }

    private func contradictions(of record: OperationRecord, isFinal: Bool) -> [String] {
        let at = host.transactions.filter { $0.customerReference == record.intent.customerReference }
        guard at.count <= 1 else { return ["\(record.sequence) is with the bank \(at.count) times"] }
        guard let outcome = record.outcome else { return ["\(record.sequence) has no outcome"] }
        let bank = at.first
        guard outcome.isClear else {
            if isFinal { return ["\(record.sequence) stays in doubt"] }
            return record.wasRelayedToBank ? [] : ["\(record.sequence) is in doubt though nothing went to the bank"]
        }
        let told =
            "\(record.sequence) is \(outcome.verdict) by \(outcome.settledBy), and at the bank \(Self.text(bank))"
        guard Counter.verdicts(of: bank).contains(outcome.verdict) else { return [told] }
        guard let bank, bank.stands else { return [] }
        let isNamed = outcome.transactionID == bank.id
        let isWhole = outcome.authorised?.minorUnits == Int64(bank.authorisedMinor)
        return isNamed && isWhole ? [] : [told + ", not by the same number and amount"]
    }

    private static func text(_ bank: TestHost.Transaction?) -> String {
        guard let bank else { return "unknown" }
        return "\(bank.result.rawValue)\(bank.isReversed ? " and reversed" : "")"
    }

    /// How an operation can have ended by what the bank has of it.
    private static func verdicts(of bank: TestHost.Transaction?) -> Set<OperationOutcome.Verdict> {
        guard let bank else { return [.failed, .cancelled] }
        // A reader that takes an approval back calls that a decline; the bank's list says that it was reversed. A sale
        // that is voided by an operation of its own stays approved in the books.
        switch bank.result {
        case .approved: return bank.isReversed ? [.approved, .declined, .cancelled] : [.approved]
        case .partlyApproved:
            return bank.isReversed ? [.partiallyApproved, .declined, .cancelled] : [.partiallyApproved]
        case .declined: return [.declined]
        case .abandoned: return [.failed]
        }
    }
}

extension Counter {
    /// What was taken and not given back, by the till's books, in minor units.
    var takenByTill: Int64 {
        books.records.reduce(0) { sum, record in
            let moved = record.moved?.minorUnits ?? 0
            switch record.intent.kind {
            case .sale, .saleAndTokenize, .refundReversal: return sum + moved
            case .refund, .saleReversal: return sum - moved
            case .tokenize, .startOfDay, .endOfDay, .update: return sum
            }
        }
    }

    /// What was taken and not given back, by the bank's books, in minor units.
    var takenByBank: Int64 {
        host.transactions.filter(\.stands).reduce(0) { sum, transaction in
            switch transaction.kind {
            case .sale: return sum + Int64(transaction.authorisedMinor)
            case .refund: return sum - Int64(transaction.authorisedMinor)
            // The payment that it has undone no longer stands.
            case .saleReversal, .refundReversal: return sum
            }
        }
    }

    /// Where the reader's own list differs from the bank's.
    var contradictionsOfReader: [String] {
        reader.books.payments.compactMap { payment in
            let bank = host.transaction(payment.id)
            let isTaken = payment.verdict.authorisedMinor > 0
            let wasTaken = bank?.result == .approved || bank?.result == .partlyApproved
            // A signature that was not accepted takes an approval back.
            if isTaken ? wasTaken : !(bank?.stands ?? false) { return nil }
            return "the reader has \(payment.verdict.word) for \(payment.number), and the bank \(Self.text(bank))"
        }
    }
}
