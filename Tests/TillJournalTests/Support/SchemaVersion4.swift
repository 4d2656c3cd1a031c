/// A file as the fourth version of the till wrote it, out of one of the third: a sale in doubt of which something is known,
/// a charge of another program, and a day to which the clock was set back. It stands for files in shops and is not edited.
enum SchemaVersion4 {
    static let sql =
        SchemaVersion3.sql + """

            CREATE TABLE charge (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                ticket TEXT NOT NULL UNIQUE,
                return_address TEXT NOT NULL,
                file_maker INTEGER NOT NULL CHECK (file_maker IN (0, 1)),
                app_name TEXT NOT NULL,
                asked_at INTEGER NOT NULL,
                asked_offset INTEGER NOT NULL,
                answer TEXT,
                delivered_at INTEGER,
                delivered_offset INTEGER,
                is_let_be INTEGER NOT NULL DEFAULT 0 CHECK (is_let_be IN (0, 1)),
                CHECK ((delivered_at IS NULL) = (delivered_offset IS NULL)),
                CHECK (answer IS NOT NULL OR delivered_at IS NULL)
            ) STRICT;
            CREATE INDEX charge_open ON charge (number) WHERE delivered_at IS NULL AND is_let_be = 0;
            CREATE TRIGGER charge_stays BEFORE DELETE ON charge
                BEGIN SELECT RAISE (ABORT, 'a charge is never deleted'); END;
            CREATE TRIGGER charge_is_not_edited
                BEFORE UPDATE OF number, ticket, return_address, file_maker, app_name, asked_at, asked_offset ON charge
                BEGIN SELECT RAISE (ABORT, 'a charge is never edited'); END;
            CREATE TRIGGER charge_is_answered_once BEFORE UPDATE OF answer ON charge WHEN OLD.answer IS NOT NULL
                BEGIN SELECT RAISE (ABORT, 'an answer is never replaced'); END;

            INSERT INTO operation VALUES (15, 'sale', 1250, 'GBP', 'T1-000425-K7Q2', 'A17', NULL,
                '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-3', 1600000000000, 3600, NULL, 1, 'A17', 1,
                NULL, '', 'A17', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO charge VALUES (1, 'A17', 'shop://paid', 0, 'Shop', 1700172800000, 3600, NULL, NULL, NULL, 0);
            INSERT INTO outcome VALUES (11, 15, 'unknown', '', 0, 1250, 'GBP', 1400, 'GBP', NULL, NULL,
                NULL, NULL, NULL, NULL, '61236fc0-8192-11eb-9aca-ad4b0e95f241', '48', '', 'Visa',
                '************4444', 'ICC', '', '', '', 0, 'noAnswer', '', '', 1700172809000, 3600, '');
            UPDATE operation SET outcome = 11 WHERE sequence = 15;
            INSERT INTO day_span VALUES (18518, 15, 15);
            INSERT INTO operation VALUES (16, 'sale', 400, 'GBP', 'T1-000426-K7Q2', 'T1-000426-K7Q2', NULL,
                '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-3', 1700086900000, 3600, NULL, 1, 'T1-000426-K7Q2', 1,
                NULL, '', '', NULL, NULL, NULL, NULL, NULL);
            UPDATE day_span SET last_sequence = 16 WHERE day = 19676;
            UPDATE journal SET last_number = 426;
            PRAGMA user_version = 4;
            """
}
