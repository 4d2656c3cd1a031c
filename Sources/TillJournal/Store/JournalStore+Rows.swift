import Money

// How records stand in the tables. Columns are listed once for each table, in the order of the schema; values are bound
// and read in that order.
extension JournalStore {
    private static let intentColumns = [
        "kind", "amount_minor", "amount_currency", "reference", "customer_reference", "original_transaction_id",
        "reader_serial", "reader_name", "reader_address", "reader_simulated", "boot_id", "started_at",
        "started_offset", "ticket", "description", "invoice_number", "subtotal_minor", "tax_minor", "tax_rate",
        "tax_included", "tip_minor",
    ]

    private static let outcomeColumns = [
        "verdict", "message", "status_code", "requested_minor", "requested_currency", "authorised_minor",
        "authorised_currency", "gratuity_minor", "gratuity_currency", "total_minor", "total_currency", "due_minor",
        "due_currency", "transaction_id", "reader_transaction_id", "authorisation_code", "card_scheme",
        "masked_card_number", "card_entry", "verification_method", "customer_receipt", "merchant_receipt",
        "is_recovered", "settled_by", "settled_name", "settled_evidence", "finished_at", "finished_offset",
        "card_token",
    ]

    private static func list(_ columns: [String], of table: String) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    private static func insertion(into table: String, _ columns: [String]) -> String {
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    private static let operationQuery = """
        SELECT op.sequence, op.attempt, op.original, \(list(intentColumns, of: "op")),
            EXISTS (SELECT 1 FROM event WHERE operation = op.sequence AND name = 'relayedToBank'),
            (SELECT text FROM event WHERE operation = op.sequence AND name = '\(TipNote.name)'
                AND code = \(TipNote.changedCode) ORDER BY id DESC LIMIT 1),
            op.outcome, \(list(outcomeColumns, of: "o"))
        FROM operation op LEFT JOIN outcome o ON o.id = op.outcome
        """

    private static let unclaimedQuery = """
        SELECT u.number, u.reader_serial, u.reader_name, u.reader_address, u.reader_simulated,
            u.customer_reference, u.contradicts, \(list(outcomeColumns, of: "o"))
        FROM unclaimed_result u JOIN outcome o ON o.id = u.outcome
        """

    private static let intentInsertion = insertion(into: "operation", intentColumns + ["attempt", "original"])
    private static let outcomeInsertion = insertion(into: "outcome", ["operation"] + outcomeColumns)

    /// - Parameter clauses: SQL from `WHERE` on, a fixed text; the operation is `op`.
    func operations(_ clauses: String, _ values: [Database.Value]) throws(JournalError) -> [OperationRecord] {
        try withReadersAnswers(database.rows("\(Self.operationQuery) \(clauses)", values, read: Self.operation))
    }

    /// As ``operations(_:_:)``, for clauses that are made up as they are needed.
    func operationsOnce(_ clauses: String, _ values: [Database.Value]) throws(JournalError) -> [OperationRecord] {
        try withReadersAnswers(database.rowsOnce("\(Self.operationQuery) \(clauses)", values, read: Self.operation))
    }

    /// Few operations have an outcome that is somebody else's word, and few of these an answer against it.
    private func withReadersAnswers(_ records: [OperationRecord]) throws(JournalError) -> [OperationRecord] {
        var records = records
        for index in records.indices {
            guard let outcome = records[index].outcome, outcome.isClear, !outcome.settledBy.isReaders else { continue }
            records[index].readersAnswer = try readersAnswer(to: records[index].sequence)
        }
        return records
    }

    /// The reader's own clear answer that was kept against an operation's outcome; one that money moved before others.
    func readersAnswer(to sequence: Int64) throws(JournalError) -> OperationOutcome? {
        let answers = try unclaimed(where: "u.contradicts = ?", [.integer(sequence)]).map(\.outcome)
            .filter { $0.isClear && $0.settledBy.isReaders }
        return answers.last { $0.verdict == .approved || $0.verdict == .partiallyApproved } ?? answers.last
    }

    private static func operation(_ row: inout Row) throws(JournalError) -> OperationRecord {
        let sequence = row.integer()
        let attempt = Int(row.integer())
        let original = row.optionalInteger()
        let intent = try intent(&row)
        let wasRelayed = row.boolean()
        let changedTip = row.optionalText().flatMap(TipNote.tip)
        let hasOutcome = row.optionalInteger() != nil
        var record = OperationRecord(
            sequence: sequence, intent: intent, outcome: hasOutcome ? try outcome(&row) : nil,
            wasRelayedToBank: wasRelayed, attempt: attempt, originalSequence: original)
        record.changedTip = changedTip
        return record
    }

    /// - Parameter condition: SQL, a fixed text; the unclaimed result is `u`.
    func unclaimed(where condition: String, _ values: [Database.Value]) throws(JournalError) -> [UnclaimedResult] {
        try database.rows(
            "\(Self.unclaimedQuery) WHERE \(condition) ORDER BY u.number", values
        ) { (row) throws(JournalError) in
            UnclaimedResult(
                number: row.integer(), reader: row.reader(), customerReference: row.text(),
                contradictedSequence: row.optionalInteger(), outcome: try Self.outcome(&row))
        }
    }

    func insert(_ intent: OperationIntent, attempt: Int, original: Int64?) throws(JournalError) {
        var values: [Database.Value] = [.text(intent.kind.rawValue)]
        values += Database.Value.amount(intent.amount)
        values += [
            .text(intent.reference), .text(intent.customerReference), .optional(intent.originalTransactionID),
        ]
        values += Database.Value.reader(intent.reader)
        values.append(.text(intent.bootID))
        values += Database.Value.timestamp(intent.startedAt)
        values += [.text(intent.ticket), .text(intent.description), .text(intent.invoiceNumber)]
        values += Self.values(of: intent.parts)
        values += [.integer(Int64(attempt)), .optional(original)]
        try database.run(Self.intentInsertion, values)
    }

    /// - Parameter sequence: nil for an unclaimed result.
    /// - Returns: the row's number.
    func insert(_ outcome: OperationOutcome, of sequence: Int64?) throws(JournalError) -> Int64 {
        let settlement = outcome.settledBy.stored
        var values: [Database.Value] = [
            .optional(sequence), .text(outcome.verdict.rawValue), .text(outcome.message),
            .integer(Int64(outcome.statusCode)),
        ]
        for amount in [outcome.requested, outcome.authorised, outcome.gratuity, outcome.total, outcome.due] {
            values += Database.Value.amount(amount)
        }
        values += [
            .optional(outcome.transactionID), .text(outcome.readerTransactionID), .text(outcome.authorisationCode),
            .text(outcome.cardScheme), .text(outcome.maskedCardNumber), .text(outcome.cardEntry),
            .text(outcome.verificationMethod), .text(outcome.customerReceipt), .text(outcome.merchantReceipt),
            .boolean(outcome.isRecovered), .text(settlement.name), .text(settlement.by), .text(settlement.evidence),
        ]
        values += Database.Value.timestamp(outcome.finishedAt)
        values.append(.text(outcome.cardToken))
        try database.run(Self.outcomeInsertion, values)
        return database.lastInsertedRow
    }

    private static func intent(_ row: inout Row) throws(JournalError) -> OperationIntent {
        var intent = OperationIntent(
            kind: try row.word(), amount: try row.amount(), reference: row.text(), customerReference: row.text(),
            originalTransactionID: row.optionalText(), reader: row.reader(), bootID: row.text(),
            startedAt: row.timestamp())
        intent.ticket = row.text()
        intent.description = row.text()
        intent.invoiceNumber = row.text()
        intent.parts = try parts(&row, intent.amount?.currency)
        return intent
    }

    private static func values(of parts: SaleParts?) -> [Database.Value] {
        [
            .optional(parts?.subtotal.minorUnits), .optional(parts?.tax?.amount.minorUnits),
            .optional((parts?.tax?.rate.thousandths).map { Int64($0) }),
            .optional((parts?.tax?.isIncluded).map { $0 ? 1 : 0 } as Int64?), .optional(parts?.tip.minorUnits),
        ]
    }

    /// The parts have the amount's currency.
    private static func parts(_ row: inout Row, _ currency: Currency?) throws(JournalError) -> SaleParts? {
        let (subtotal, tax) = (row.optionalInteger(), row.optionalInteger())
        let (rate, isIncluded) = (row.optionalInteger(), row.optionalInteger())
        let tip = row.optionalInteger()
        guard let subtotal, let tip, let currency else { return nil }
        var parts = SaleParts(
            subtotal: Amount(minorUnits: subtotal, currency: currency), tip: Amount(minorUnits: tip, currency: currency)
        )
        guard let tax, let rate, let isIncluded else { return parts }
        guard let thousandths = UInt32(exactly: rate) else {
            throw .corrupt(path: row.path, detail: "the tax rate is not known: \(rate)")
        }
        parts.tax = SaleParts.Tax(
            amount: Amount(minorUnits: tax, currency: currency), rate: Percentage(thousandths: thousandths),
            isIncluded: isIncluded != 0)
        return parts
    }

    private static func outcome(_ row: inout Row) throws(JournalError) -> OperationOutcome {
        var outcome = OperationOutcome(
            verdict: try row.word(), message: row.text(), statusCode: Int(row.integer()), requested: try row.amount(),
            authorised: try row.amount(), gratuity: try row.amount(), total: try row.amount(), due: try row.amount(),
            transactionID: row.optionalText(), readerTransactionID: row.text(), authorisationCode: row.text(),
            cardScheme: row.text(), maskedCardNumber: row.text(), cardEntry: row.text(),
            verificationMethod: row.text(), customerReceipt: row.text(), merchantReceipt: row.text(),
            isRecovered: row.boolean(), settledBy: try settlement(&row), finishedAt: row.timestamp())
        outcome.cardToken = row.text()
        return outcome
    }

    private static func settlement(_ row: inout Row) throws(JournalError) -> OperationOutcome.Settlement {
        let stored = OperationOutcome.Settlement.Stored(name: row.text(), by: row.text(), evidence: row.text())
        guard let settlement = OperationOutcome.Settlement(stored) else {
            throw .corrupt(path: row.path, detail: "the settlement is not known: \(stored.name)")
        }
        return settlement
    }
}

extension OperationOutcome.Settlement {
    /// Its name, which never changes.
    package var name: String { stored.name }

    /// What the books store of a settlement. The names never change.
    struct Stored {
        var name: String
        var by = ""
        var evidence = ""
    }

    var stored: Stored {
        switch self {
        case .readerAnswer: Stored(name: "readerAnswer")
        case .pendingResult: Stored(name: "pendingResult")
        case .nothingSent: Stored(name: "nothingSent")
        case .transactionFeed: Stored(name: "transactionFeed")
        case .supervisor(let name, let evidence): Stored(name: "supervisor", by: name, evidence: evidence)
        case .noAnswer: Stored(name: "noAnswer")
        }
    }

    fileprivate init?(_ stored: Stored) {
        switch stored.name {
        case "readerAnswer": self = .readerAnswer
        case "pendingResult": self = .pendingResult
        case "nothingSent": self = .nothingSent
        case "transactionFeed": self = .transactionFeed
        case "supervisor": self = .supervisor(name: stored.by, evidence: stored.evidence)
        case "noAnswer": self = .noAnswer
        default: return nil
        }
    }
}
