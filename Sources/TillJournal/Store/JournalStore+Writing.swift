/// What became of an outcome that was brought to the books.
package enum OutcomeRecording: Equatable, Sendable {
    /// It is the operation's outcome now.
    case recorded(OperationRecord)
    /// The books held it, or a clear one where this one was unknown. Nothing was changed.
    case alreadyRecorded(OperationRecord)
    /// The operation has another clear outcome, which stands. The new one was kept as an unclaimed result: perhaps a
    /// double payment, and somebody must look.
    case contradiction(OperationRecord, UnclaimedResult)
}

extension JournalStore {
    /// A new reference, `T1-000418-K7Q2`: the till's name, a running number and the tag of these books, so that no two
    /// books ever share one.
    ///
    /// Costs no wait for the disk. A power cut can take the number with it, and it is then given again; by the time an
    /// intent with it is recorded, it is durable.
    package func mintReference() throws(JournalError) -> String {
        let writer = try requireWriter()
        let minted = try database.transaction(.normal) { () throws(JournalError) in
            try database.firstRow("UPDATE journal SET last_number = last_number + 1 RETURNING last_number, tag") {
                row in
                (number: row.integer(), tag: row.text())
            }
        }
        guard let minted else { throw .corrupt(path: database.path, detail: "the table journal is empty") }
        let digits = String(minted.number)
        let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
        return "\(writer.till.text)-\(zeros)\(digits)-\(minted.tag)"
    }

    /// Records what is about to be asked of a reader. When it returns, the intent is on the disk.
    ///
    /// Nothing is asked for that would charge a ticket twice or give back more than was paid: the check and the record
    /// are one transaction. Parts that do not add up to the amount are refused by the file itself.
    ///
    /// - Parameters:
    ///   - allowsForeignOriginal: takes a refund or a reversal of a payment that is not in these books, of which nothing
    ///     can be checked. One that is in them is checked all the same.
    ///   - charge: who asked for the ticket, where that was another program; kept with its first intent.
    /// - Throws: ``JournalError/referenceTaken(reference:)``, ``JournalError/unfitReference``,
    ///   ``JournalError/wrongBooks(path:heldBooks:)``, ``JournalError/refused(_:)``.
    package func recordIntent(
        _ intent: OperationIntent, allowsForeignOriginal: Bool = false, charge: ChargeRecord.Draft? = nil
    ) throws(JournalError) -> OperationRecord {
        let writer = try requireWriter()
        try refuseOtherBooks(intent.reader, writer)
        let intent = intent.kept
        let isVisible = intent.reference.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        guard isVisible, (1...Self.referenceLengthMax).contains(intent.reference.utf8.count) else {
            throw .unfitReference
        }
        let parts = [intent.parts?.subtotal, intent.parts?.tax?.amount, intent.parts?.tip].compactMap { $0 }
        guard parts.allSatisfy({ $0.currency == intent.amount?.currency }) else {
            throw .failed(path: database.path, code: 0, detail: "the parts of the amount have other currencies")
        }
        return try database.transaction(.full) { () throws(JournalError) in
            guard try operation(reference: intent.reference) == nil else {
                throw .referenceTaken(reference: intent.reference)
            }
            let original = try checkedOriginal(of: intent, allowsForeign: allowsForeignOriginal)
            try refuseSecondCharge(intent)
            let attempt = try nextAttempt(on: intent.ticket)
            try insert(intent, attempt: attempt, original: original)
            let sequence = database.lastInsertedRow
            if let charge { try insert(charge, ticket: intent.ticket, askedAt: intent.startedAt) }
            try database.run(
                """
                INSERT INTO day_span (first_sequence, last_sequence, day) VALUES (
                    coalesce((SELECT first_sequence FROM (SELECT * FROM day_span ORDER BY first_sequence DESC LIMIT 1)
                        WHERE day = ?1 / 86400000), ?2), ?2, ?1 / 86400000)
                ON CONFLICT DO UPDATE SET last_sequence = excluded.last_sequence
                """, [.integer(intent.startedAt.millisecondsSince1970), .integer(sequence)])
            return OperationRecord(
                sequence: sequence, intent: intent, outcome: nil, wasRelayedToBank: false, attempt: attempt,
                originalSequence: original)
        }
    }

    /// Notes something that happened while an operation ran.
    ///
    /// Costs no wait for the disk: the note survives the end of the program, but a power cut or a crash of the system
    /// can take the notes since the last intent or outcome. An operation in doubt whose
    /// ``OperationIntent/bootID`` is not that of the running machine may therefore have gone further than its events
    /// tell, to the bank too.
    ///
    /// - Throws: ``JournalError/unknownOperation(sequence:)``.
    package func note(_ event: OperationEvent, of sequence: Int64) throws(JournalError) {
        _ = try requireWriter()
        let stored = event.kind.stored.kept
        try database.transaction(.normal) { () throws(JournalError) in
            try requireOperation(sequence)
            try database.run(
                "INSERT INTO event (operation, at, at_offset, name, code, text) VALUES (?, ?, ?, ?, ?, ?)",
                [.integer(sequence)] + Database.Value.timestamp(event.at)
                    + [.text(stored.name), .integer(Int64(stored.code)), .text(stored.text)])
        }
    }

