/// Everything that the till sends: requests, and responses to the reader's own requests.
///
/// Source: `ReaderProtocol.md` §2.
package enum POSMessage: Equatable, Sendable {
    case initialise(InitRequest)
    /// Idle, which cancels a running operation.
    case idle
    case xmlCommand([UInt8])
    /// `F000`, `F010`, `F020`, `F030` or `F070`, with the command.
    case finance(Command, FinanceRequest)
    /// `F040`, `F050` or `F060`: requests without a payload.
    case day(Command)
    case tokenise(xml: [UInt8])
    case setLogLevel(LogLevel)
    case resetLog
    case getLog
    /// `H001`, `H011`, `H031`, `H021` on failure, and `R011`: nothing but a status.
    case answer(Command, Status)
    /// `H021` with the host's answer.
    case hostData([UInt8])
    /// `R021`
    case challengeAnswer(mx: [UInt8], zx: [UInt8])

    /// The most bytes that one ``hostData(_:)`` can carry behind its length.
    package static let longestHostData = MessageHeader.longestPayload - 4

    /// How much a reader writes into its log.
    package enum LogLevel: UInt8, CaseIterable, Sendable {
        case none = 0
        case error = 1
        case info = 2
        case full = 3
        case debug = 4
    }

    /// - Throws: ``WireError/transactionIDTooLong(_:)``, ``WireError/fieldTooLong(_:limit:)``, ``WireError/notDecimal(_:)``.
    package func encoded() throws(WireError) -> [UInt8] {
        switch self {
        case .initialise(let request):
            return try MessageHeader.request(.initialise, payload: try request.payload())
        case .idle:
            return try MessageHeader.request(.idle)
        case .xmlCommand(let xml):
            return try MessageHeader.request(.xmlCommand, payload: xml)
        case .finance(let command, let request):
            return try MessageHeader.request(command, payload: try request.payload())
        case .day(let command):
            return try MessageHeader.request(command)
        case .tokenise(let xml):
            return try MessageHeader.request(.tokenise, payload: xml)
        case .setLogLevel(let level):
            return try MessageHeader.request(.setLogLevel, payload: [level.rawValue])
        case .resetLog:
            return try MessageHeader.request(.resetLog)
        case .getLog:
            return try MessageHeader.request(.getLog)
        case .answer(let command, let status):
            return try MessageHeader.response(command, status: status)
        case .hostData(let data):
            var writer = ByteWriter()
            try writer.writeCounted32(data)
            return try MessageHeader.response(.hostReceived, status: .success, payload: writer.bytes)
        case .challengeAnswer(let mx, let zx):
            var writer = ByteWriter()
            try writer.writeCounted16(mx)
            try writer.writeCounted16(zx)
            return try MessageHeader.response(.challengeAnswer, status: .success, payload: writer.bytes)
        }
    }

    /// Decodes a whole message, as the reader's side of the conversation does.
    ///
    /// - Throws: any ``WireError``.
    package init(_ bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let command = try MessageHeader.readCommand(&reader)
        switch command {
        case .hostConnected, .hostSent, .hostReceived, .hostDisconnected, .signatureAnswer, .challengeAnswer:
            let status = try MessageHeader.readStatus(&reader)
            var payload = try MessageHeader.readPayload(&reader)
            self = try POSMessage.response(command, status, &payload)
        case .initialise, .idle, .xmlCommand, .sale, .refund, .saleReversal, .refundReversal, .recover, .startOfDay,
            .endOfDay, .hostInit, .tokenise, .setLogLevel, .resetLog, .getLog:
            var payload = try MessageHeader.readPayload(&reader)
            self = try POSMessage.request(command, &payload)
        default:
            throw .unknownCommand(command.rawValue)
        }
    }

    private static func response(
        _ command: Command, _ status: Status, _ payload: inout ByteReader
    ) throws(WireError) -> POSMessage {
        guard status == .success, !payload.isAtEnd else { return .answer(command, status) }
        switch command {
        case .hostReceived:
            return .hostData(try payload.readCounted32())
        case .challengeAnswer:
            return .challengeAnswer(mx: try payload.readCounted16(), zx: try payload.readCounted16())
        default:
            return .answer(command, status)
        }
    }

    private static func request(_ command: Command, _ payload: inout ByteReader) throws(WireError) -> POSMessage {
        switch command {
        case .initialise: return .initialise(try InitRequest(from: &payload))
        case .idle: return .idle
        case .xmlCommand: return .xmlCommand(payload.readRest())
        case .tokenise: return .tokenise(xml: payload.readRest())
        case .resetLog: return .resetLog
        case .getLog: return .getLog
        case .startOfDay, .endOfDay, .hostInit: return .day(command)
        case .setLogLevel:
            let byte = try payload.readUInt8()
            guard let level = LogLevel(rawValue: byte) else { throw .unexpectedByte(byte, expected: 0) }
            return .setLogLevel(level)
        default:
            return .finance(command, try FinanceRequest(from: &payload))
        }
    }

    /// The command at the front.
    package var command: Command {
        switch self {
        case .initialise: .initialise
        case .idle: .idle
        case .xmlCommand: .xmlCommand
        case .finance(let command, _), .day(let command), .answer(let command, _): command
        case .tokenise: .tokenise
        case .setLogLevel: .setLogLevel
        case .resetLog: .resetLog
        case .getLog: .getLog
        case .hostData: .hostReceived
        case .challengeAnswer: .challengeAnswer
        }
    }
}
