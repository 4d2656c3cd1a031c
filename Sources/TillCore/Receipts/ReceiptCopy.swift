import Configuration
import Printing
import Receipts
import TillJournal

/// A copy of an operation's receipt with all that the shop puts around it: the same shown, saved and printed.
package struct ReceiptCopy: Equatable, Sendable {
    /// Whose it is. The raw values are stored in the books and never change.
    package enum Kind: String, CaseIterable, Sendable {
        case customer
        case merchant
        /// What is signed while the payment still runs.
        case slip
    }

    package var kind: Kind
    package var record: OperationRecord
    package var shop: ShopLines
    /// As the reader sent it; empty where it sent none.
    package var html: String

    /// What the books hold of a copy.
    package init(_ kind: Kind, of record: OperationRecord, shop: ShopLines) {
        self.kind = kind
        self.record = record
        self.shop = shop
        html =
            switch kind {
            case .customer: record.outcome?.customerReceipt ?? ""
            case .merchant: record.outcome?.merchantReceipt ?? ""
            case .slip: ""
            }
    }

    /// What the reader sends to be signed.
    package init(slip html: String, of record: OperationRecord, shop: ShopLines) {
        self.init(.slip, of: record, shop: shop)
        self.html = html
    }

    /// What a scanner finds the operation by in the history: the transaction's id, of the void itself on its slip. While the
    /// payment still runs there is only our reference, and so where the reader gave no id.
    private var code: String {
        let id = record.outcome?.transactionID ?? ""
        return id.isEmpty ? record.intent.reference : id
    }

    /// The copy as it is set for paper or the screen.
    ///
    /// - Parameter reprint: nil where it is the original.
    package func receipt(_ reprint: PrintedReceipt.Reprint? = nil) throws(ReceiptError) -> PrintedReceipt {
        receipt(try ReceiptDocument(html: html), reprint)
    }

    /// With all that stands around it.
    func receipt(_ document: ReceiptDocument, _ reprint: PrintedReceipt.Reprint? = nil) -> PrintedReceipt {
        PrintedReceipt(
            document, shop: shop, reprint: reprint,
            isSimulated: record.intent.reader.isSimulated, isToBeSigned: isToBeSigned, code: code)
    }

    /// The merchant keeps a signature of what was verified by one, whatever way it came about.
    private var isToBeSigned: Bool {
        switch kind {
        case .customer: return false
        case .slip: return true
        case .merchant:
            let method = record.outcome?.verificationMethod.uppercased() ?? ""
            return record.moved != nil && method.split { !$0.isLetter }.contains("SIGNATURE")
        }
    }

    /// What programs show as its name.
    package var title: String { "Receipt \(record.intent.reference)" }

    /// What a file with this copy is called, without its ending: the reference, in letters that any disk takes.
    package var fileName: String {
        let reference = record.intent.reference.unicodeScalars.prefix(60).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain || scalar == "-" ? Character(scalar) : "_"
        }
        let name = reference.isEmpty ? "receipt" : String(reference)
        return "\(name)-\(kind.rawValue)"
    }
}

/// How a copy is kept as a file. The raw value is the file's ending.
package enum SavedFormat: String, CaseIterable, Sendable {
    case text = "txt"
    case html
    case pdf
}

extension AppSettings {
    /// What the shop puts above and below its receipts, as it is set now.
    package var shop: ShopLines {
        let merchant = configuration.merchant
        let name = merchant.name.isEmpty ? [] : [merchant.name]
        return ShopLines(
            logo: merchant.logo.joined(separator: "\n"), header: (name + merchant.header).joined(separator: "\n"),
            footer: merchant.footer.joined(separator: "\n"))
    }

    /// Columns of the till roll.
    package var rollColumns: Int { configuration.receipts.width.rawValue }
}

extension TextMeasure {
    /// Copies as lines, one below the other, with a line between them where the paper is cut.
    package func lines(of copies: [ReceiptCopy], columns: Int) -> [ReceiptDocument.Line] {
        let parts = copies.map { lines(of: $0, columns: columns) }.filter { !$0.isEmpty }
        let cut = String(String(repeating: "- ", count: max(1, columns / 2)).dropLast())
        return Array(parts.joined(separator: ["", cut, ""].map(plain)))
    }

    /// A copy as lines, none wider than so many columns; none where the reader sent no such copy.
    package func lines(of copy: ReceiptCopy, columns: Int) -> [ReceiptDocument.Line] {
        guard !copy.html.isEmpty else { return [] }
        do throws(ReceiptError) {
            let receipt = try copy.receipt()
            guard receipt.document.holdsText else { return [] }
            return PrintJob(receipt, columns: columns, width: width).textLines(width: width)
        } catch {
            return TextMeasure.unreadable.map(plain)
        }
    }

    private func plain(_ text: String) -> ReceiptDocument.Line {
        ReceiptDocument.Line(text.isEmpty ? [] : [ReceiptDocument.Span(text)])
    }
}

extension ReceiptDocument {
    var holdsText: Bool {
        blocks.contains { block in
            switch block {
            case .line, .table: true
            case .rule, .blank: false
            }
        }
    }
}
