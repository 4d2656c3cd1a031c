/// A file as the first version of the till wrote it. It stands for files in shops and is not edited.
enum SchemaVersion1 {
    static let sql = """
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

        INSERT INTO journal VALUES (1, 'real', 'K7Q2', 418);
        INSERT INTO operation VALUES (7, 'sale', 1000, 'GBP', 'T1-000417-K7Q2', 'table 4', NULL,
            '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-1', 1700000000000, 3600, NULL, 1);
        INSERT INTO outcome VALUES (3, 7, 'approved', 'AUTHORISED', 1, 1000, 'GBP', 1100, 'GBP', 100, 'GBP',
            1100, 'GBP', NULL, NULL, '01236fc0-8192-11eb-9aca-ad4b0e95f241', '42', '991122', 'Visa',
            '************1111', 'ICC', 'PIN', '<p>customer</p>', '<p>merchant</p>', 0, 'readerAnswer', '', '',
            1700000009000, 3600);
        UPDATE operation SET outcome = 3, in_doubt = 0 WHERE sequence = 7;
        INSERT INTO operation VALUES (8, 'refund', 250, 'EUR', 'T1-000418-K7Q2', 'T1-000418-K7Q2',
            '01236fc0-8192-11eb-9aca-ad4b0e95f241', '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-1',
            1700000100000, 3600, NULL, 1);
        INSERT INTO event VALUES (1, 8, 1700000100500, 3600, 'requestSent', 0, '');
        INSERT INTO event VALUES (2, 8, 1700000101000, 3600, 'statusReported', 34, 'Waiting for card');
        INSERT INTO event VALUES (3, 8, 1700000102000, 3600, 'relayedToBank', 0, '');
        INSERT INTO outcome VALUES (4, NULL, 'declined', 'DECLINED', 2, NULL, NULL, NULL, NULL, NULL, NULL,
            NULL, NULL, NULL, NULL, NULL, '', '', '', '', '', '', '', '', 1, 'pendingResult', '', '',
            1700000200000, 0);
        INSERT INTO unclaimed_result VALUES (1, '12345', 'HiLite', '00:11:22:33:44:55', 0, 'other till', NULL, 4);
        PRAGMA application_id = 1416195180;
        PRAGMA user_version = 1;
        """
}
