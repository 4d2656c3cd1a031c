import Printing
import Receipts
import TillJournal

/// A copy of a receipt as an e-mail: the same as it is printed and saved, once as text and once as HTML.
package struct ReceiptMail: Equatable, Sendable {
    package let message: MailMessage

    /// How many columns the plain text has.
    private static let columns = 42

    package init(_ copy: ReceiptCopy, to address: String, measure: TextMeasure) {
        let receipt = copy.forCustomer
        let amount = copy.record.moved.map { " for \($0.formattedWithCode)," } ?? ""
        message = MailMessage(
            to: address, subject: "Receipt\(amount) \(copy.record.intent.reference)",
            text: TextPage(receipt, columns: ReceiptMail.columns, width: measure.width).text,
            html: HTMLPage(receipt, title: copy.title).html)
    }
}

extension ReceiptCopy {
    /// What goes to a customer. Where the reader sent no copy that can be read, as after a decision by hand, what the books
    /// know stands in its place: nobody gets an empty page.
    fileprivate var forCustomer: PrintedReceipt {
        do throws(ReceiptError) {
            let receipt = try receipt()
            if receipt.document.holdsText { return receipt }
        } catch {
            // It cannot be read: the books stand in for it too.
        }
        let amount = record.moved.map { ["\(record.intent.kind.heading) \($0.formattedWithCode)"] } ?? []
        let facts = amount + [record.intent.reference, record.intent.startedAt.localTime]
        return receipt(ReceiptDocument(text: facts, alignment: .center))
    }
}

extension OperationKind {
    /// As it stands on a receipt.
    fileprivate var heading: String {
        switch self {
        case .sale, .saleAndTokenize: "SALE"
        case .refund: "REFUND"
        case .saleReversal, .refundReversal: "VOID"
        case .tokenize, .startOfDay, .endOfDay, .update: ""
        }
    }
}
