extension JournalStore {
    /// The charge that became this ticket; nil for a ticket that nobody else asked for.
    package func charge(of ticket: String) throws(JournalError) -> ChargeRecord? {
        try charges("WHERE ticket = ?", [.text(KeptText.kept(ticket))]).first
    }

    /// The charges whose answer was not handed over and not let be, oldest first.
    package func openCharges() throws(JournalError) -> [ChargeRecord] {
        try charges("WHERE delivered_at IS NULL AND is_let_be = 0 ORDER BY number", [])
    }

    /// The charges whose answer was not handed over, newest first; those that were let be are among them.
    package func unsentCharges(limit: Int) throws(JournalError) -> [ChargeRecord] {
        try charges(
            "WHERE answer IS NOT NULL AND delivered_at IS NULL ORDER BY number DESC LIMIT ?",
            [.integer(Int64(max(0, limit)))])
    }

    /// The newest charge that has an answer, handed over or not.
    package func lastAnsweredCharge() throws(JournalError) -> ChargeRecord? {
        try charges("WHERE answer IS NOT NULL ORDER BY number DESC LIMIT 1", []).first
    }

    /// The operations of a ticket, in their order.
    package func operations(ticket: String) throws(JournalError) -> [OperationRecord] {
        try operations("WHERE op.ticket = ? ORDER BY op.sequence", [.text(KeptText.kept(ticket))])
    }

    /// Keeps the answer to a charge. When it returns, the answer is on the disk.
    ///
    /// - Returns: the charge with the answer that stands: the first that was kept.
    /// - Throws: ``Refusal/unknownTicket(_:)``.
    package func recordAnswer(_ answer: String, ofTicket ticket: String) throws(JournalError) -> ChargeRecord {
        _ = try requireWriter()
        return try database.transaction(.full) { () throws(JournalError) in
            guard let charge = try charge(of: ticket) else { throw .refused(.unknownTicket(ticket)) }
            guard charge.answer == nil else { return charge }
            try database.run(
                "UPDATE charge SET answer = ? WHERE ticket = ?", [.text(answer), .text(charge.ticket)])
            return try self.charge(of: ticket) ?? charge
        }
    }

    /// Keeps the answer to a request for which nothing was asked of a reader. When it returns, the answer is on the disk.
    ///
    /// - Returns: the charge, under a reference of its own that no operation has.
    package func recordAnswer(
        _ answer: String, to draft: ChargeRecord.Draft, askedAt: Timestamp
    ) throws(JournalError) -> ChargeRecord {
        _ = try requireWriter()
        let reference = try mintReference()
        return try database.transaction(.full) { () throws(JournalError) in
            try insert(draft, ticket: reference, askedAt: askedAt)
            try database.run("UPDATE charge SET answer = ? WHERE ticket = ?", [.text(answer), .text(reference)])
            guard let charge = try charge(of: reference) else { throw .refused(.unknownTicket(reference)) }
            return charge
        }
    }

    /// Notes that the answer to a charge was handed over. Costs no wait for the disk: an answer may be given twice.
    package func noteDelivery(ofTicket ticket: String, at now: Timestamp) throws(JournalError) {
        _ = try requireWriter()
        try database.transaction(.normal) { () throws(JournalError) in
            try database.run(
                "UPDATE charge SET delivered_at = ?, delivered_offset = ? WHERE ticket = ? AND answer IS NOT NULL",
                Database.Value.timestamp(now) + [.text(KeptText.kept(ticket))])
        }
    }

    /// Notes that somebody has seen that the answer was not delivered, and leaves it so.
    package func letBe(ticket: String) throws(JournalError) {
        _ = try requireWriter()
        try database.transaction(.normal) { () throws(JournalError) in
            try database.run("UPDATE charge SET is_let_be = 1 WHERE ticket = ?", [.text(KeptText.kept(ticket))])
        }
    }

    /// Keeps that a ticket was asked for by another program; another attempt at it asks nothing anew.
    func insert(_ draft: ChargeRecord.Draft, ticket: String, askedAt: Timestamp) throws(JournalError) {
        try database.run(
            """
            INSERT INTO charge (ticket, return_address, file_maker, app_name, asked_at, asked_offset)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                .text(ticket), .text(draft.returnAddress), .boolean(draft.usesFileMakerForm),
                .text(KeptText.kept(draft.appName)),
            ] + Database.Value.timestamp(askedAt))
    }

    private func charges(_ condition: String, _ values: [Database.Value]) throws(JournalError) -> [ChargeRecord] {
        try database.rows(
            """
            SELECT ticket, return_address, file_maker, app_name, asked_at, asked_offset, answer, delivered_at,
                delivered_offset
            FROM charge \(condition)
            """, values
        ) { row in
            let ticket = row.text()
            let draft = ChargeRecord.Draft(
                returnAddress: row.text(), usesFileMakerForm: row.boolean(), appName: row.text())
            let askedAt = row.timestamp()
            let answer = row.optionalText()
            let delivered = row.optionalInteger()
            let offset = row.optionalInteger()
            var charge = ChargeRecord(ticket: ticket, draft: draft, askedAt: askedAt, answer: answer)
            if let delivered, let offset {
                charge.deliveredAt = Timestamp(millisecondsSince1970: delivered, offsetFromUTC: Int(offset))
            }
            return charge
        }
    }
}
