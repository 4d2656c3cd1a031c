/// The words that an answer has for the card.
public enum ChargeCardType: String, CaseIterable, Sendable {
    /// Visa, also its debit cards.
    case visa = "Visa"
    /// Mastercard, also its debit cards.
    case masterCard = "MasterCard"
    /// American Express.
    case amex = "Amex"
    /// Discover.
    case discover = "Discover"
    /// Maestro.
    case maestro = "Maestro"
    /// Solo.
    case solo = "Solo"
    /// Every other card, and one that nobody named.
    case unknown = "Unknown"

    /// The word for a scheme as a reader names it, without regard to case: `VISA`, `Visa Debit`, `MASTERCARD`,
    /// `AMERICAN EXPRESS`. ``unknown`` for any other.
    public init(schemeName: String) {
        let words = schemeName.utf8.map(ASCII.uppercased)
            .split { !(ASCII.isLetter($0) || ASCII.isDigit($0)) }
            .map { String(decoding: $0, as: UTF8.self) }
        let type = Self.names.first { name in
            words.indices.contains { words[$0...].starts(with: name.words) }
        }?.type
        self = type ?? .unknown
    }

    // Maestro first, for some readers call it a Mastercard too.
    private static let names: [(words: [String], type: ChargeCardType)] = [
        (["MAESTRO"], .maestro), (["MASTERCARD"], .masterCard), (["MASTER", "CARD"], .masterCard), (["VISA"], .visa),
        (["AMEX"], .amex), (["AMERICAN", "EXPRESS"], .amex), (["DISCOVER"], .discover), (["SOLO"], .solo),
    ]
}
