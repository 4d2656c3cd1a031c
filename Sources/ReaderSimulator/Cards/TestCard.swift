internal import HeftWire

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
        /// The number is typed on the reader, the card is not there.
        case typed = "CNP"
    }

    /// How the cardholder proves who they are; raw values as they stand in `CVM`.
    package enum Verification: String, Codable, Sendable {
        case pin = "PIN"
        case signature = "SIGNATURE"
        case pinAndSignature = "PIN_SIGNATURE"
        case failed = "FAILED"
        /// On the cardholder's telephone.
        case mobilePassCode = "MOBILE_PASS_CODE"
        case notRequired = "NOT_REQUIRED"
        case undefined = "UNDEFINED"
    }

    package var scheme: Scheme
    package var entry: Entry
    /// What the card asks of its holder; nil for what is usual with its entry.
    package var rule: Verification?
    /// What the acquirer tells of the card with an approval; nil where it tells nothing.
    package var balance: CardBalance?

    package init(
        scheme: Scheme = .visa, entry: Entry = .chip, rule: Verification? = nil, balance: CardBalance? = nil
    ) {
        self.scheme = scheme
        self.entry = entry
        self.rule = rule
        self.balance = balance
    }

    /// Where the card has no rule of its own, chip asks for a PIN, stripe for a signature, the others for nothing.
    package var verification: Verification {
        if let rule { return rule }
        switch entry {
        case .chip: return .pin
        case .contactless, .typed: return .notRequired
        case .stripe: return .signature
        }
    }

    /// Whether the reader asks for a PIN.
    var asksForPIN: Bool {
        switch verification {
        case .pin, .pinAndSignature: true
        case .signature, .notRequired, .failed, .mobilePassCode, .undefined: false
        }
    }

    /// Whether the cashier has to judge a signature.
    var asksForSignature: Bool {
        switch verification {
        case .signature, .pinAndSignature: true
        case .pin, .notRequired, .failed, .mobilePassCode, .undefined: false
        }
    }

    /// The same card, read in another way.
    func read(by entry: Entry) -> TestCard {
        guard entry != self.entry else { return self }
        // A rule that belongs to one entry says nothing of another.
        return TestCard(scheme: scheme, entry: entry, balance: balance)
    }

    /// The holder confirms at the PIN without a digit: the card falls back to a signature.
    mutating func bypassPIN() {
        rule = .signature
    }

    /// The same for every payment with this card on this reader: 32 hexadecimal digits.
    func token(terminal: String) -> String {
        // FNV-1a, twice with different beginnings. A token hides nothing here: there is no number behind it.
        let words = [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F as UInt64].map { start in
            (terminal + scheme.rawValue + lastFour).utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        }
        return Hex.text(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } })
    }

    private var lastFour: String { scheme.lastFour }

    /// `************1111`
    package var maskedNumber: String { "************" + lastFour }

    /// `MMYY`
    package var expiry: String { "1230" }
}
