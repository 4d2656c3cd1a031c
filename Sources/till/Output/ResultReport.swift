import FoundationEssentials
import Money
import TillCore
import TillJournal
import TillUI

/// An operation as the commands print it: one line for people, one document for programs.
///
/// The names of the document's fields are stable. Amounts are decimal text in the major unit, with their currency.
struct ResultReport: Encodable, Equatable {
    var sequence: Int64
    var kind: String
    /// `approved`, `declined`, `cancelled`, `failed`, `partiallyApproved`, `processed` or `unknown`.
    var result: String
    var heading: String
    var text: String
    var amount: String?
    var currency: String?
    var authorisedAmount: String?
    var gratuity: String?
    var total: String?
    var due: String?
    var reference: String
    var customerReference: String
    var transactionID: String?
    /// Of the operation that this one refunds or reverses.
    var originalTransactionID: String?
    var authorisationCode: String
    var cardScheme: String
    var maskedCardNumber: String
    var cardEntry: String
    var verificationMethod: String
    var message: String
    var statusCode: Int
    var isRecovered: Bool
    var isSimulated: Bool
    var startedAt: String
    var finishedAt: String?

    /// - Parameter message: what to say of it, where that is not what its outcome alone says.
    init(_ record: OperationRecord, message: CashierMessage? = nil) {
        let words = message ?? CashierMessage(record)
        let outcome = record.outcome
        sequence = record.sequence
        kind = record.intent.kind.rawValue
        result = (outcome?.verdict ?? .unknown).rawValue
        heading = words.heading
        text = words.text
        amount = record.intent.amount?.decimal
        currency = record.intent.amount?.currency.alphaCode
        authorisedAmount = outcome?.authorised?.decimal
        gratuity = outcome?.gratuity?.decimal
        total = outcome?.total?.decimal
        due = outcome?.due?.decimal
        reference = record.intent.reference
        customerReference = record.intent.customerReference
        transactionID = record.transactionID
        originalTransactionID = record.intent.originalTransactionID
        authorisationCode = outcome?.authorisationCode ?? ""
        cardScheme = outcome?.cardScheme ?? ""
        maskedCardNumber = outcome?.maskedCardNumber ?? ""
        cardEntry = outcome?.cardEntry ?? ""
        verificationMethod = outcome?.verificationMethod ?? ""
        self.message = outcome?.message ?? ""
        statusCode = outcome?.statusCode ?? 0
        isRecovered = outcome?.isRecovered ?? false
        isSimulated = record.intent.reader.isSimulated
        startedAt = record.intent.startedAt.iso8601
        finishedAt = outcome?.finishedAt.iso8601
    }

    /// What was taken, where that is not what was asked for.
    private var moved: String? {
        result == OperationOutcome.Verdict.approved.rawValue
            || result == OperationOutcome.Verdict.partiallyApproved.rawValue ? total ?? authorisedAmount : nil
    }

    /// `APPROVED  12.34 GBP  VISA ************1111  auth 091824  ref T1-000418-K7Q2`
    var line: String {
        var parts = [heading]
        if let amount = moved ?? amount, let currency { parts.append("\(amount) \(currency)") }
        let card = [cardScheme, maskedCardNumber].filter { !$0.isEmpty }.joined(separator: " ")
        if !card.isEmpty { parts.append(card) }
        if !authorisationCode.isEmpty { parts.append("auth \(authorisationCode)") }
        parts.append("ref \(customerReference)")
        if isSimulated { parts.append("SIMULATED") }
        return PlainText.printable(parts.joined(separator: "  "))
    }
}

extension CashierMessage {
    /// The reader was asked for the answer to this and holds nothing.
    init(stillUnknown record: OperationRecord) {
        switch record.intent.kind {
        case .refund, .saleReversal, .refundReversal:
            self.init(
                "STILL UNKNOWN",
                "The reader has no stored answer. The money may or may not have gone back. Call support before giving "
                    + "it back again.")
        case .sale, .saleAndTokenize, .tokenize, .startOfDay, .endOfDay, .update: self = CashierMessage.stillUnknown
        }
    }
}

/// Text for a terminal or a file that is read line by line.
enum PlainText {
    /// What the reader says of an operation beside the books.
    static func contradiction(of record: OperationRecord, by answer: OperationOutcome) -> String {
        guard record.contradicts(answer) else { return "The reader's own answer tells the same. It was kept." }
        let message = CashierMessage(record, contradictedBy: answer)
        return printable("\(message.heading). \(message.text) (ref \(record.intent.reference))")
    }

    /// Without control characters: text of a reader or a host never steers a terminal.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// Documents for programs.
enum JSONText {
    /// One line, its keys in order.
    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("a report of texts and numbers can always be written: \(error)")
        }
    }
}
