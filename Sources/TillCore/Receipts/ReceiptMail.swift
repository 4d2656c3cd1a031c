import Receipts
import TillCore
import TillJournal

/// The customer's copy of a receipt as an e-mail.
struct ReceiptMail: Sendable {
    let message: [UInt8]

    /// How many columns the plain text has.
    private static let columns = 42

    init(_ record: OperationRecord, to address: String) {
        let html = record.outcome?.customerReceipt ?? ""
        let amount = record.moved?.formattedWithCode ?? ""
        // The reader's own copy; where it cannot be read as one, its amount and reference still can.
        let plain = "\(amount)\n\(record.intent.reference)"
        let text: String
        do throws(ReceiptError) {
            text = try ReceiptDocument(html: html).plainText(columns: ReceiptMail.columns, width: { _ in 1 })
                .joined(separator: "\n")
        } catch {
            text = plain
        }
        message =
            MailMessage(
                to: address, subject: "Receipt for \(amount), \(record.intent.reference)",
                text: text.isEmpty ? plain : text, html: html
            ).bytes
    }
}
