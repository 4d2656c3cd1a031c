/// The commands of the protocol: four ASCII characters at the front of every message.
///
/// A response belongs to the request whose command has the same first three characters. Source: `ReaderProtocol.md` §2.
package enum Command: String, CaseIterable, Sendable {
    // Requests of the till, and the reader's responses to them.
    case initialise = "I000"
    case initialised = "I001"
    case idle = "I010"
    case idled = "I011"
    case xmlCommand = "C000"
    case xmlAnswered = "C001"
    case sale = "F000"
    case saleFinished = "F001"
    case refund = "F010"
    case refundFinished = "F011"
    case saleReversal = "F020"
    case saleReversalFinished = "F021"
    case refundReversal = "F030"
    case refundReversalFinished = "F031"
    case startOfDay = "F040"
    case startOfDayFinished = "F041"
    case endOfDay = "F050"
    case endOfDayFinished = "F051"
    case hostInit = "F060"
    case hostInitFinished = "F061"
    case recover = "F070"
    case recovered = "F071"
    case tokenise = "F080"
    case tokenised = "F081"
    case setLogLevel = "L000"
    case logLevelSet = "L001"
    case resetLog = "L010"
    case logWasReset = "L011"
    case getLog = "L020"
    case log = "L021"
    case debugAnswer1 = "D011"
    case debugAnswer2 = "D021"
    case debugAnswer0 = "D001"

    // Requests of the reader, and the till's responses to them.
    case hostConnect = "H000"
    case hostConnected = "H001"
    case hostSend = "H010"
    case hostSent = "H011"
    case hostReceive = "H020"
    case hostReceived = "H021"
    case hostDisconnect = "H030"
    case hostDisconnected = "H031"
    case postToHost = "H040"
    case statusEvent = "R001"
    case signatureWanted = "R010"
    case signatureAnswer = "R011"
    case challenge = "R020"
    case challengeAnswer = "R021"

    /// The command of the response that answers this request; nil for a response, and for a status event.
    package var response: Command? {
        switch self {
        case .postToHost:
            // The one exception to the rule of the three characters.
            return .hostReceived
        case .statusEvent:
            return nil
        default:
            guard rawValue.hasSuffix("0") else { return nil }
            return Command(rawValue: rawValue.dropLast() + "1")
        }
    }
}

/// The front of every message.
///
///     request   command[4 ASCII] hex6(payload length) payload
///     response  command[4 ASCII] hex4(status) hex6(payload length) payload
///
/// Source: `ReaderProtocol.md` §2.
package enum MessageHeader {
    /// What six hexadecimal digits can announce.
    package static let longestPayload = 0xFF_FFFF

    /// The bytes of a request.
    ///
    /// - Throws: ``WireError/fieldTooLong(_:limit:)`` above ``longestPayload``.
    package static func request(_ command: Command, payload: [UInt8] = []) throws(WireError) -> [UInt8] {
        Array(command.rawValue.utf8) + (try lengthField(payload)) + payload
    }

    /// The bytes of a response.
    ///
    /// - Throws: ``WireError/fieldTooLong(_:limit:)`` above ``longestPayload``.
    package static func response(
        _ command: Command, status: Status, payload: [UInt8] = []
    ) throws(WireError) -> [UInt8] {
        let code = Hex.text([UInt8(status.code >> 8), UInt8(truncatingIfNeeded: status.code)])
        return Array(command.rawValue.utf8) + Array(code.utf8) + (try lengthField(payload)) + payload
    }

    private static func lengthField(_ payload: [UInt8]) throws(WireError) -> [UInt8] {
        guard payload.count <= longestPayload else { throw .fieldTooLong(payload.count, limit: longestPayload) }
        let length = payload.count
        let bytes = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
        return Array(Hex.text(bytes).utf8)
    }

    /// Takes the command off the front.
    ///
    /// - Throws: ``WireError/truncated(needed:available:)``, ``WireError/unknownCommand(_:)``.
    static func readCommand(_ bytes: inout ByteReader) throws(WireError) -> Command {
        let text = String(decoding: try bytes.read(4), as: UTF8.self)
        guard let command = Command(rawValue: text) else { throw .unknownCommand(Hex.printable(text)) }
        return command
    }

    /// Takes the length off the front and gives back a reader over exactly the payload.
    static func readPayload(_ bytes: inout ByteReader) throws(WireError) -> ByteReader {
        let announced = try bytes.readHex(digits: 6)
        guard announced == bytes.count else { throw .lengthMismatch(announced: announced, present: bytes.count) }
        return bytes
    }

    static func readStatus(_ bytes: inout ByteReader) throws(WireError) -> Status {
        Status(code: UInt16(try bytes.readHex(digits: 4)))
    }
}

extension Hex {
    /// A command for an error message: printable ASCII as it is, anything else as hexadecimal.
    static func printable(_ text: String) -> String {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : text.utf8.map { Hex.text([$0]) }.joined()
    }
}
