import Money

extension JournalStore {
    /// How far a ticket is paid; nil when there was no sale on it.
    package func ticket(_ reference: String) throws(JournalError) -> TicketState? {
        let reference = KeptText.kept(reference)
        let operations = try operations("WHERE op.ticket = ? ORDER BY op.sequence", [.text(reference)])
        let sales = operations.filter { $0.intent.kind.isSale && $0.intent.amount != nil }
        guard !sales.isEmpty else { return nil }
        var payments = Payments()
        var taken: [OperationRecord] = []
        var voids: [Int64: OperationRecord] = [:]
        for sale in sales {
            if sale.isInDoubt { payments.inDoubt.append(sale.sequence) }
            guard sale.moved != nil else { continue }
            let undoing = try linked(to: sale.sequence).filter { $0.moved != nil }
            taken.append(sale)
            if let void = undoing.first(where: { $0.intent.kind == .saleReversal }) {
                voids[sale.sequence] = void
                continue
            }
            payments.sales.append(sale)
            for refund in undoing where refund.intent.kind == .refund {
                let reversals = try linked(to: refund.sequence)
                let isReversed = reversals.contains { $0.intent.kind == .refundReversal && $0.moved != nil }
                if !isReversed { payments.refunds.append(refund) }
            }
        }
        let ends = Self.ends(of: taken, voids)
        let noted = try notedTenders(on: reference).filter { noted in
            !ends.contains { noted.tender.at <= $0.intent.startedAt }
        }
        payments.tenders = noted.map(\.tender)
        // A payment that was voided still tells what the ticket costs, until the ticket has ended.
        let begin = ends.last?.sequence ?? 0
        let firstPayment = [taken.first { $0.sequence > begin }?.sequence, noted.first?.after].compactMap { $0 }.min()
        let leading = sales.first { $0.sequence == firstPayment } ?? sales[sales.count - 1]
        guard let asked = leading.intent.amount, let state = payments.state(asked, reference, operations.count) else {
            throw .failed(path: database.path, code: 0, detail: "the ticket \(reference) does not add up")
        }
        return state
    }

    /// What was noted on a ticket besides card payments, in order.
    package func tenders(on ticket: String) throws(JournalError) -> [Tender] {
        try notedTenders(on: KeptText.kept(ticket)).map(\.tender)
    }

    /// Notes a payment that no reader took. When it returns, the note is on the disk.
    ///
    /// - Throws: ``Refusal/unknownTicket(_:)``, ``Refusal/noAmount``, ``Refusal/otherCurrency(_:expected:)``,
    ///   ``Refusal/aboveDue(ticket:due:)``.
    @discardableResult
    package func recordTender(_ tender: Tender, on ticket: String) throws(JournalError) -> TicketState {
        _ = try requireWriter()
        let ticket = KeptText.kept(ticket)
        return try database.transaction(.full) { () throws(JournalError) in
            guard let state = try self.ticket(ticket) else { throw .refused(.unknownTicket(ticket)) }
            guard tender.amount.minorUnits > 0 else { throw .refused(.noAmount) }
            try refuse(tender.amount, on: state)
            try database.run(
                """
                INSERT INTO tender (ticket, after_operation, kind, amount_minor, amount_currency, at, at_offset)
                VALUES (?1, (SELECT max(sequence) FROM operation WHERE ticket = ?1
                    AND kind IN ('sale', 'saleAndTokenize')), ?2, ?3, ?4, ?5, ?6)
                """,
                [.text(ticket), .text(tender.kind.rawValue)] + Database.Value.amount(tender.amount)
                    + Database.Value.timestamp(tender.at))
            return try self.ticket(ticket) ?? state
        }
    }

    /// Refuses a sale on a ticket that is paid, would be paid twice, or is in doubt.
    func refuseSecondCharge(_ intent: OperationIntent) throws(JournalError) {
        guard intent.kind.isSale, let amount = intent.amount, let state = try ticket(intent.ticket) else { return }
        if !state.inDoubt.isEmpty {
            let newest = try newestSequence(on: intent.ticket)
            for sequence in state.inDoubt where try !isOverridden(sequence, after: newest) {
                let reference = try operation(sequence: sequence)?.intent.reference ?? ""
                throw .refused(.ticketInDoubt(ticket: intent.ticket, reference: reference))
            }
        }
        if state.paidByCard.minorUnits > 0 || state.paidOtherwise.minorUnits > 0 { try refuse(amount, on: state) }
    }

