import ChargeURL
import Money

/// Requests and answers that tests vary.
enum Charge {
    static let base = "com-innerfence-ccterminal://charge/1.0.0/"

    /// A request of one parameter, encoded, beside whatever else is given as it is.
    static func url(_ parameter: ChargeParameter, _ value: String, and rest: String = "") -> String {
        base + "?" + parameter.rawValue + "=" + encoded(value) + rest
    }

    /// Every byte but letters and digits, so that nothing hangs on what the library leaves alone.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The sale of the protocol's example.
    static let example = ApprovedCharge(
        transactionID: "100001", amount: Amount(minorUnits: 1099, currency: .usd),
        cardNumber: RedactedCardNumber("************1111"), cardType: .visa,
        tax: ApprovedCharge.Tax(minorUnits: 93, rate: Percentage(thousandths: 8500)), tipMinorUnits: 150)

    /// The pairs of a URL as they stand in it.
    static func pairs(of url: String) -> [Substring] {
        url.split(separator: "#")[0].split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? []
    }
}
