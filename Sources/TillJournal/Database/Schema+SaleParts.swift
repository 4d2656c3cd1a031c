extension Schema {
    /// Version 3: what a sale is for and what its amount is made of, the token of a card, and tickets that are set aside.
    ///
    /// The parts add up to the amount, or the row is refused. Sales of older tills have none.
    static let saleParts = """
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
        """
}
