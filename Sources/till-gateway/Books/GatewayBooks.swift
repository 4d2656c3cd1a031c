import ReaderSimulator

/// The bank's books: every payment that was decided, and the batches that were closed.
///
/// They hold no card numbers: readers send none to the test host.
final class GatewayBooks {
    /// What the file says it is.
    private static let applicationID: Int64 = 0x5447_5731
    private static let version: Int64 = 1

    private let database: BooksDatabase

    /// - Parameter path: of a file, which is made where there is none; nil for books that are forgotten.
    /// - Throws: ``GatewayFailure`` for a file that cannot be used; it is left as it is.
    init(path: String?) throws(GatewayFailure) {
        let name = path ?? ":memory:"
        do throws(BooksError) {
            database = try BooksDatabase(path: name)
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
            guard try GatewayBooks.setUp(database) else {
                throw BooksError(code: 0, detail: "it is not a file of this program, or of another version")
            }
        } catch {
            throw .unavailable("The books in \(name) cannot be used: \(error.detail).")
        }
    }

    /// - Returns: false for a file of another kind.
    private static func setUp(_ database: BooksDatabase) throws(BooksError) -> Bool {
        try database.transaction { () throws(BooksError) in
            guard try number("SELECT count(*) FROM sqlite_schema", database) == 0 else {
                let found = (
                    try number("PRAGMA application_id", database), try number("PRAGMA user_version", database)
                )
                return found == (applicationID, version)
            }
            try database.execute(schema)
            return true
        }
    }

    private static func number(_ sql: String, _ database: BooksDatabase) throws(BooksError) -> Int64 {
        try database.rows(sql) { $0.integer() }.first ?? 0
    }

