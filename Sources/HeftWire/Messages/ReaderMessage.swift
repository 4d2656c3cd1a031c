/// Everything that a reader sends: responses to the till's requests, status events, and requests of its own.
///
/// Source: `ReaderProtocol.md` §2.
package enum ReaderMessage: Equatable, Sendable {
    case initialised(InitResponse)
    /// The answer to a cancel.
    case idled(Status, xml: [UInt8])
    /// The answer to an XML command: raw XML.
    case xmlAnswered(Status, xml: [UInt8])
    case financeFinished(FinanceResponse)
    case tokenised(Status, xml: [UInt8])
    /// `L001`, `L011` and the debug answers: nothing but a status.
    case plain(Command, Status)
    case log(Status, text: [UInt8])
    case statusEvent(Status, xml: [UInt8])
    case request(ReaderRequest)

    /// Decodes a whole message. Bytes after announced inner lengths are ignored; inner lengths past the end are an error.
    ///
    /// - Throws: any ``WireError``; every one of them is a communication error of the connection.
    package init(_ bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let command = try MessageHeader.readCommand(&reader)
        if let request = try ReaderRequest(command, &reader) {
            self = .request(request)
            return
        }
        guard ReaderMessage.responses.contains(command) else { throw .unknownCommand(command.rawValue) }
        let status = try MessageHeader.readStatus(&reader)
        var payload = try MessageHeader.readPayload(&reader)
        switch command {
        case .initialised:
            self = .initialised(try InitResponse(status: status, from: &payload))
        case .idled:
            self = .idled(status, xml: try ReaderMessage.optionalXML(&payload))
        case .xmlAnswered:
            self = .xmlAnswered(status, xml: payload.readRest())
        case .tokenised:
            self = .tokenised(status, xml: try ReaderMessage.optionalXML(&payload))
        case .log:
            self = .log(status, text: try ReaderMessage.optionalXML(&payload))
        case .statusEvent:
            self = .statusEvent(status, xml: try ReaderMessage.optionalXML(&payload))
        case .logLevelSet, .logWasReset, .debugAnswer0, .debugAnswer1, .debugAnswer2:
            self = .plain(command, status)
        default:
            self = .financeFinished(try FinanceResponse(command: command, status: status, from: &payload))
        }
    }

    /// The message as a reader sends it.
    ///
    /// - Throws: ``WireError/fieldTooLong(_:limit:)``.
    package func encoded() throws(WireError) -> [UInt8] {
        switch self {
        case .initialised(let response):
            try MessageHeader.response(.initialised, status: response.status, payload: try response.payload())
        case .idled(let status, let xml):
            try ReaderMessage.counted(.idled, status, xml)
        case .xmlAnswered(let status, let xml):
            try MessageHeader.response(.xmlAnswered, status: status, payload: xml)
        case .financeFinished(let response):
            try MessageHeader.response(response.command, status: response.status, payload: try response.payload())
        case .tokenised(let status, let xml):
            try ReaderMessage.counted(.tokenised, status, xml)
        case .plain(let command, let status):
            try MessageHeader.response(command, status: status)
        case .log(let status, let text):
            try ReaderMessage.counted(.log, status, text)
        case .statusEvent(let status, let xml):
            try ReaderMessage.counted(.statusEvent, status, xml)
        case .request(let request):
            try request.encoded()
        }
    }

    /// The command at the front.
    package var command: Command {
        switch self {
        case .initialised: .initialised
        case .idled: .idled
        case .xmlAnswered: .xmlAnswered
        case .financeFinished(let response): response.command
        case .tokenised: .tokenised
        case .plain(let command, _): command
        case .log: .log
        case .statusEvent: .statusEvent
        case .request(let request): request.command
        }
    }

    /// The status; nil for a request of the reader.
    package var status: Status? {
        switch self {
        case .initialised(let response): response.status
        case .financeFinished(let response): response.status
        case .idled(let status, _), .xmlAnswered(let status, _), .tokenised(let status, _), .plain(_, let status),
            .log(let status, _), .statusEvent(let status, _):
            status
        case .request: nil
        }
    }

    private static let responses: Set<Command> = [
        .initialised, .idled, .xmlAnswered, .saleFinished, .refundFinished, .saleReversalFinished,
        .refundReversalFinished, .startOfDayFinished, .endOfDayFinished, .hostInitFinished, .recovered, .tokenised,
        .logLevelSet, .logWasReset, .log, .debugAnswer0, .debugAnswer1, .debugAnswer2, .statusEvent,
    ]

    /// A refusal has an empty body; anything else counts its text.
    private static func optionalXML(_ payload: inout ByteReader) throws(WireError) -> [UInt8] {
        payload.isAtEnd ? [] : try payload.readCounted32()
    }

    private static func counted(_ command: Command, _ status: Status, _ text: [UInt8]) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try writer.writeCounted32(text)
        return try MessageHeader.response(command, status: status, payload: writer.bytes)
    }
}
