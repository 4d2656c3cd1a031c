/// The tables, and how files of older tills get them. `Books.md` describes them.
enum Schema {
    /// `Till` in ASCII, at its place in the file's header: what tells the books from other databases.
    static let applicationID: Int32 = 0x5469_6C6C

    /// The schema version is the number of migrations carried out. One that has landed is never edited: files exist
    /// that it has made.
    static let migrations = [operationsAndResults, ticketsAndDays, saleParts, charges, history]

    /// Brings a file up to the last migration; each is all or nothing.
    static func migrate(_ database: Database, with migrations: [String] = migrations) throws(JournalError) {
        let found = try version(of: database)
        guard found <= migrations.count else {
            throw .newerSchema(path: database.path, found: found, known: migrations.count)
        }
        for (number, migration) in zip(1..., migrations).dropFirst(found) {
            try database.transaction(.full) { () throws(JournalError) in
                try database.execute(migration)
                try database.execute(
                    "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(number)")
            }
        }
    }

    /// - Throws: ``JournalError/foreign(path:)`` when the tables are not ours.
    static func version(of database: Database) throws(JournalError) -> Int {
        let version = try number(of: "PRAGMA user_version", in: database)
        let isOurs = try number(of: "PRAGMA application_id", in: database) == Int64(applicationID)
        let tables = try number(of: "SELECT count(*) FROM sqlite_schema", in: database)
        guard isOurs || (version == 0 && tables == 0) else { throw .foreign(path: database.path) }
        return Int(version)
    }

    private static func number(of sql: String, in database: Database) throws(JournalError) -> Int64 {
        try database.firstRow(sql) { row in row.integer() } ?? 0
    }

    private static let operationsAndResults = """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            books TEXT NOT NULL CHECK (books IN ('real', 'simulated')),
            tag TEXT NOT NULL CHECK (length(tag) = 4),
            last_number INTEGER NOT NULL CHECK (last_number BETWEEN 0 AND 999999999)
        ) STRICT;

        CREATE TABLE operation (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            amount_minor INTEGER,
            amount_currency TEXT,
            reference TEXT NOT NULL UNIQUE,
            customer_reference TEXT NOT NULL,
            original_transaction_id TEXT,
            reader_serial TEXT NOT NULL,
            reader_name TEXT NOT NULL,
            reader_address TEXT NOT NULL,
            reader_simulated INTEGER NOT NULL CHECK (reader_simulated IN (0, 1)),
            boot_id TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            started_offset INTEGER NOT NULL,
            outcome INTEGER REFERENCES outcome (id),
            in_doubt INTEGER NOT NULL DEFAULT 1 CHECK (in_doubt IN (0, 1)),
            CHECK ((amount_minor IS NULL) = (amount_currency IS NULL)),
            CHECK (in_doubt = 1 OR outcome IS NOT NULL)
        ) STRICT;
        CREATE INDEX operation_by_customer_reference ON operation (customer_reference);
        CREATE INDEX operation_by_start ON operation (started_at);
        CREATE INDEX operation_in_doubt ON operation (sequence) WHERE in_doubt = 1;

        CREATE TABLE outcome (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            operation INTEGER REFERENCES operation (sequence),
            verdict TEXT NOT NULL,
            message TEXT NOT NULL,
            status_code INTEGER NOT NULL,
            requested_minor INTEGER,
            requested_currency TEXT,
            authorised_minor INTEGER,
            authorised_currency TEXT,
            gratuity_minor INTEGER,
            gratuity_currency TEXT,
            total_minor INTEGER,
            total_currency TEXT,
            due_minor INTEGER,
            due_currency TEXT,
            transaction_id TEXT,
            reader_transaction_id TEXT NOT NULL,
            authorisation_code TEXT NOT NULL,
            card_scheme TEXT NOT NULL,
            masked_card_number TEXT NOT NULL,
            card_entry TEXT NOT NULL,
            verification_method TEXT NOT NULL,
            customer_receipt TEXT NOT NULL,
            merchant_receipt TEXT NOT NULL,
            is_recovered INTEGER NOT NULL CHECK (is_recovered IN (0, 1)),
            settled_by TEXT NOT NULL,
            settled_name TEXT NOT NULL,
            settled_evidence TEXT NOT NULL,
            finished_at INTEGER NOT NULL,
            finished_offset INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX outcome_by_operation ON outcome (operation);
        CREATE INDEX outcome_by_transaction ON outcome (transaction_id) WHERE transaction_id IS NOT NULL;

        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            operation INTEGER NOT NULL REFERENCES operation (sequence),
            at INTEGER NOT NULL,
            at_offset INTEGER NOT NULL,
            name TEXT NOT NULL,
            code INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX event_by_operation ON event (operation, id);
        CREATE INDEX event_relayed ON event (operation) WHERE name = 'relayedToBank';

        CREATE TABLE unclaimed_result (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            reader_serial TEXT NOT NULL,
            reader_name TEXT NOT NULL,
            reader_address TEXT NOT NULL,
            reader_simulated INTEGER NOT NULL CHECK (reader_simulated IN (0, 1)),
            customer_reference TEXT NOT NULL,
            contradicts INTEGER REFERENCES operation (sequence),
            outcome INTEGER NOT NULL UNIQUE REFERENCES outcome (id)
        ) STRICT;

        CREATE TRIGGER operation_stays BEFORE DELETE ON operation
            BEGIN SELECT RAISE (ABORT, 'an operation is never deleted'); END;
        CREATE TRIGGER operation_is_settled_once BEFORE UPDATE ON operation WHEN OLD.in_doubt = 0
            BEGIN SELECT RAISE (ABORT, 'a clear outcome is never replaced'); END;
        CREATE TRIGGER outcome_stays BEFORE DELETE ON outcome
            BEGIN SELECT RAISE (ABORT, 'an outcome is never deleted'); END;
        CREATE TRIGGER outcome_is_not_edited BEFORE UPDATE ON outcome
            BEGIN SELECT RAISE (ABORT, 'an outcome is never edited'); END;
        CREATE TRIGGER unclaimed_result_stays BEFORE DELETE ON unclaimed_result
            BEGIN SELECT RAISE (ABORT, 'an unclaimed result is never deleted'); END;
        """
}