    func nextAttempt(on ticket: String) throws(JournalError) -> Int {
        let count = try database.firstRow("SELECT count(*) FROM operation WHERE ticket = ?", [.text(ticket)]) { row in
            Int(row.integer())
        }
        return (count ?? 0) + 1
    }

    /// Tickets of which a part is paid and the rest is not, in the order of their first operations.
    package func partlyPaidTickets() throws(JournalError) -> [TicketState] {
        let references = try database.rows(
            """
            SELECT ticket FROM (
                SELECT op.ticket, op.sequence FROM outcome o JOIN operation op ON op.outcome = o.id
                    AND op.sequence = o.operation WHERE o.verdict = 'partiallyApproved'
                UNION ALL
                SELECT ticket, after_operation FROM tender)
            GROUP BY ticket ORDER BY min(sequence)
            """
        ) { row in row.text() }
        var states: [TicketState] = []
        for reference in references {
            if let state = try ticket(reference), state.isPartlyPaid { states.append(state) }
        }
        return states
    }

    private func refuse(_ amount: Amount, on ticket: TicketState) throws(JournalError) {
        guard amount.currency == ticket.due.currency else {
            throw .refused(.otherCurrency(amount.currency, expected: ticket.due.currency))
        }
        guard amount.minorUnits <= ticket.due.minorUnits else {
            throw .refused(.aboveDue(ticket: ticket.reference, due: ticket.due))
        }
    }

    private func newestSequence(on ticket: String) throws(JournalError) -> Int64 {
        try database.firstRow("SELECT max(sequence) FROM operation WHERE ticket = ?", [.text(ticket)]) { row in
            row.integer()
        } ?? 0
    }

    private func notedTenders(on ticket: String) throws(JournalError) -> [(tender: Tender, after: Int64)] {
        try database.rows(
            """
            SELECT kind, amount_minor, amount_currency, at, at_offset, after_operation FROM tender
            WHERE ticket = ? ORDER BY number
            """, [.text(ticket)]
        ) { (row) throws(JournalError) in
            let kind: Tender.Kind = try row.word()
            guard let amount = try row.amount() else {
                throw .corrupt(path: row.path, detail: "a tender has no amount")
            }
            return (Tender(kind: kind, amount: amount, at: row.timestamp()), row.integer())
        }
    }
}

/// What was paid on a ticket.
private struct Payments {
    var sales: [OperationRecord] = []
    var refunds: [OperationRecord] = []
    var tenders: [Tender] = []
    var inDoubt: [Int64] = []

    /// Nil when amounts of several currencies, or beyond 64 bits, are to be added.
    func state(_ asked: Amount, _ reference: String, _ attempts: Int) -> TicketState? {
        let zero = Amount(minorUnits: 0, currency: asked.currency)
        do throws(AmountError) {
            let gratuity = try zero.adding(sales.compactMap { $0.outcome?.gratuity })
            let paidByCard = try zero.adding(sales.compactMap(\.moved))
            let paidOtherwise = try zero.adding(tenders.map(\.amount))
            let refunded = try zero.adding(refunds.compactMap(\.moved))
            var due = try asked.adding(gratuity).subtracting(paidByCard).subtracting(paidOtherwise)
            due.minorUnits = max(0, due.minorUnits)
            return TicketState(
                reference: reference, asked: asked, gratuity: gratuity, paidByCard: paidByCard,
                paidOtherwise: paidOtherwise, refunded: refunded, due: due, attempts: attempts, inDoubt: inDoubt)
        } catch {
            return nil
        }
    }
}

extension Amount {
    fileprivate func adding(_ others: [Amount]) throws(AmountError) -> Amount {
        var sum = self
        for other in others { sum = try sum.adding(other) }
        return sum
    }
}
