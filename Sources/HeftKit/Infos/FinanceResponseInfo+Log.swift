extension FinanceResponseInfo: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Every field that is not empty, by its name: the canonical log line. Card data is hidden, see
    /// ``CardDataRedaction``; GUIDs and timestamps stay as they are.
    public func toDictionary() -> [String: String] {
        let fields: [(name: String, value: String)] =
            [
                ("status", status), ("statusName", statusName), ("statusCode", "\(statusCode)"),
                ("finStatus", finStatus), ("financialResult", "\(financialResult)"),
                ("statusMessage", statusMessage), ("type", type), ("errorMessage", errorMessage),
                ("eFTTransactionID", eFTTransactionID), ("originalEFTTransactionID", originalEFTTransactionID),
                ("transactionId", transactionId), ("eFTTimestamp", eFTTimestamp),
                ("authorisationCode", authorisationCode), ("authorisedAmount", "\(authorisedAmount)"),
                ("requestedAmount", requestedAmount), ("totalAmount", totalAmount),
                ("gratuityAmount", gratuityAmount), ("gratuityPercentage", gratuityPercentage),
                ("dueAmount", dueAmount), ("currency", currency), ("cardSchemeName", cardSchemeName),
                ("cardEntryType", cardEntryType), ("verificationMethod", verificationMethod),
                ("CardToken", CardToken), ("maskedCardNumber", maskedCardNumber),
                ("expiryDateMMYY", expiryDateMMYY), ("mid", mid), ("tid", tid),
                ("customerReceipt", customerReceipt), ("merchantReceipt", merchantReceipt),
                ("customerReference", customerReference), ("budgetNumber", budgetNumber),
                ("chipTransactionReport", chipTransactionReport), ("balance", balance),
                ("recoveredTransaction", "\(recoveredTransaction)"), ("isRestarting", "\(isRestarting)"),
            ] + deviceStatus.fields.map { ("deviceStatus." + $0.name, $0.value) }
        var dictionary: [String: String] = [:]
        for field in fields where !field.value.isEmpty {
            dictionary[field.name] = isIdentifier(field.value) ? field.value : CardDataRedaction.redacted(field.value)
        }
        return dictionary
    }

    /// The canonical log line in one piece, the fields in the order of their names.
    public var description: String {
        toDictionary().sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    public var debugDescription: String { description }
    /// What a dump shows is the canonical log line too.
    public var customMirror: Mirror { Mirror(self, children: toDictionary().map { ($0.key, $0.value) }) }

    /// A GUID, or a timestamp of 14 digits: both may look like a card number, and neither is one.
    private func isIdentifier(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        let dashes = [8, 13, 18, 23]
        if bytes.count == 36, dashes.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) {
            return bytes.indices.allSatisfy { dashes.contains($0) || isHexadecimal(bytes[$0]) }
        }
        guard bytes.count == 14, bytes.allSatisfy({ (0x30...0x39).contains($0) }), value.hasPrefix("20") else {
            return false
        }
        let month = Int(value.dropFirst(4).prefix(2)) ?? 0
        let day = Int(value.dropFirst(6).prefix(2)) ?? 0
        return (1...12).contains(month) && (1...31).contains(day)
    }

    private func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
