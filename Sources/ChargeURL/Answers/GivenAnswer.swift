import Money

/// What an answer says, read back from its URL by the side that made it: nonce and all else of the caller's are left
/// alone.
package struct GivenAnswer: Equatable, Sendable {
    package let responseCode: IFChargeResponseCode
    /// What the card was charged; nil unless it was approved.
    package let amount: Amount?

    /// Nil for a URL that is no answer.
    package init?(_ url: String) {
        guard let raw = try? RawURL(url, bytesMax: ChargeProtocol.answerBytesMax) else { return nil }
        var values: [ChargeField.Name: String] = [:]
        for pair in QueryComponents(raw.query ?? []).pairs {
            guard let name = pair.name, let value = pair.value,
                let field = ChargeField.Name(answerName: String(decoding: name, as: UTF8.self))
            else { continue }
            values[field] = String(decoding: value, as: UTF8.self)
        }
        guard let code = values[.responseType].flatMap(IFChargeResponseCode.init(rawValue:)) else { return nil }
        responseCode = code
        let currency = values[.currency].flatMap { Currency(alphaCode: $0) }
        amount = currency.flatMap { currency in
            values[.amount].flatMap { Amount(chargeText: $0, currency: currency) }
        }
    }
}
