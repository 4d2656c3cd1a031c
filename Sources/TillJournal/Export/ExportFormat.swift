import FoundationEssentials

/// How operations are given to other programs, in UTF-8.
package enum ExportFormat: Sendable {
    /// RFC 4180: a line of names first, CR LF at the end of each line. A text that a spreadsheet would take for a formula
    /// has an apostrophe before it.
    case csv
    /// A JSON object a line; amounts are texts, so that no program reads them as binary fractions. Absent values are
    /// left out.
    case jsonLines

    /// What stands before the first operation.
    package var head: String {
        switch self {
        case .csv: ExportRow.names.joined(separator: ",") + "\r\n"
        case .jsonLines: ""
        }
    }

    /// Operations, a line each; one that cannot be written is left out, which no operation of the books is.
    package func lines(of records: [OperationRecord]) -> String {
        let writer = Writer(self)
        return records.compactMap { writer.line(ExportRow($0)) }.joined()
    }

    /// Makes lines; kept for a whole export.
    struct Writer {
        private let format: ExportFormat
        private let encoder = JSONEncoder()

        init(_ format: ExportFormat) {
            self.format = format
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        }

        /// Nil only when the row holds what JSON cannot.
        func line(_ row: ExportRow) -> String? {
            switch format {
            case .csv: row.values.map(ExportFormat.cell).joined(separator: ",") + "\r\n"
            case .jsonLines: (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) + "\n" }
            }
        }
    }

    private static func cell(_ value: ExportRow.Value) -> String {
        switch value {
        case .text(let text): cell(text)
        case .number(let number): number
        case .integer(let number): String(number)
        case .boolean(let value): value ? "true" : "false"
        case .none: ""
        }
    }

    static func cell(_ text: String) -> String {
        // Not by characters: CR LF is one, and is neither CR nor LF.
        let formula = Set("=+-@\t\r".utf8)
        let isFormula = text.utf8.first.map(formula.contains) ?? false
        let safe = isFormula ? "'" + text : text
        let special = Set(",\"\r\n".utf8)
        guard safe.utf8.contains(where: special.contains) else { return safe }
        let doubled = safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        return "\"\(doubled)\""
    }
}

extension ExportRow: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in zip(Self.names, values) {
            let key = Key(stringValue: name)
            switch value {
            case .text(let text), .number(let text): try container.encode(text, forKey: key)
            case .integer(let number): try container.encode(number, forKey: key)
            case .boolean(let value): try container.encode(value, forKey: key)
            case .none: break
            }
        }
    }
}
