// The words of a result as types. Each keeps a word that this version does not know, exactly as the reader sent it.

/// How an operation ended. Source: reference, finStatus values.
public struct FinStatus: RawRepresentable, Hashable, Sendable {
    /// The word, `AUTHORISED`.
    public let rawValue: String

    /// - Parameter rawValue: the word; one that is not below is kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Approved. Store the GUID.
    public static let authorised = FinStatus(rawValue: "AUTHORISED")
    /// Refused by the bank.
    public static let declined = FinStatus(rawValue: "DECLINED")
    /// Ended by the cardholder or at the till.
    public static let cancelled = FinStatus(rawValue: "CANCELLED")
    /// An error of the reader or the system.
    public static let failed = FinStatus(rawValue: "FAILED")
    /// A part was taken; the rest is due.
    public static let partialApproval = FinStatus(rawValue: "PARTIAL_APPROVAL")
    /// An operation without money is done.
    public static let processed = FinStatus(rawValue: "PROCESSED")
    /// Nobody knows whether money moved. Never charge again on it.
    public static let undefined = FinStatus(rawValue: "UNDEFINED")
}

/// How a card was read. Source: reference, CardEntryType string values.
public struct CardEntryType: RawRepresentable, Hashable, Sendable {
    /// The word, `ICC`.
    public let rawValue: String

    /// - Parameter rawValue: the word; one that is not below is kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Chip.
    public static let icc = CardEntryType(rawValue: "ICC")
    /// Contactless.
    public static let nfc = CardEntryType(rawValue: "NFC")
    /// Magnetic stripe.
    public static let msr = CardEntryType(rawValue: "MSR")
    /// Card not present.
    public static let cnp = CardEntryType(rawValue: "CNP")
    /// No card, or not known.
    public static let undefined = CardEntryType(rawValue: "UNDEFINED")
}

/// The brand of a card; compared without regard to case. Source: reference, CardSchemeName string values.
public struct CardSchemeName: RawRepresentable, Hashable, Sendable {
    /// The brand as the reader wrote it.
    public let rawValue: String

    /// - Parameter rawValue: the brand; one that is not below is kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static func == (left: CardSchemeName, right: CardSchemeName) -> Bool {
        left.rawValue.uppercased() == right.rawValue.uppercased()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.uppercased())
    }

    public static let visa = CardSchemeName(rawValue: "VISA")
    public static let mastercard = CardSchemeName(rawValue: "MASTERCARD")
    public static let maestro = CardSchemeName(rawValue: "MAESTRO")
    public static let amex = CardSchemeName(rawValue: "AMEX")
    public static let discover = CardSchemeName(rawValue: "DISCOVER")
    public static let jcb = CardSchemeName(rawValue: "JCB")
    public static let diners = CardSchemeName(rawValue: "DINERS")
    public static let unionpay = CardSchemeName(rawValue: "UNIONPAY")
    public static let interac = CardSchemeName(rawValue: "INTERAC")
}

/// How a cardholder was verified. Source: reference, verificationMethod.
public struct VerificationMethod: RawRepresentable, Hashable, Sendable {
    /// The word, `PIN`.
    public let rawValue: String

    /// - Parameter rawValue: the word; one that is not below is kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let pin = VerificationMethod(rawValue: "PIN")
    public static let signature = VerificationMethod(rawValue: "SIGNATURE")
    public static let pinAndSignature = VerificationMethod(rawValue: "PIN_SIGNATURE")
    public static let notRequired = VerificationMethod(rawValue: "NOT_REQUIRED")
    public static let undefined = VerificationMethod(rawValue: "UNDEFINED")
    public static let failed = VerificationMethod(rawValue: "FAILED")
    public static let mobilePassCode = VerificationMethod(rawValue: "MOBILE_PASS_CODE")
}
