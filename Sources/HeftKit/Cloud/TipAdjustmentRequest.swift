import FoundationEssentials
import HeftWire

/// The request that changes the tip of a sale, ready to be sent. Source: `ReaderProtocol.md` §9.
///
///     POST https://api.handpoint.com/sdk/financial/v1/tipadjustment/
///     Content-Type: text/xml    Accept: */*    hmac: base64(HMAC-SHA256(text of the shared secret, body))
///
/// Its answer's code says what became of it: 200 authorised, 403 declined, anything else failed.
public struct TipAdjustmentRequest: Equatable, Sendable {
    /// The host of real payments.
    public static let host = "api.handpoint.com"
    /// The host of tests.
    public static let testHost = "apitest.handpoint.com"
    /// Where the request goes on either.
    public static let path = "/sdk/financial/v1/tipadjustment/"

    /// The GUID of the sale.
    public let transaction: String
    /// Minor units, 0 or more.
    public let tipAmount: Int
    /// The body, byte for byte as it is signed.
    public let body: [UInt8]
    /// The value of the header `hmac`.
    public let signature: String

    /// The headers by name.
    public var headers: [String: String] { ["Content-Type": "text/xml", "Accept": "*/*", "hmac": signature] }

    /// - Parameters:
    ///   - timestamp: ISO 8601 with milliseconds, `2016-11-01T15:50:16.000Z`.
    ///   - sharedSecret: 64 hexadecimal digits. The text itself is the key, so that its case matters.
    /// - Returns: nil for an empty transaction or a tip below zero.
    init?(transaction: String, tipAmount: Int, timestamp: String, sharedSecret: String) {
        guard !transaction.isEmpty, tipAmount >= 0 else { return nil }
        self.transaction = transaction
        self.tipAmount = tipAmount
        body = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <tipadjustment>
            \t<originalGuid>\(PayloadXML.escaped(transaction))</originalGuid>
            \t<tipAmount>\(tipAmount)</tipAmount>
            \t<timestamp>\(PayloadXML.escaped(timestamp))</timestamp>
            </tipadjustment>
            """.utf8)
        signature = Data(HMACSHA256.code(key: Array(sharedSecret.utf8), message: body)).base64EncodedString()
    }
}

/// Brings tip adjustments to the host. ``HeftManager/tipAdjustmentService`` takes one.
public protocol TipAdjustmentService: Sendable {
    /// Sends the request; never twice of its own accord.
    ///
    /// - Returns: the status of the answer's code, see ``TipAdjustmentStatus/init(httpCode:)``; failed without one.
    func send(_ request: TipAdjustmentRequest) async -> TipAdjustmentStatus
}

/// What became of a tip adjustment. Source: reference, TipAdjustmentStatus.
public struct TipAdjustmentStatus: RawRepresentable, Hashable, Sendable {
    /// 0 authorised, 1 declined, 2 failed; others are kept.
    public let rawValue: Int

    /// - Parameter rawValue: 0–2; others are kept.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// - Parameter httpCode: of the host's answer.
    public init(httpCode: Int) {
        switch httpCode {
        case 200: self = .authorised
        case 403: self = .declined
        default: self = .failed
        }
    }

    /// Approved by the processor. A second adjustment of the same sale replaces the first.
    public static let authorised = TipAdjustmentStatus(rawValue: 0)
    /// Refused by the processor.
    public static let declined = TipAdjustmentStatus(rawValue: 1)
    /// An error or a time-out; another attempt does no harm.
    public static let failed = TipAdjustmentStatus(rawValue: 2)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Approved by the processor.
public let TipAdjustmentAuthorised = TipAdjustmentStatus.authorised
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Refused by the processor.
public let TipAdjustmentDeclined = TipAdjustmentStatus.declined
// swift-format-ignore: AlwaysUseLowerCamelCase
/// An error or a time-out.
public let TipAdjustmentFailed = TipAdjustmentStatus.failed
