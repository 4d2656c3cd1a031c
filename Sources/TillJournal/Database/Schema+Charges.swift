extension Schema {
    /// Version 4: the charges that other programs ask for, and what they were answered.
    ///
    /// A request belongs to a ticket, for several cards may be tried for it. An answer is given once: what was told is
    /// what will be told again.
    static let charges = """
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
        """
}
