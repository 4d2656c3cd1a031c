import Printing
import Receipts
import TillJournal

/// A receipt on the screen.
package struct ReceiptPage: Equatable, Sendable {
    package enum Copy: Equatable, Sendable {
        case customer
        case merchant
        /// The customer's, and the merchant's below it.
        case both
        /// What says that it was taken back.
        case voidSlip
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
    /// The void whose slip can be shown: of what the receipt is of, or itself; nil where nothing was voided.
    package var void: OperationRecord?
    package var copy: Copy
    /// What the shop puts around it.
    package var shop: ShopLines
    package var width = Width.roll42
    /// The first line that is shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page
    /// The copy as lines of text with its emphasis, none wider than ``columns``.
    package var lines: [ReceiptDocument.Line] = []
    /// What the lines were set for.
    package var columns = 0
    /// What is looked for on it, as it was typed.
    package var find = ""
    /// Whether characters go into the field.
    package var isTyping = false
    /// The line that was found and is shown.
    package var match: Int?

    init(_ record: OperationRecord, voidedBy void: OperationRecord?, shop: ShopLines, under: Page) {
        self.record = record
        self.void = record.intent.kind.isReversal ? record : void
        self.shop = shop
        copy = .customer
        self.under = under
    }

    /// The lines that hold what is looked for, whatever its case.
    package var matches: [Int] {
        guard !find.isEmpty else { return [] }
        let wanted = find.lowercased()
        return lines.indices.filter { lines[$0].text.lowercased().contains(wanted) }
    }

    /// What is shown, to be set anew, saved or printed; each is there, unless no copy at all is.
    package var receiptCopies: [ReceiptCopy] {
        switch copy {
        case .customer: [ReceiptCopy(.customer, of: record, shop: shop)]
        case .merchant: [ReceiptCopy(.merchant, of: record, shop: shop)]
        case .both: there(ReceiptPage.bothKinds.map { ReceiptCopy($0, of: record, shop: shop) })
        case .voidSlip: void.map { slips(of: $0) } ?? []
        }
    }

    /// The customer's copy of a void, or the merchant's where the reader sent no other.
    private func slips(of void: OperationRecord) -> [ReceiptCopy] {
        Array(there(ReceiptPage.bothKinds.map { ReceiptCopy($0, of: void, shop: shop) }).prefix(1))
    }

    private func there(_ copies: [ReceiptCopy]) -> [ReceiptCopy] { copies.filter { !$0.html.isEmpty } }

    private static let bothKinds = [ReceiptCopy.Kind.customer, .merchant]

    /// Whether a copy of this operation can be among those that are shown.
    func shows(_ sequence: Int64) -> Bool { record.sequence == sequence || void?.sequence == sequence }
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
