import TillJournal

/// A receipt on the screen.
package struct ReceiptPage: Equatable, Sendable {
    package enum Copy: Equatable, Sendable {
        case customer
        case merchant
    }

    /// How wide a copy is set.
    package enum Width: Equatable, Sendable {
        /// A till roll of so many columns.
        case roll32, roll42, roll48
        /// As wide as the window.
        case screen

        /// The one that the key turns to.
        var next: Width {
            switch self {
            case .roll42: .roll48
            case .roll48: .screen
            case .screen: .roll32
            case .roll32: .roll42
            }
        }
    }

    package var record: OperationRecord
    package var copy: Copy
    package var width = Width.roll42
    /// The first line that is shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page
    /// The copy as lines of text, none wider than ``columns``.
    package var lines: [String] = []
    /// What the lines were set for.
    package var columns = 0
    /// What is looked for on it, as it was typed.
    package var find = ""
    /// Whether characters go into the field.
    package var isTyping = false
    /// The line that was found and is shown.
    package var match: Int?

    init(_ record: OperationRecord, under: Page) {
        self.record = record
        copy = .customer
        self.under = under
    }

    /// The lines that hold what is looked for, whatever its case.
    package var matches: [Int] {
        guard !find.isEmpty else { return [] }
        let wanted = find.lowercased()
        return lines.indices.filter { lines[$0].lowercased().contains(wanted) }
    }

    /// A copy as the reader sent it.
    static func html(_ record: OperationRecord, _ copy: Copy) -> String {
        switch copy {
        case .customer: record.outcome?.customerReceipt ?? ""
        case .merchant: record.outcome?.merchantReceipt ?? ""
        }
    }

    /// What a file with this copy is called, without its ending: the reference, in letters that any disk takes.
    package var fileName: String {
        let reference = record.intent.reference.unicodeScalars.prefix(60).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain || scalar == "-" ? Character(scalar) : "_"
        }
        let name = reference.isEmpty ? "receipt" : String(reference)
        return "\(name)-\(copy == .customer ? "customer" : "merchant")"
    }
}

/// A text for a file.
package struct SavedText: Equatable, Sendable {
    /// The file's name without its ending; letters, digits, `-` and `_`.
    package var name: String
    package var text: String
    /// Where it belongs.
    package var folder = Folder.receipts

    package enum Folder: String, Sendable {
        case receipts
        case logs
    }
}

/// The size of the window, in columns and rows.
package struct WindowSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Whether details stand beside lists.
    package var isWide: Bool { columns >= 100 && rows >= 24 }

    /// The most columns of a receipt, with a frame around it where there is room for one.
    var receiptColumns: Int { max(1, columns >= 60 ? columns - 8 : columns - 2) }
}
