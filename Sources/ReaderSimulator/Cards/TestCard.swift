/// A card in the cardholder's hand. It has a scheme and the last four digits of a number, never a whole one.
package struct TestCard: Codable, Equatable, Sendable {
    /// The schemes that a card may be of; raw values as they stand on the wire.
    package enum Scheme: String, Codable, CaseIterable, Sendable {
        case visa = "VISA"
        case mastercard = "MASTERCARD"
        case maestro = "MAESTRO"
        case amex = "AMEX"
        case discover = "DISCOVER"
        case jcb = "JCB"
        case diners = "DINERS"
        case unionPay = "UNIONPAY"
        case interac = "INTERAC"

        /// What the chip calls its application.
        var applicationID: String {
            switch self {
            case .visa: "A0000000031010"
            case .mastercard: "A0000000041010"
            case .maestro: "A0000000043060"
            case .amex: "A00000002501"
            case .discover, .diners: "A0000001523010"
            case .jcb: "A0000000651010"
            case .unionPay: "A000000333010101"
            case .interac: "A0000002771010"
            }
        }

        /// The acquirer's number for the kind of card.
        var typeID: String { "T" + applicationID.suffix(4) }

        /// Four digits, different for every scheme.
        var lastFour: String {
            switch self {
            case .visa: "1111"
            case .mastercard: "4444"
            case .maestro: "5555"
            case .amex: "0005"
            case .discover: "1117"
            case .jcb: "0000"
            case .diners: "5904"
            case .unionPay: "0009"
            case .interac: "7777"
            }
        }
    }

    /// How the reader reads it; raw values as they stand in `CardEntryType`.
    package enum Entry: String, Codable, CaseIterable, Sendable {
        case chip = "ICC"
        case contactless = "NFC"
        case stripe = "MSR"
    }

    /// How the cardholder proves who they are; raw values as they stand in `CVM`.
    package enum Verification: String, Codable, Sendable {
        case pin = "PIN"
        case signature = "SIGNATURE"
        case notRequired = "NOT_REQUIRED"
        case undefined = "UNDEFINED"
    }

    package var scheme: Scheme
    package var entry: Entry

    package init(scheme: Scheme = .visa, entry: Entry = .chip) {
        self.scheme = scheme
        self.entry = entry
    }

    /// Chip asks for a PIN, stripe for a signature, contactless for nothing.
    package var verification: Verification {
        switch entry {
        case .chip: .pin
        case .contactless: .notRequired
        case .stripe: .signature
        }
    }

    /// `************1111`
    package var maskedNumber: String { "************" + scheme.lastFour }

    /// `MMYY`
    package var expiry: String { "1230" }
}
