import Money

/// Payments of one ticket that no card reader took, in its currency.
package struct TenderSums: Equatable, Sendable {
    package var cash: Amount
    /// Neither card nor cash.
    package var other: Amount

    package init(cash: Amount, other: Amount) {
        self.cash = cash
        self.other = other
    }

    /// Nil when nothing was noted, or what was is in another currency or beyond 64 bits.
    init?(_ tenders: [Tender]) {
        guard let currency = tenders.first?.amount.currency else { return nil }
        let zero = Amount(minorUnits: 0, currency: currency)
        do throws(AmountError) {
            cash = zero
            other = zero
            for tender in tenders {
                switch tender.kind {
                case .cash: cash = try cash.adding(tender.amount)
                case .other: other = try other.adding(tender.amount)
                }
            }
        } catch {
            return nil
        }
    }
}

extension JournalStore {
    /// What was noted on a ticket and went back with a void, with the number of that void.
    ///
    /// The void of the last card payment that stood on a ticket is the end of the ticket: what was noted on it before goes
    /// back too. A payment that is noted later begins anew.
    func tendersGivenBack(on ticket: String) throws(JournalError) -> [(tender: Tender, by: Int64)] {
        let noted = try tenders(on: ticket)
        if noted.isEmpty { return [] }
        let ends = try voidsThatEnd(ticket)
        return noted.compactMap { tender in
            ends.first { tender.at <= $0.intent.startedAt }.map { (tender, $0.sequence) }
        }
    }

    /// What was noted on a sale's ticket that goes back with its void, or has gone back with it.
    func tendersGoingBack(
        with sale: OperationRecord, _ reversal: SaleBalance.Reversal
    ) throws(JournalError) -> TenderSums? {
        let ticket = sale.intent.ticket
        if case .reversed(let number) = reversal {
            return TenderSums(try tendersGivenBack(on: ticket).filter { $0.by == number }.map(\.tender))
        }
        let standing = try standingTenders(on: ticket)
        guard sale.moved != nil, !standing.isEmpty else { return nil }
        for other in try cardPayments(on: ticket) where other.sequence != sale.sequence {
            if try void(of: other) == nil { return nil }
        }
        return TenderSums(standing)
    }

    /// What was noted on a ticket and stands.
    func standingTenders(on ticket: String) throws(JournalError) -> [Tender] {
        let noted = try tenders(on: ticket)
        if noted.isEmpty { return [] }
        let ends = try voidsThatEnd(ticket)
        return noted.filter { tender in !ends.contains { tender.at <= $0.intent.startedAt } }
    }

    /// Sales of a ticket that took money, voided or not.
    private func cardPayments(on ticket: String) throws(JournalError) -> [OperationRecord] {
        try operations("WHERE op.ticket = ? ORDER BY op.sequence", [.text(KeptText.kept(ticket))])
            .filter { $0.intent.kind.isSale && $0.moved != nil }
    }

    private func void(of sale: OperationRecord) throws(JournalError) -> OperationRecord? {
        try linked(to: sale.sequence).first { $0.intent.kind == .saleReversal && $0.moved != nil }
    }

    /// The voids after which no card payment stood on the ticket, in order.
    private func voidsThatEnd(_ ticket: String) throws(JournalError) -> [OperationRecord] {
        let sales = try cardPayments(on: ticket)
        var voids: [Int64: OperationRecord] = [:]
        for sale in sales { voids[sale.sequence] = try void(of: sale) }
        return Self.ends(of: sales, voids)
    }

    /// - Parameters:
    ///   - sales: those of a ticket that took money.
    ///   - voids: theirs, by the sales' numbers.
    static func ends(of sales: [OperationRecord], _ voids: [Int64: OperationRecord]) -> [OperationRecord] {
        voids.values.sorted { $0.sequence < $1.sequence }.filter { end in
            sales.allSatisfy { sale in
                sale.sequence > end.sequence || voids[sale.sequence].map { $0.sequence <= end.sequence } ?? false
            }
        }
    }
}
