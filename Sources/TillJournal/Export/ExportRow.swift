import Money

/// An operation as it is given to other programs. The names and their order are a promise: new ones come at the end.
///
/// | name | what |
/// |---|---|
/// | `sequence` | the operation's number in these books |
/// | `reference`, `ticket`, `attempt` | the till's reference; what was paid; the count of operations on it |
/// | `customer_reference` | as it was sent to the reader |
/// | `kind`, `verdict` | the words of ``OperationKind`` and ``OperationOutcome/Verdict``; without an outcome `unknown` |
/// | `in_doubt` | `true` or `false` |
/// | `started_at`, `finished_at` | ISO 8601 with milliseconds and the shop's offset |
/// | `currency`, `amount` | what was asked for, as a plain decimal |
/// | `authorised_currency`, `authorised`, `gratuity`, `due` | what the bank authorised, with the gratuity in it, and what was left to pay |
/// | `card_scheme`, `card_last_four`, `card_entry`, `verification` | the card, in the reader's words |
/// | `authorisation_code`, `transaction_id`, `reader_transaction_id`, `original_transaction_id` | numbers of the bank and the reader |
/// | `reader_serial`, `reader_name` | the reader |
/// | `settled_by` | where the verdict comes from |
/// | `message` | the reader's words |
/// | `description`, `invoice_number` | what was sold, and the merchant's number for it |
/// | `subtotal`, `tax`, `tax_rate`, `tax_included`, `tip` | what `amount` is made of, in `currency`; the rate in per cent |
/// | `card_token` | what stands for the card in later operations |
struct ExportRow {
    enum Value: Equatable {
        case text(String)
        /// Digits, a point, a sign: never a formula.
        case number(String)
        case integer(Int64)
        case boolean(Bool)
        case none
    }

    static let names = [
        "sequence", "reference", "ticket", "attempt", "customer_reference", "kind", "verdict", "in_doubt",
        "started_at", "finished_at", "currency", "amount", "authorised_currency", "authorised", "gratuity", "due",
        "card_scheme", "card_last_four", "card_entry", "verification", "authorisation_code", "transaction_id",
        "reader_transaction_id", "original_transaction_id", "reader_serial", "reader_name", "settled_by", "message",
        "description", "invoice_number", "subtotal", "tax", "tax_rate", "tax_included", "tip", "card_token",
    ]

    /// In the order of ``names``.
    let values: [Value]

    init(_ record: OperationRecord) {
        let (intent, outcome) = (record.intent, record.outcome)
        let authorised = record.moved
        values = [
            .integer(record.sequence), .text(intent.reference), .text(intent.ticket),
            .integer(Int64(record.attempt)), .text(intent.customerReference), .text(intent.kind.rawValue),
            .text((outcome?.verdict ?? .unknown).rawValue), .boolean(record.isInDoubt),
            .text(intent.startedAt.iso8601), Self.text(outcome?.finishedAt.iso8601),
            Self.text(intent.amount?.currency.alphaCode), Self.number(intent.amount),
            Self.text(authorised?.currency.alphaCode), Self.number(authorised), Self.number(outcome?.gratuity),
            Self.number(outcome?.due), Self.text(outcome?.cardScheme),
            Self.text(outcome.map { String($0.maskedCardNumber.suffix(CardNumberMask.visibleDigits)) }),
            Self.text(outcome?.cardEntry), Self.text(outcome?.verificationMethod),
            Self.text(outcome?.authorisationCode), Self.text(outcome?.transactionID),
            Self.text(outcome?.readerTransactionID), Self.text(intent.originalTransactionID),
            .text(intent.reader.serialNumber), .text(intent.reader.name), Self.text(outcome?.settledBy.stored.name),
            Self.text(outcome?.message), Self.text(intent.description), Self.text(intent.invoiceNumber),
            Self.number(intent.parts?.subtotal), Self.number(intent.parts?.tax?.amount),
            (intent.parts?.tax).map { .number($0.rate.formatted) } ?? .none,
            (intent.parts?.tax).map { .boolean($0.isIncluded) } ?? .none, Self.number(intent.parts?.tip),
            Self.text(outcome?.cardToken),
        ]
    }

    private static func text(_ text: String?) -> Value { text.map { $0.isEmpty ? .none : .text($0) } ?? .none }

    private static func number(_ amount: Amount?) -> Value { amount.map { .number($0.decimal) } ?? .none }
}
