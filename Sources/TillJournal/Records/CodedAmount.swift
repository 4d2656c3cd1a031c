import Money

/// A currency as it stands in a kept report: its alpha code.
@propertyWrapper package struct CodedCurrency: Codable, Hashable, Sendable {
    package var wrappedValue: Currency

    package init(wrappedValue: Currency) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let currency = Currency(alphaCode: code) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no currency: \(code)")
        }
        wrappedValue = currency
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.alphaCode)
    }
}

/// An amount as it stands in a kept report: minor units and the currency's alpha code.
@propertyWrapper package struct CodedAmount: Codable, Hashable, Sendable {
    private struct Stored: Codable {
        var minor: Int64
        @CodedCurrency var currency: Currency
    }

    package var wrappedValue: Amount

    package init(wrappedValue: Amount) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let stored = try Stored(from: decoder)
        wrappedValue = Amount(minorUnits: stored.minor, currency: stored.currency)
    }

    package func encode(to encoder: any Encoder) throws {
        try Stored(minor: wrappedValue.minorUnits, currency: wrappedValue.currency).encode(to: encoder)
    }
}