    /// Records how an operation ended. When it returns, the outcome is on the disk.
    ///
    /// An unknown outcome gives way to any other that tells something else. A clear one stays for ever: the same result
    /// again changes nothing, and a different one is kept as an unclaimed result.
    ///
    /// - Throws: ``JournalError/unknownOperation(sequence:)``.
    package func recordOutcome(
        _ outcome: OperationOutcome, of sequence: Int64
    ) throws(JournalError) -> OutcomeRecording {
        _ = try requireWriter()
        let outcome = outcome.kept
        return try database.transaction(.full) { () throws(JournalError) in
            guard let record = try operation(sequence: sequence) else {
                throw .unknownOperation(sequence: sequence)
            }
            if let standing = record.outcome {
                if outcome.isSameResult(as: standing) { return .alreadyRecorded(record) }
                if standing.isClear {
                    let addsNothing = outcome.transactionID == nil || outcome.transactionID == standing.transactionID
                    if !outcome.isClear && addsNothing { return .alreadyRecorded(record) }
                    let unclaimed = try keepUnclaimed(
                        outcome, from: record.intent.reader, customerReference: record.intent.customerReference,
                        contradicting: sequence)
                    var told = record
                    if !standing.settledBy.isReaders { told.readersAnswer = try readersAnswer(to: sequence) }
                    return .contradiction(told, unclaimed)
                }
            }
            try settle(outcome, of: sequence)
            var settled = record
            settled.outcome = outcome
            return .recorded(settled)
        }
    }

    /// Makes an outcome the one in force, and has the operation's row, and that of what it undoes, say so to searches.
    func settle(_ outcome: OperationOutcome, of sequence: Int64) throws(JournalError) {
        let id = try insert(outcome, of: sequence)
        try database.run(
            """
            UPDATE operation SET outcome = o.id, in_doubt = ?2, verdict = o.verdict,
                card = substr(o.masked_card_number, -4),
                other_minor = iif(o.authorised_minor IS amount_minor AND o.authorised_currency IS amount_currency,
                    NULL, o.authorised_minor),
                other_currency = iif(o.authorised_minor IS amount_minor AND o.authorised_currency IS amount_currency,
                    NULL, o.authorised_currency)
            FROM outcome o WHERE o.id = ?1 AND operation.sequence = ?3
            """, [.integer(id), .boolean(!outcome.isClear), .integer(sequence)])
        try database.run(
            """
            UPDATE operation SET
                is_voided = max(operation.is_voided, r.kind IN ('saleReversal', 'refundReversal')),
                is_refunded = max(operation.is_refunded, r.kind = 'refund')
            FROM operation r WHERE r.sequence = ?1 AND operation.sequence = r.original
                AND r.verdict IN ('approved', 'partiallyApproved')
            """, [.integer(sequence)])
    }

    /// Keeps a result that belongs to no operation here. When it returns, the result is on the disk. The same result
    /// from the same reader again is not kept twice.
    ///
    /// - Parameter customerReference: as it stands in the result; empty when it has none.
    /// - Throws: ``JournalError/wrongBooks(path:heldBooks:)``.
    package func recordUnclaimed(
        _ outcome: OperationOutcome, from reader: ReaderIdentity, customerReference: String
    ) throws(JournalError) -> UnclaimedResult {
        let writer = try requireWriter()
        try refuseOtherBooks(reader, writer)
        let outcome = outcome.kept
        let reader = reader.kept
        let reference = KeptText.kept(customerReference)
        return try database.transaction(.full) { () throws(JournalError) in
            try keepUnclaimed(outcome, from: reader, customerReference: reference, contradicting: nil)
        }
    }

    private func refuseOtherBooks(_ reader: ReaderIdentity, _ writer: JournalWriter) throws(JournalError) {
        guard reader.isSimulated == (writer.books == .simulated) else {
            throw .wrongBooks(path: database.path, heldBooks: writer.books)
        }
    }

    private func requireOperation(_ sequence: Int64) throws(JournalError) {
        let found = try database.firstRow("SELECT 1 FROM operation WHERE sequence = ?", [.integer(sequence)]) { row in
            row.integer()
        }
        guard found != nil else { throw .unknownOperation(sequence: sequence) }
    }

    private func keepUnclaimed(
        _ outcome: OperationOutcome, from reader: ReaderIdentity, customerReference: String,
        contradicting sequence: Int64?
    ) throws(JournalError) -> UnclaimedResult {
        let standing = try unclaimed(
            where: "u.reader_serial = ? AND u.contradicts IS ? AND u.customer_reference = ?",
            [.text(reader.serialNumber), .optional(sequence), .text(customerReference)])
        if let same = standing.first(where: { $0.outcome.isSameResult(as: outcome) }) { return same }
        let id = try insert(outcome, of: nil)
        try database.run(
            """
            INSERT INTO unclaimed_result (reader_serial, reader_name, reader_address, reader_simulated,
                customer_reference, contradicts, outcome)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            Database.Value.reader(reader) + [.text(customerReference), .optional(sequence), .integer(id)])
        return UnclaimedResult(
            number: database.lastInsertedRow, reader: reader, customerReference: customerReference,
            contradictedSequence: sequence, outcome: outcome)
    }
}
