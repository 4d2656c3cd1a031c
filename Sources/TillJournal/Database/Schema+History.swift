extension Schema {
    /// Version 5: what a search asks for together stands in one row and in one index: how an operation ended, what it
    /// was, whether it was undone, and what it is looked up by. And days begin anew when the clock was set.
    ///
    /// The columns repeat what other rows say, for the operation as it stands. Only ``JournalStore`` writes them, with
    /// what they repeat. What stands behind the sequence in an index is checked there, without a look at the row. The
    /// indexes of earlier outcomes hold few: an outcome is replaced only while it is unknown.
    static let history = """
        DROP TRIGGER operation_is_settled_once;
        DROP INDEX operation_by_kind;
        DROP INDEX operation_by_amount;
        DROP INDEX outcome_by_verdict;
        DROP INDEX outcome_by_amount;
        DROP INDEX outcome_by_card;

        ALTER TABLE operation ADD COLUMN verdict TEXT NOT NULL DEFAULT 'unknown';
        ALTER TABLE operation ADD COLUMN is_voided INTEGER NOT NULL DEFAULT 0 CHECK (is_voided IN (0, 1));
        ALTER TABLE operation ADD COLUMN is_refunded INTEGER NOT NULL DEFAULT 0 CHECK (is_refunded IN (0, 1));
        ALTER TABLE operation ADD COLUMN card TEXT NOT NULL DEFAULT '';
        ALTER TABLE operation ADD COLUMN other_minor INTEGER;
        ALTER TABLE operation ADD COLUMN other_currency TEXT;
        UPDATE operation SET verdict = o.verdict, card = substr(o.masked_card_number, -4),
            other_minor = iif(o.authorised_minor IS amount_minor AND o.authorised_currency IS amount_currency,
                NULL, o.authorised_minor),
            other_currency = iif(o.authorised_minor IS amount_minor AND o.authorised_currency IS amount_currency,
                NULL, o.authorised_currency)
            FROM outcome o WHERE o.id = operation.outcome;
        UPDATE operation SET is_voided = 1 WHERE sequence IN (SELECT original FROM operation
            WHERE original IS NOT NULL AND kind IN ('saleReversal', 'refundReversal')
                AND verdict IN ('approved', 'partiallyApproved'));
        UPDATE operation SET is_refunded = 1 WHERE sequence IN (SELECT original FROM operation
            WHERE original IS NOT NULL AND kind = 'refund' AND verdict IN ('approved', 'partiallyApproved'));

        CREATE INDEX operation_by_state ON operation (verdict, kind, is_voided, is_refunded);
        CREATE INDEX operation_by_amount ON operation (amount_minor, amount_currency, sequence, card);
        CREATE INDEX operation_by_amount_and_state ON operation
            (amount_minor, amount_currency, verdict, kind, is_voided, is_refunded, sequence, card);
        CREATE INDEX operation_by_other_amount ON operation (other_minor, other_currency, sequence, card)
            WHERE other_minor IS NOT NULL;
        CREATE INDEX operation_by_other_amount_and_state ON operation
            (other_minor, other_currency, verdict, kind, is_voided, is_refunded, sequence, card)
            WHERE other_minor IS NOT NULL;
        CREATE INDEX operation_by_card ON operation
            (card, sequence, amount_minor, amount_currency, other_minor, other_currency) WHERE card <> '';
        CREATE INDEX operation_by_card_and_state ON operation
            (card, verdict, kind, is_voided, is_refunded, sequence, amount_minor, amount_currency, other_minor,
                other_currency)
            WHERE card <> '';
        CREATE INDEX operation_by_customer_reference_6_and_state ON operation
            (lower(substr(customer_reference, -6)), verdict, kind, is_voided, is_refunded)
            WHERE customer_reference <> reference;
        CREATE INDEX operation_by_other_ticket_and_state ON operation
            (ticket, verdict, kind, is_voided, is_refunded) WHERE ticket <> reference;
        CREATE INDEX operation_by_reference_11 ON operation (lower(substr(reference, -11)));
        CREATE INDEX outcome_unknown_by_amount ON outcome (authorised_minor, authorised_currency, operation)
            WHERE verdict = 'unknown' AND authorised_minor IS NOT NULL;
        CREATE INDEX outcome_unknown_by_card ON outcome (substr(masked_card_number, -4), operation)
            WHERE verdict = 'unknown' AND masked_card_number <> '';

        CREATE TRIGGER operation_is_settled_once
            BEFORE UPDATE OF sequence, kind, amount_minor, amount_currency, reference, customer_reference,
                original_transaction_id, reader_serial, reader_name, reader_address, reader_simulated, boot_id,
                started_at, started_offset, outcome, in_doubt, ticket, attempt, original, description, invoice_number,
                subtotal_minor, tax_minor, tax_rate, tax_included, tip_minor, verdict, card, other_minor,
                other_currency ON operation
            WHEN OLD.in_doubt = 0
            BEGIN SELECT RAISE (ABORT, 'a clear outcome is never replaced'); END;
        CREATE TRIGGER operation_stays_undone BEFORE UPDATE OF is_voided, is_refunded ON operation
            WHEN NEW.is_voided < OLD.is_voided OR NEW.is_refunded < OLD.is_refunded
            BEGIN SELECT RAISE (ABORT, 'what was undone stays undone'); END;

        ALTER TABLE day_span RENAME TO old_day_span;
        CREATE TABLE day_span (
            first_sequence INTEGER PRIMARY KEY,
            last_sequence INTEGER NOT NULL,
            day INTEGER NOT NULL
        ) STRICT;
        INSERT INTO day_span
            SELECT min(sequence), max(sequence), day FROM (
                SELECT sequence, day, sum(begins) OVER (ORDER BY sequence) AS run FROM (
                    SELECT sequence, started_at / 86400000 AS day,
                        started_at / 86400000 IS NOT lag(started_at / 86400000) OVER (ORDER BY sequence) AS begins
                    FROM operation))
            GROUP BY run;
        DROP TABLE old_day_span;
        """
}
