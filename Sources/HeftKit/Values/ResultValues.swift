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

    /// Readers differ in the case of letters; the scheme is the same.
    public static func == (left: CardSchemeName, right: CardSchemeName) -> Bool {
        left.rawValue.uppercased() == right.rawValue.uppercased()
    }

    /// Without regard to case, as ``==(_:_:)``.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.uppercased())
    }

    /// `VISA` on the wire.
    public static let visa = CardSchemeName(rawValue: "VISA")
    /// `MASTERCARD` on the wire.
    public static let mastercard = CardSchemeName(rawValue: "MASTERCARD")
    /// `MAESTRO` on the wire.
    public static let maestro = CardSchemeName(rawValue: "MAESTRO")
    /// `AMEX` on the wire.
    public static let amex = CardSchemeName(rawValue: "AMEX")
    /// `DISCOVER` on the wire.
    public static let discover = CardSchemeName(rawValue: "DISCOVER")
    /// `JCB` on the wire.
    public static let jcb = CardSchemeName(rawValue: "JCB")
    /// `DINERS` on the wire.
    public static let diners = CardSchemeName(rawValue: "DINERS")
    /// `UNIONPAY` on the wire.
    public static let unionpay = CardSchemeName(rawValue: "UNIONPAY")
    /// `INTERAC` on the wire.
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

    /// `PIN` on the wire.
    public static let pin = VerificationMethod(rawValue: "PIN")
    /// `SIGNATURE` on the wire.
    public static let signature = VerificationMethod(rawValue: "SIGNATURE")
    /// `PIN_SIGNATURE` on the wire.
    public static let pinAndSignature = VerificationMethod(rawValue: "PIN_SIGNATURE")
    /// `NOT_REQUIRED` on the wire.
    public static let notRequired = VerificationMethod(rawValue: "NOT_REQUIRED")
    /// `UNDEFINED` on the wire.
    public static let undefined = VerificationMethod(rawValue: "UNDEFINED")
    /// `FAILED` on the wire.
    public static let failed = VerificationMethod(rawValue: "FAILED")
    /// `MOBILE_PASS_CODE` on the wire.
    public static let mobilePassCode = VerificationMethod(rawValue: "MOBILE_PASS_CODE")
}
