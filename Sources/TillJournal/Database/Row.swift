import CSQLite
import Money

/// Reads the columns of a result row from left to right.
struct Row {
    let statement: OpaquePointer
    let path: String
    private var column: Int32 = 0

    init(statement: OpaquePointer, path: String) {
        self.statement = statement
        self.path = path
    }

    mutating func integer() -> Int64 {
        defer { column += 1 }
        return sqlite3_column_int64(statement, column)
    }

    mutating func optionalInteger() -> Int64? {
        let isNull = isNull
        let value = integer()
        return isNull ? nil : value
    }

    mutating func boolean() -> Bool { integer() != 0 }

    mutating func text() -> String {
        defer { column += 1 }
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    mutating func optionalText() -> String? {
        let isNull = isNull
        let value = text()
        return isNull ? nil : value
    }

    /// Two columns: minor units and alpha code, both NULL when there is no amount.
    mutating func amount() throws(JournalError) -> Amount? {
        let minorUnits = optionalInteger()
        let code = optionalText()
        guard let minorUnits, let code else { return nil }
        return Amount(minorUnits: minorUnits, currency: try Self.currency(code, path: path))
    }

    mutating func currency() throws(JournalError) -> Currency {
        try Self.currency(text(), path: path)
    }

    /// Two columns: milliseconds and offset.
    mutating func timestamp() -> Timestamp {
        let milliseconds = integer()
        return Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: Int(integer()))
    }

    /// A word from a fixed list. Another word means that the file was changed by other hands: a newer till has a newer
    /// schema.
    mutating func word<Word: RawRepresentable<String>>() throws(JournalError) -> Word {
        let text = text()
        guard let word = Word(rawValue: text) else {
            throw .corrupt(path: path, detail: "\(Word.self) is not one of the known words: \(text)")
        }
        return word
    }

    mutating func reader() -> ReaderIdentity {
        ReaderIdentity(serialNumber: text(), name: text(), address: text(), isSimulated: boolean())
    }

    private var isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    private static func currency(_ code: String, path: String) throws(JournalError) -> Currency {
        guard let currency = Currency(alphaCode: code) else {
            throw .corrupt(path: path, detail: "the currency is not known: \(code)")
        }
        return currency
    }
}

extension Database.Value {
    static func optional(_ text: String?) -> Database.Value {
        text.map { .text($0) } ?? .null
    }

    static func optional(_ number: Int64?) -> Database.Value {
        number.map { .integer($0) } ?? .null
    }

    static func boolean(_ value: Bool) -> Database.Value {
        .integer(value ? 1 : 0)
    }

    /// As ``Row/amount()`` reads it.
    static func amount(_ amount: Amount?) -> [Database.Value] {
        [.optional(amount?.minorUnits), .optional(amount?.currency.alphaCode)]
    }

    /// As ``Row/timestamp()`` reads it.
    static func timestamp(_ timestamp: Timestamp) -> [Database.Value] {
        [.integer(timestamp.millisecondsSince1970), .integer(Int64(timestamp.offsetFromUTC))]
    }

    /// As ``Row/reader()`` reads it.
    static func reader(_ reader: ReaderIdentity) -> [Database.Value] {
        [.text(reader.serialNumber), .text(reader.name), .text(reader.address), .boolean(reader.isSimulated)]
    }
}
