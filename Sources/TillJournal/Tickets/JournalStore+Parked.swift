import Money

extension JournalStore {
    /// The tickets that are set aside, oldest first.
    package func parkedTickets() throws(JournalError) -> [ParkedTicket] {
        try database.rows(
            """
            SELECT number, label, total_minor, total_currency, at, at_offset, contents FROM parked_ticket
            ORDER BY number
            """
        ) { (row) throws(JournalError) in
            let number = row.integer()
            let label = row.text()
            guard let total = try row.amount() else {
                throw .corrupt(path: row.path, detail: "the parked ticket \(number) has no amount")
            }
            let at = row.timestamp()
            return ParkedTicket(
                number: number, draft: ParkedTicket.Draft(label: label, total: total, at: at, contents: row.text()))
        }
    }

    /// Sets a ticket aside. When it returns, the ticket is on the disk.
    ///
    /// - Returns: all that are set aside.
    @discardableResult
    package func park(_ draft: ParkedTicket.Draft) throws(JournalError) -> [ParkedTicket] {
        _ = try requireWriter()
        return try database.transaction(.full) { () throws(JournalError) in
            try insert(draft)
            return try parkedTickets()
        }
    }

    /// Takes a ticket back, and sets another one aside in the same step, so that neither is lost.
    ///
    /// - Parameters:
    ///   - number: of the ticket that is taken back.
    ///   - other: the ticket at hand; nil where there is none.
    /// - Returns: the ticket, or nil when another till has taken it; then nothing was set aside either. And all that are
    ///   set aside now.
    package func resume(
        _ number: Int64, settingAside other: ParkedTicket.Draft?
    ) throws(JournalError) -> (ticket: ParkedTicket?, all: [ParkedTicket]) {
        _ = try requireWriter()
        return try database.transaction(.full) { () throws(JournalError) in
            guard let ticket = try parkedTickets().first(where: { $0.number == number }) else {
                return (nil, try parkedTickets())
            }
            if let other { try insert(other) }
            try database.run("DELETE FROM parked_ticket WHERE number = ?", [.integer(number)])
            return (ticket, try parkedTickets())
        }
    }

    private func insert(_ draft: ParkedTicket.Draft) throws(JournalError) {
        try database.run(
            """
            INSERT INTO parked_ticket (label, total_minor, total_currency, at, at_offset, contents)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [.text(KeptText.kept(draft.label))] + Database.Value.amount(draft.total)
                + Database.Value.timestamp(draft.at) + [.text(KeptText.kept(draft.contents))])
    }
}
