/// What a reader asks of the till while an operation runs. Source: `ReaderProtocol.md` §2 and §6.
package enum ReaderRequest: Equatable, Sendable {
    /// `H000`: the host of the coming exchange, and the timeout of all of it in seconds.
    case hostConnect(host: [UInt8], port: UInt16, timeout: UInt16)
    /// `H010`: a whole HTTP/1.1 request.
    case hostSend(timeout: UInt16, data: [UInt8])
    /// `H020`: the answer is wanted, all of it in one reply.
    case hostReceive(maximumLength: UInt16, timeout: UInt16)
    /// `H030`
    case hostDisconnect
    /// `H040`: all of it in one.
    case postToHost(PostToHost)
    /// `R010`: a signature is to be judged.
    case signature(receipt: [UInt8], xml: [UInt8])
    /// `R020`: do reader and till share a secret?
    case challenge(random: [UInt8], xml: [UInt8])

    /// One whole host exchange: command `H040`.
    ///
    /// | bytes | field |
    /// |------:|-------|
    /// | 2, 2, 2 | port, second port, timeout in seconds |
    /// | 1, 1, 2 | lengths of host, second host, data |
    /// | … | host, second host, data |
    package struct PostToHost: Equatable, Sendable {
        package var host: [UInt8]
        package var port: UInt16
        /// Not tried.
        package var secondHost: [UInt8]
        package var secondPort: UInt16
        package var timeout: UInt16
        package var data: [UInt8]

        package init(
            host: [UInt8], port: UInt16, secondHost: [UInt8] = [], secondPort: UInt16 = 0, timeout: UInt16,
            data: [UInt8]
        ) {
            self.host = host
            self.port = port
            self.secondHost = secondHost
            self.secondPort = secondPort
            self.timeout = timeout
            self.data = data
        }

        init(from payload: inout ByteReader) throws(WireError) {
            port = try payload.readUInt16()
            secondPort = try payload.readUInt16()
            timeout = try payload.readUInt16()
            let hostLength = Int(try payload.readUInt8())
            let secondHostLength = Int(try payload.readUInt8())
            let dataLength = Int(try payload.readUInt16())
            host = Array(try payload.read(hostLength))
            secondHost = Array(try payload.read(secondHostLength))
            data = Array(try payload.read(dataLength))
        }

        func payload() throws(WireError) -> [UInt8] {
            guard host.count <= 255, secondHost.count <= 255 else {
                throw .fieldTooLong(max(host.count, secondHost.count), limit: 255)
            }
            guard data.count <= 65_535 else { throw .fieldTooLong(data.count, limit: 65_535) }
            var writer = ByteWriter()
            for value in [port, secondPort, timeout] { writer.writeUInt16(value) }
            writer.writeUInt8(UInt8(host.count))
            writer.writeUInt8(UInt8(secondHost.count))
            writer.writeUInt16(UInt16(data.count))
            for part in [host, secondHost, data] { writer.write(part) }
            return writer.bytes
        }
    }

    /// Nil where the command is none of a reader's requests.
    init?(_ command: Command, _ reader: inout ByteReader) throws(WireError) {
        guard ReaderRequest.commands.contains(command) else { return nil }
        var payload = try MessageHeader.readPayload(&reader)
        switch command {
        case .hostConnect:
            self = .hostConnect(
                host: try payload.readCounted8(), port: try payload.readUInt16(), timeout: try payload.readUInt16())
        case .hostSend:
            self = .hostSend(timeout: try payload.readUInt16(), data: try payload.readCounted16())
        case .hostReceive:
            self = .hostReceive(maximumLength: try payload.readUInt16(), timeout: try payload.readUInt16())
        case .hostDisconnect:
            self = .hostDisconnect
        case .postToHost:
            self = .postToHost(try PostToHost(from: &payload))
        case .signatureWanted:
            self = .signature(receipt: try payload.readCounted16(), xml: try payload.readCounted32())
        default:
            self = .challenge(random: try payload.readCounted16(), xml: try payload.readCounted32())
        }
    }

    private static let commands: Set<Command> = [
        .hostConnect, .hostSend, .hostReceive, .hostDisconnect, .postToHost, .signatureWanted, .challenge,
    ]

    package var command: Command {
        switch self {
        case .hostConnect: .hostConnect
        case .hostSend: .hostSend
        case .hostReceive: .hostReceive
        case .hostDisconnect: .hostDisconnect
        case .postToHost: .postToHost
        case .signature: .signatureWanted
        case .challenge: .challenge
        }
    }

    func encoded() throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hostConnect(let host, let port, let timeout):
            try writer.writeCounted8(host)
            writer.writeUInt16(port)
            writer.writeUInt16(timeout)
        case .hostSend(let timeout, let data):
            writer.writeUInt16(timeout)
            try writer.writeCounted16(data)
        case .hostReceive(let maximumLength, let timeout):
            writer.writeUInt16(maximumLength)
            writer.writeUInt16(timeout)
        case .hostDisconnect:
            break
        case .postToHost(let post):
            writer.write(try post.payload())
        case .signature(let receipt, let xml), .challenge(let receipt, let xml):
            try writer.writeCounted16(receipt)
            try writer.writeCounted32(xml)
        }
        return try MessageHeader.request(command, payload: writer.bytes)
    }
}
