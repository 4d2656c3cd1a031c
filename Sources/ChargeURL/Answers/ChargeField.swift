/// One field of an answer: a name of the protocol and its value, not encoded.
public struct ChargeField: Hashable, Sendable {
    /// Which field it is.
    public let name: Name
    /// The value as the protocol writes it, `10.99`.
    public let value: String

    /// The fields of an answer, in the order in which they are written. Raw values are the names without
    /// ``ChargeProtocol/fieldPrefix``.
    ///
    /// Source: the charge protocol 1.0.0, response, and its example.
    public enum Name: String, CaseIterable, Sendable {
        /// `approved`, `cancelled`, `declined` or `error`.
        case responseType
        /// The transaction's number.
        case transactionID = "transactionId"
        /// What was charged, tax and tip included.
        case amount
        /// The currency of the amounts.
        case currency
        /// `XXXXXXXXXXXX1111`.
        case redactedCardNumber
        /// A word of ``ChargeCardType``.
        case cardType
        /// The tax in the amount.
        case taxAmount
        /// The rate that was applied.
        case taxRate
        /// The tip in the amount.
        case tipAmount
        /// What a person has to know of an `error`; not in the original protocol.
        case errorMessage

        /// The name in an address, `ifcc_amount`.
        public var answerName: String { ChargeProtocol.fieldPrefix + rawValue }

        /// The field of a name in an address, plain or in FileMaker's form: `ifcc_amount`, `$ifcc_amount`.
        init?(answerName: String) {
            let plain = answerName.hasPrefix("$") ? answerName.dropFirst() : answerName[...]
            guard plain.hasPrefix(ChargeProtocol.fieldPrefix) else { return nil }
            self.init(rawValue: String(plain.dropFirst(ChargeProtocol.fieldPrefix.count)))
        }
    }
}
