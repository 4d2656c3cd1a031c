/// A file as the third version of the till wrote it, out of one of the second: a sale with a tip that was refunded in part,
/// and one that was voided. It stands for files in shops and is not edited.
enum SchemaVersion3 {
    static let sql =
        SchemaVersion2.sql + """

            ALTER TABLE operation ADD COLUMN description TEXT NOT NULL DEFAULT '';
            ALTER TABLE operation ADD COLUMN invoice_number TEXT NOT NULL DEFAULT '';
            ALTER TABLE operation ADD COLUMN subtotal_minor INTEGER;
            ALTER TABLE operation ADD COLUMN tax_minor INTEGER;
            ALTER TABLE operation ADD COLUMN tax_rate INTEGER CHECK (tax_rate >= 0);
            ALTER TABLE operation ADD COLUMN tax_included INTEGER CHECK (tax_included IN (0, 1));
            ALTER TABLE operation ADD COLUMN tip_minor INTEGER CHECK (
                (subtotal_minor IS NULL AND tax_minor IS NULL AND tip_minor IS NULL)
                OR (subtotal_minor IS NOT NULL AND tip_minor IS NOT NULL
                    AND (tax_minor IS NULL) = (tax_rate IS NULL) AND (tax_minor IS NULL) = (tax_included IS NULL)
                    AND amount_minor IS NOT NULL AND amount_minor = subtotal_minor + tip_minor
                        + CASE tax_included WHEN 0 THEN tax_minor ELSE 0 END));
            ALTER TABLE outcome ADD COLUMN card_token TEXT NOT NULL DEFAULT '';

            CREATE TABLE parked_ticket (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                label TEXT NOT NULL,
                total_minor INTEGER NOT NULL,
                total_currency TEXT NOT NULL,
                at INTEGER NOT NULL,
                at_offset INTEGER NOT NULL,
                contents TEXT NOT NULL
            ) STRICT;

            INSERT INTO operation VALUES (10, 'sale', 1100, 'GBP', 'T1-000420-K7Q2', 'T1-000420-K7Q2', NULL,
                '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-2', 1700086400000, 3600, NULL, 1, 'T1-000420-K7Q2', 1,
                NULL, 'Lunch', 'A17', 1000, NULL, NULL, NULL, 100);
            INSERT INTO outcome VALUES (6, 10, 'approved', 'AUTHORISED', 1, 1100, 'GBP', 1100, 'GBP', NULL, NULL,
                1100, 'GBP', NULL, NULL, '21236fc0-8192-11eb-9aca-ad4b0e95f241', '44', '991124', 'Visa',
                '************2222', 'ICC', 'PIN', '', '', 0, 'readerAnswer', '', '', 1700086409000, 3600, 'tok-1');
            UPDATE operation SET outcome = 6, in_doubt = 0 WHERE sequence = 10;
            INSERT INTO operation VALUES (11, 'refund', 300, 'GBP', 'T1-000421-K7Q2', 'T1-000421-K7Q2',
                '21236fc0-8192-11eb-9aca-ad4b0e95f241', '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-2',
                1700086500000, 3600, NULL, 1, 'T1-000421-K7Q2', 1, 10, '', '', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO outcome VALUES (7, 11, 'approved', 'REFUNDED', 1, 300, 'GBP', 300, 'GBP', NULL, NULL,
                300, 'GBP', NULL, NULL, '31236fc0-8192-11eb-9aca-ad4b0e95f241', '45', '991125', 'Visa',
                '************2222', 'ICC', 'PIN', '', '', 0, 'readerAnswer', '', '', 1700086509000, 3600, '');
            UPDATE operation SET outcome = 7, in_doubt = 0 WHERE sequence = 11;
            INSERT INTO operation VALUES (12, 'refund', 300, 'GBP', 'T1-000422-K7Q2', 'T1-000422-K7Q2',
                '21236fc0-8192-11eb-9aca-ad4b0e95f241', '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-2',
                1700086600000, 3600, NULL, 1, 'T1-000422-K7Q2', 1, 10, '', '', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO outcome VALUES (8, 12, 'declined', 'DECLINED', 2, 300, 'GBP', NULL, NULL, NULL, NULL,
                NULL, NULL, NULL, NULL, NULL, '', '', 'Visa', '************2222', 'ICC', '', '', '', 0,
                'readerAnswer', '', '', 1700086609000, 3600, '');
            UPDATE operation SET outcome = 8, in_doubt = 0 WHERE sequence = 12;
            INSERT INTO operation VALUES (13, 'sale', 700, 'GBP', 'T1-000423-K7Q2', 'T1-000423-K7Q2', NULL,
                '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-2', 1700086700000, 3600, NULL, 1, 'T1-000423-K7Q2', 1,
                NULL, '', '', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO outcome VALUES (9, 13, 'approved', 'AUTHORISED', 1, 700, 'GBP', 700, 'GBP', NULL, NULL,
                700, 'GBP', NULL, NULL, '41236fc0-8192-11eb-9aca-ad4b0e95f241', '46', '991126', 'Visa',
                '************3333', 'ICC', 'PIN', '', '', 0, 'readerAnswer', '', '', 1700086709000, 3600, '');
            UPDATE operation SET outcome = 9, in_doubt = 0 WHERE sequence = 13;
            INSERT INTO operation VALUES (14, 'saleReversal', 700, 'GBP', 'T1-000424-K7Q2', 'T1-000424-K7Q2',
                '41236fc0-8192-11eb-9aca-ad4b0e95f241', '12345', 'HiLite', '00:11:22:33:44:55', 0, 'boot-2',
                1700086800000, 3600, NULL, 1, 'T1-000424-K7Q2', 1, 13, '', '', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO outcome VALUES (10, 14, 'approved', 'VOIDED', 1, 700, 'GBP', 700, 'GBP', NULL, NULL,
                700, 'GBP', NULL, NULL, '51236fc0-8192-11eb-9aca-ad4b0e95f241', '47', '991127', 'Visa',
                '************3333', 'ICC', 'PIN', '', '', 0, 'readerAnswer', '', '', 1700086809000, 3600, '');
            UPDATE operation SET outcome = 10, in_doubt = 0 WHERE sequence = 14;
            INSERT INTO day_span VALUES (19676, 10, 14);
            UPDATE journal SET last_number = 424;
            PRAGMA user_version = 3;
            """
}
