/// A file as the second version of the till wrote it, out of one of the first. It stands for files in shops and is not
/// edited.
enum SchemaVersion2 {
    static let sql =
        SchemaVersion1.sql + """

            DROP TRIGGER operation_is_settled_once;
            ALTER TABLE operation ADD COLUMN ticket TEXT NOT NULL DEFAULT '';
            ALTER TABLE operation ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
            ALTER TABLE operation ADD COLUMN original INTEGER REFERENCES operation (sequence);
            UPDATE operation SET ticket = reference, original = (
                SELECT max(first.sequence) FROM outcome o JOIN operation first ON first.sequence = o.operation
                WHERE o.transaction_id = operation.original_transaction_id AND first.sequence < operation.sequence
                    AND ((operation.kind IN ('refund', 'saleReversal') AND first.kind IN ('sale', 'saleAndTokenize'))
                        OR (operation.kind = 'refundReversal' AND first.kind = 'refund')));
            CREATE TRIGGER operation_is_settled_once BEFORE UPDATE ON operation WHEN OLD.in_doubt = 0
                BEGIN SELECT RAISE (ABORT, 'a clear outcome is never replaced'); END;

            CREATE TABLE day_span (
                day INTEGER PRIMARY KEY,
                first_sequence INTEGER NOT NULL,
                last_sequence INTEGER NOT NULL
            ) STRICT;
            INSERT INTO day_span
                SELECT started_at / 86400000, min(sequence), max(sequence) FROM operation GROUP BY 1;

            CREATE TABLE tender (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                ticket TEXT NOT NULL,
                after_operation INTEGER NOT NULL REFERENCES operation (sequence),
                kind TEXT NOT NULL,
                amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
                amount_currency TEXT NOT NULL,
                at INTEGER NOT NULL,
                at_offset INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX tender_by_ticket ON tender (ticket);

            CREATE TABLE decision (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                operation INTEGER NOT NULL REFERENCES operation (sequence),
                after_operation INTEGER NOT NULL REFERENCES operation (sequence),
                kind TEXT NOT NULL,
                supervisor TEXT NOT NULL,
                evidence TEXT NOT NULL,
                at INTEGER NOT NULL,
                at_offset INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX decision_by_operation ON decision (operation);

            CREATE TABLE day_close (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                last_outcome INTEGER NOT NULL,
                last_tender INTEGER NOT NULL,
                closed_by TEXT NOT NULL,
                at INTEGER NOT NULL,
                at_offset INTEGER NOT NULL,
                contents TEXT NOT NULL
            ) STRICT;

            CREATE INDEX operation_by_ticket ON operation (ticket);
            CREATE INDEX operation_by_original ON operation (original) WHERE original IS NOT NULL;
            CREATE INDEX operation_by_original_kind ON operation (kind, original) WHERE original IS NOT NULL;
            CREATE INDEX operation_by_original_transaction ON operation (original_transaction_id)
                WHERE original_transaction_id IS NOT NULL;
            CREATE INDEX operation_by_kind ON operation (kind);
            CREATE INDEX operation_by_amount ON operation (amount_minor, amount_currency);
            CREATE INDEX operation_by_reference_6 ON operation (lower(substr(reference, -6)));
            CREATE INDEX operation_by_reference_8 ON operation (lower(substr(reference, -8)));
            CREATE INDEX operation_by_customer_reference_6 ON operation (lower(substr(customer_reference, -6)))
                WHERE customer_reference <> reference;
            CREATE INDEX outcome_by_verdict ON outcome (verdict, operation);
            CREATE INDEX outcome_by_amount ON outcome (authorised_minor, authorised_currency, operation)
                WHERE authorised_minor IS NOT NULL;
            CREATE INDEX outcome_by_card ON outcome (substr(masked_card_number, -4), operation)
                WHERE masked_card_number <> '';
            CREATE INDEX outcome_by_authorisation ON outcome (lower(authorisation_code), operation)
                WHERE authorisation_code <> '';
            CREATE INDEX outcome_by_transaction_6 ON outcome (lower(substr(transaction_id, -6)), operation)
                WHERE transaction_id IS NOT NULL;
            CREATE INDEX outcome_by_reader_transaction_6
                ON outcome (lower(substr(reader_transaction_id, -6)), operation) WHERE reader_transaction_id <> '';
            CREATE INDEX outcome_by_finish ON outcome (finished_at);

            CREATE TRIGGER tender_stays BEFORE DELETE ON tender
                BEGIN SELECT RAISE (ABORT, 'a tender is never deleted'); END;
            CREATE TRIGGER tender_is_not_edited BEFORE UPDATE ON tender
                BEGIN SELECT RAISE (ABORT, 'a tender is never edited'); END;
            CREATE TRIGGER decision_stays BEFORE DELETE ON decision
                BEGIN SELECT RAISE (ABORT, 'a decision is never deleted'); END;
            CREATE TRIGGER decision_is_not_edited BEFORE UPDATE ON decision
                BEGIN SELECT RAISE (ABORT, 'a decision is never edited'); END;
            CREATE TRIGGER day_close_stays BEFORE DELETE ON day_close
                BEGIN SELECT RAISE (ABORT, 'a day close is never deleted'); END;
            CREATE TRIGGER day_close_is_not_edited BEFORE UPDATE ON day_close
                BEGIN SELECT RAISE (ABORT, 'a day close is never edited'); END;

            INSERT INTO operation VALUES (9, 'sale', 900, 'GBP', 'T1-000419-K7Q2', 'T1-000419-K7Q2', NULL,
                '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-1', 1700000300000, 3600, NULL, 1, 'T1-000419-K7Q2', 1,
                NULL);
            INSERT INTO outcome VALUES (5, 9, 'partiallyApproved', 'PARTLY', 1, 900, 'GBP', 400, 'GBP', NULL, NULL,
                NULL, NULL, 500, 'GBP', '11236fc0-8192-11eb-9aca-ad4b0e95f241', '43', '991123', 'Visa',
                '************1111', 'ICC', 'PIN', '', '', 0, 'readerAnswer', '', '', 1700000309000, 3600);
            UPDATE operation SET outcome = 5, in_doubt = 0 WHERE sequence = 9;
            INSERT INTO tender VALUES (1, 'T1-000419-K7Q2', 9, 'cash', 500, 'GBP', 1700000310000, 3600);
            INSERT INTO day_close VALUES (1, 4, 0, 'Ann', 1700000250000, 3600,
                '\(close)');
            UPDATE journal SET last_number = 419;
            PRAGMA user_version = 2;
            """

    private static let close = """
        {"currencies":[{"cash":{"count":0,"sumMinor":0},"currency":"GBP","inDoubt":{"count":0,"sumMinor":0},\
        "lines":{"gratuityMinor":100,"netMinor":1100,"refundReversals":{"count":0,"sumMinor":0},\
        "refunds":{"count":0,"sumMinor":0},"saleReversals":{"count":0,"sumMinor":0},\
        "sales":{"count":1,"sumMinor":1100}},"otherTenders":{"count":0,"sumMinor":0},"schemes":[],"taxMinor":0}],\
        "from":{"milliseconds":1700000000000,"offset":3600},"inDoubt":[],"notTakenCount":0,"partlyPaid":[],\
        "to":{"milliseconds":1700000250000,"offset":3600},"unclaimedCount":1}
        """
}
