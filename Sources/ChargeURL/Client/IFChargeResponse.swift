import Money

/// How a charge ended, as its answer says.
public enum IFChargeResponseCode: String, CaseIterable, Sendable {
    /// The card was charged.
    case approved
    /// Nobody was charged, by choice.
    case cancelled
    /// The bank said no.
    case declined
    /// The charge did not come about, or nobody knows whether it did: then ``IFChargeResponse/errorMessage`` says so.
    case error
}

/// The original's name for ``IFChargeResponseCode/approved``.
public let kIFChargeResponseCodeApproved = IFChargeResponseCode.approved
/// The original's name for ``IFChargeResponseCode/cancelled``.
public let kIFChargeResponseCodeCancelled = IFChargeResponseCode.cancelled
/// The original's name for ``IFChargeResponseCode/declined``.
public let kIFChargeResponseCodeDeclined = IFChargeResponseCode.declined
/// The original's name for ``IFChargeResponseCode/error``.
public let kIFChargeResponseCodeError = IFChargeResponseCode.error

/// The client's side of an answer: the URL that this program was started with, checked.
///
/// The counterpart of the original class of this name. Every field has the protocol's form or the answer is refused, and
/// its nonce must be one that ``IFChargeRequest`` kept, which answers once only. Fields in FileMaker's form, `$ifcc_…`, are
/// read too. Nothing of the sale is known unless ``responseCode`` is approved.
public struct IFChargeResponse: Equatable, Sendable {
    /// How the charge ended.
    public let responseCode: IFChargeResponseCode
    /// The transaction's number in the books of the other side, up to 255 characters of any kind that prints.
    public let transactionId: String?
    /// What was charged, tax and tip included, as it was written: `13.42`.
    public let amount: String?
    /// The currency's code; `USD` for an amount without one.
    public let currency: String?
    /// ``amount`` in ``currency``.
    public let chargedAmount: Amount?
    /// The tax in the amount, `0.93`; nil when none was applied.
    public let taxAmount: String?
    /// The rate of the tax in percent, `8.5`.
    public let taxRate: String?
    /// The tip in the amount, `1.50`; nil when none was given.
    public let tipAmount: String?
    /// `XXXXXXXXXXXX1111`.
    public let redactedCardNumber: String?
    /// The kind of card, mostly a word of ``ChargeCardType``.
    public let cardType: String?
    /// What a person has to know of an error. Not in the original protocol.
    public let errorMessage: String?
    /// The parameters that are not the protocol's: those of the return address, and whatever else the URL had. Of those
    /// with one name the last.
    ///
    /// Whoever writes a URL writes these too: check them before you use them.
    public let extraParams: [String: String]

    /// The names of all fields without their prefix, in alphabetical order.
    public static func knownFields() -> [String] { ChargeField.Name.allCases.map(\.rawValue).sorted() }

    /// Reads an answer, and takes its nonce out of the store when all else is right.
    ///
    /// - Parameters:
    ///   - url: what this program was started with, at most ``ChargeProtocol/answerBytesMax`` bytes.
    ///   - nonces: the store of the request. Waits for its disk.
    /// - Throws: ``ChargeAnswerError``. The answer may still be true: look the charge up before you charge again.
    public init(url: String, nonces: any ChargeNonceStore) throws(ChargeAnswerError) {
        let parts = try AnswerParts(url)
        guard let type = parts.value(.responseType) else { throw .noResponseType }
        guard let code = IFChargeResponseCode(rawValue: type) else { throw .unknownResponseType }
        if let name = ChargeField.Name.allCases.first(where: { parts.value($0) != nil && !code.has($0) }) {
            throw .unexpected(name)
        }
        responseCode = code
        amount = parts.value(.amount)
        currency = parts.value(.currency) ?? (amount == nil ? nil : Currency.usd.alphaCode)
        let amounts = try Self.amounts(currency, parts)
        guard code != .approved || amounts[.amount] != nil else { throw .missing(.amount) }
        chargedAmount = amounts[.amount]
        taxAmount = parts.value(.taxAmount)
        tipAmount = parts.value(.tipAmount)
        taxRate = try parts.value(.taxRate, where: FieldForm.isTaxRate)
        transactionId = try parts.value(.transactionID, where: FieldForm.isText)
        redactedCardNumber = try parts.value(.redactedCardNumber, where: FieldForm.isRedactedCardNumber)
        cardType = try parts.value(.cardType, where: FieldForm.isCardType)
        errorMessage = try parts.value(.errorMessage, where: FieldForm.isText)
        extraParams = parts.extraParams
        // Last, so that an answer that is refused for anything else leaves its request waiting.
        try Self.take(parts.nonce, from: nonces)
    }

    /// The amounts that are there.
    private static func amounts(
        _ code: String?, _ parts: AnswerParts
    ) throws(ChargeAnswerError) -> [ChargeField.Name: Amount] {
        guard let code else { return [:] }
        guard let currency = Currency(alphaCode: code) else { throw .invalid(.currency) }
        var amounts: [ChargeField.Name: Amount] = [:]
        for name in [ChargeField.Name.amount, .taxAmount, .tipAmount] {
            guard let text = parts.value(name) else { continue }
            guard let amount = Amount(chargeText: text, currency: currency) else { throw .invalid(name) }
            amounts[name] = amount
        }
        return amounts
    }

    private static func take(_ text: String?, from nonces: any ChargeNonceStore) throws(ChargeAnswerError) {
        let match: ChargeNonceMatch
        do throws(ChargeNonceStoreError) {
            if let nonce = text.flatMap(ChargeNonce.init) {
                match = try nonces.take(nonce)
            } else {
                match = try nonces.isEmpty() ? .noneOutstanding : .unknown
            }
        } catch {
            throw .nonceStore(error)
        }
        switch match {
        case .outstanding: return
        case .noneOutstanding: throw .noneOutstanding
        case .unknown: throw text == nil ? .nonceMissing : .nonceUnknown
        }
    }
}

extension IFChargeResponseCode {
    /// Whether an answer of this type may have the field.
    fileprivate func has(_ name: ChargeField.Name) -> Bool {
        switch name {
        case .responseType: true
        case .errorMessage: self == .error
        case .transactionID, .amount, .currency, .redactedCardNumber, .cardType, .taxAmount, .taxRate, .tipAmount:
            self == .approved
        }
    }
}
