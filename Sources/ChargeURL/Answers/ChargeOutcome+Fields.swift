import Money

extension ChargeOutcome {
    /// The longest transaction ID and message that an answer may have, in Unicode scalars.
    static let textScalarsMax = 255
    /// The longest reference in a message, in Unicode scalars, so that the message is always whole.
    static let referenceScalarsMax = 64

    /// The four words of an answer.
    enum ResponseType: String {
        case approved, cancelled, declined, error
    }

    /// What the caller is told, in the order of the protocol's example. Nothing of a sale but of an approved one.
    public var fields: [ChargeField] {
        switch self {
        case .approved(let charge):
            [Self.responseType(.approved)] + charge.fields
        case .cancelled:
            [Self.responseType(.cancelled)]
        case .declined:
            [Self.responseType(.declined)]
        case .error:
            [Self.responseType(.error)]
        case .partlyPaid(let reference):
            Self.error("Only a part was charged. Do not charge again before asking at the till.", reference)
        case .setAside(let reference):
            Self.error("It is not known whether the card was charged. Do not charge again.", reference)
        }
    }

    private static func responseType(_ type: ResponseType) -> ChargeField {
        ChargeField(name: .responseType, value: type.rawValue)
    }

    private static func error(_ message: String, _ reference: String) -> [ChargeField] {
        let name = PlainText.shortened(PlainText.cleaned(reference), scalarsMax: referenceScalarsMax)
        return [
            responseType(.error), ChargeField(name: .errorMessage, value: "\(message) Our reference: \(name)"),
        ]
    }
}

extension ApprovedCharge {
    fileprivate var fields: [ChargeField] {
        let transactionID = PlainText.shortened(
            PlainText.cleaned(transactionID), scalarsMax: ChargeOutcome.textScalarsMax)
        let values: [(ChargeField.Name, String?)] = [
            (.transactionID, transactionID.isEmpty ? nil : transactionID),
            (.amount, amount.chargeText),
            (.currency, amount.currency.alphaCode),
            (.redactedCardNumber, cardNumber?.text),
            (.cardType, cardType.rawValue),
            (.taxAmount, tax.map { text(minorUnits: $0.minorUnits) }),
            (.taxRate, tax?.rate.formatted),
            (.tipAmount, tipMinorUnits.map(text)),
        ]
        return values.compactMap { name, value in value.map { ChargeField(name: name, value: $0) } }
    }

    private func text(minorUnits: Int64) -> String {
        Amount(minorUnits: minorUnits, currency: amount.currency).chargeText
    }
}