    private static let schema = """
        CREATE TABLE payment (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (id <> ''),
            kind TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 4294967295),
            currency INTEGER NOT NULL,
            original TEXT NOT NULL,
            batch INTEGER NOT NULL,
            date TEXT NOT NULL,
            terminal TEXT NOT NULL,
            reference TEXT NOT NULL,
            result TEXT NOT NULL,
            authorised INTEGER NOT NULL CHECK (authorised BETWEEN 0 AND 4294967295),
            code TEXT NOT NULL,
            reason TEXT NOT NULL,
            refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND authorised),
            reversed INTEGER NOT NULL CHECK (reversed IN (0, 1)),
            settled INTEGER NOT NULL CHECK (settled IN (0, 1)),
            tip INTEGER CHECK (tip BETWEEN 0 AND 4294967295),
            decided_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX payment_by_terminal ON payment (terminal, decided_at);
        CREATE TABLE batch (
            terminal TEXT NOT NULL,
            number INTEGER NOT NULL,
            closed_at INTEGER NOT NULL,
            PRIMARY KEY (terminal, number)
        ) STRICT;
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    // MARK: Deciding

    /// Has the test host decide a payment, and writes down what it decided before it is answered.
    ///
    /// - Parameter now: milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: nil where the host keeps silent.
    func decide(_ request: HostRequest, at now: Int64) throws(BooksError) -> HostReply? {
        try database.transaction { () throws(BooksError) in
            let known = try payments(behind: request)
            var host = TestHost(transactions: known, decisions: try decisions())
            let reply = host.decide(request)
            if request.closesBatch { try close(request, at: now) }
            try write(host.transactions, over: known, at: now)
            return reply
        }
    }

    /// Has the test host change the tip of a sale.
    ///
    /// - Returns: the HTTP code.
    func adjustTip(
        of sale: String, body: [UInt8], signature: String, secret: String, at now: Int64
    ) throws(BooksError) -> Int {
        try database.transaction { () throws(BooksError) in
            let known = try payment(sale).map { [$0] } ?? []
            var host = TestHost(transactions: known, decisions: 0)
            let code = host.adjustTip(body: body, signature: signature, secret: secret)
            try write(host.transactions, over: known, at: now)
            return code
        }
    }

    /// Authorisation codes are told apart by it.
    private func decisions() throws(BooksError) -> Int {
        Int(try database.rows("SELECT coalesce(max(sequence), 0) FROM payment") { $0.integer() }.first ?? 0)
    }

    /// The payment itself where it comes once more, the one that it gives back, and the sale behind that.
    private func payments(behind request: HostRequest) throws(BooksError) -> [TestHost.Transaction] {
        var found: [TestHost.Transaction] = []
        for id in [request.id, request.originalID] where !found.contains(where: { $0.id == id }) {
            guard let payment = try payment(id) else { continue }
            found.append(payment)
            if !found.contains(where: { $0.id == payment.originalID }), let sale = try self.payment(payment.originalID)
            {
                found.append(sale)
            }
        }
        return found
    }

    /// Whether a payment with this id was decided.
    func holds(_ id: String) throws(BooksError) -> Bool { try payment(id) != nil }

    private func payment(_ id: String) throws(BooksError) -> TestHost.Transaction? {
        let found = try database.rows(
            "SELECT \(GatewayBooks.columns) FROM payment WHERE id = ?", [.text(id)], read: GatewayBooks.transaction)
        guard let first = found.first else { return nil }
        guard let payment = first else { throw GatewayBooks.nonsense }
        return payment
    }

    private func write(
        _ payments: [TestHost.Transaction], over known: [TestHost.Transaction], at now: Int64
    ) throws(BooksError) {
        for payment in payments where !known.contains(payment) {
            if known.contains(where: { $0.id == payment.id }) {
                try database.run(
                    "UPDATE payment SET refunded = ?, reversed = ?, tip = ?, settled = ? WHERE id = ?",
                    [
                        .integer(Int64(payment.refundedMinor)), .integer(payment.isReversed ? 1 : 0),
                        payment.adjustedTipMinor.map { .integer(Int64($0)) } ?? .null,
                        .integer(payment.isSettled == true ? 1 : 0), .text(payment.id),
                    ])
            } else {
                try database.run(
                    """
                    INSERT INTO payment (\(GatewayBooks.columns), decided_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, GatewayBooks.values(payment) + [.integer(now)])
            }
        }
    }

    private func close(_ request: HostRequest, at now: Int64) throws(BooksError) {
        let batch: [BooksDatabase.Value] = [.text(request.terminal), .integer(Int64(request.batch))]
        try database.run("UPDATE payment SET settled = 1 WHERE terminal = ? AND batch <= ?", batch)
        try database.run("INSERT OR REPLACE INTO batch VALUES (?, ?, ?)", batch + [.integer(now)])
    }

    // MARK: Rows

    /// In the order of ``transaction(_:)`` and ``values(_:)``.
    private static let columns = """
        id, kind, amount, currency, original, batch, date, terminal, reference, result, authorised, code, reason, \
        refunded, reversed, settled, tip
        """

    /// Nil for a row that another program has changed into nonsense.
    private static func transaction(_ row: inout BooksDatabase.Row) -> TestHost.Transaction? {
        let id = row.text()
        let kind = PaymentOrder.Kind(rawValue: row.text())
        let amount = UInt32(clamping: row.integer())
        let currency = Int(row.integer())
        let original = row.text()
        let batch = Int(row.integer())
        let (date, terminal, reference) = (row.text(), row.text(), row.text())
        guard let kind, let result = HostReply.Result(rawValue: row.text()) else { return nil }
        let authorised = UInt32(clamping: row.integer())
        var transaction = TestHost.Transaction(
            id: id, kind: kind, amountMinor: amount, currency: currency, originalID: original, batch: batch, date: date,
            terminal: terminal, customerReference: reference.isEmpty ? nil : reference, result: result,
            authorisedMinor: authorised, authorisationCode: row.text(), reason: row.text())
        transaction.refundedMinor = UInt32(clamping: row.integer())
        transaction.isReversed = row.integer() != 0
        transaction.isSettled = row.integer() != 0 ? true : nil
        transaction.adjustedTipMinor = row.integerOrNull().map { UInt32(clamping: $0) }
        return transaction
    }

    private static func values(_ payment: TestHost.Transaction) -> [BooksDatabase.Value] {
        [
            .text(payment.id), .text(payment.kind.rawValue), .integer(Int64(payment.amountMinor)),
            .integer(Int64(payment.currency)), .text(payment.originalID), .integer(Int64(payment.batch)),
            .text(payment.date), .text(payment.terminal), .text(payment.customerReference ?? ""),
            .text(payment.result.rawValue), .integer(Int64(payment.authorisedMinor)), .text(payment.authorisationCode),
            .text(payment.reason), .integer(Int64(payment.refundedMinor)), .integer(payment.isReversed ? 1 : 0),
            .integer(payment.isSettled == true ? 1 : 0), payment.adjustedTipMinor.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    // MARK: Lists

    /// One payment as the feed lists it.
    struct Line {
        /// Counts up with each payment.
        var sequence: Int64
        var payment: TestHost.Transaction
        /// Milliseconds since 1970-01-01 00:00:00 UTC, by this machine's clock.
        var decidedAt: Int64
    }

    /// A terminal's payments of a period, in the order in which they were decided.
    ///
    /// - Parameters:
    ///   - sequence: only what comes after it.
    ///   - limit: not more than these.
    func payments(
        terminal: String, from: Int64, to: Int64, after sequence: Int64, limit: Int
    ) throws(BooksError) -> [Line] {
        let found = try database.rows(
            """
            SELECT sequence, decided_at, \(GatewayBooks.columns) FROM payment
            WHERE terminal = ? AND decided_at BETWEEN ? AND ? AND sequence > ? ORDER BY sequence LIMIT ?
            """, [.text(terminal), .integer(from), .integer(to), .integer(sequence), .integer(Int64(limit))]
        ) { row -> Line? in
            let (sequence, decidedAt) = (row.integer(), row.integer())
            return GatewayBooks.transaction(&row).map { Line(sequence: sequence, payment: $0, decidedAt: decidedAt) }
        }
        let lines = found.compactMap { $0 }
        // A list that leaves a payment out would say that it never was.
        guard lines.count == found.count else { throw GatewayBooks.nonsense }
        return lines
    }

    private static let nonsense = BooksError(code: 0, detail: "a payment in them makes no sense")

    /// What stands of one kind of payment in a batch.
    struct BatchLine: Encodable, Equatable {
        var terminal: String
        var batch: Int64
        var kind: String
        /// ISO 4217.
        var currency: Int64
        var count: Int64
        /// Minor units, with the tips that were changed afterwards.
        var total: Int64
        /// Milliseconds since 1970-01-01 00:00:00 UTC; nil for a batch that is open.
        var closedAt: Int64?
    }

    /// What stands in the batches of all terminals: approved, and not reversed.
    func batches() throws(BooksError) -> [BatchLine] {
        try database.rows(
            """
            SELECT payment.terminal, payment.batch, kind, currency, count(*),
                sum(CASE WHEN tip IS NULL THEN authorised ELSE min(authorised, amount) + tip END), closed_at
            FROM payment LEFT JOIN batch ON batch.terminal = payment.terminal AND batch.number = payment.batch
            WHERE reversed = 0 AND result IN ('approved', 'partlyApproved') AND kind IN ('sale', 'refund')
            GROUP BY payment.terminal, payment.batch, kind, currency
            ORDER BY payment.terminal, payment.batch, kind DESC, currency
            """
        ) { row in
            BatchLine(
                terminal: row.text(), batch: row.integer(), kind: row.text(), currency: row.integer(),
                count: row.integer(), total: row.integer(), closedAt: row.integerOrNull())
        }
    }
}
