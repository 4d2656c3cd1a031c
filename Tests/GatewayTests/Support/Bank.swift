import EventLogging
import HeftKit
import ReaderSimulator
import Synchronization
import Testing

/// The test host behind a reader's gateway: in memory, or as a program.
enum BankKind: CaseIterable, Sendable {
    case memory
    case http
    case https
}

/// A bank that has just opened, and the gateway that reaches it.
final class Bank {
    static let date = "20261004143205"

    let gateway: any HostGateway
    /// Nil for the one in memory.
    let program: GatewayProgram?
    let name: String
    let port: UInt16
    private var exchanges = 0

    convenience init(_ kind: BankKind) throws {
        switch kind {
        case .memory: self.init(nil)
        case .http: self.init(try GatewayProgram())
        case .https: self.init(try GatewayProgram(certificate: .good))
        }
    }

    init(_ program: GatewayProgram?) {
        self.program = program
        gateway = program?.gateway() ?? MemoryBank()
        name = program?.address.name ?? "bank.example"
        port = program?.address.port ?? 443
    }

    /// A request as the reader makes it.
    static func request(_ kind: HostRequest.Kind, _ id: String, _ amount: UInt32 = 0, of original: String = "")
        -> HostRequest
    {
        var request = HostRequest(kind: kind, batch: 1, date: date, terminal: GatewayProgram.serial)
        request.id = id
        request.amountMinor = amount
        request.currency = 826
        request.originalID = original
        return request
    }

    /// Relays a reader's request and waits for what comes of it.
    func ask(_ request: HostRequest, seconds: Int = 60) throws -> HostAnswer {
        try ask(request.http(host: name), seconds: seconds)
    }

    func ask(_ request: [UInt8], seconds: Int = 60) throws -> HostAnswer {
        exchanges += 1
        return try gateway.answer(
            to: HostExchange(id: exchanges, host: name, port: port, timeout: seconds, request: request))
    }

    /// Relays a reader's request and reads the host's reply.
    func decide(_ kind: HostRequest.Kind, _ id: String, _ amount: UInt32 = 0, of original: String = "") throws
        -> HostReply
    {
        let answer = try ask(Bank.request(kind, id, amount, of: original))
        guard case .response(let bytes) = answer else { throw ScratchFolder.Failure(what: "\(answer)") }
        return try #require(HostReply(http: bytes))
    }
}

extension HostGateway {
    /// Performs one exchange and waits for what comes of it.
    func answer(to exchange: HostExchange) throws -> HostAnswer {
        let answers = EventLog<HostAnswer>()
        _ = perform(exchange) { answers.append($0) }
        return try #require(answers.wait { $0.first }, "the gateway did not answer")
    }
}

/// The test host as a value. Where it keeps silent, the time is over at once.
private final class MemoryBank: HostGateway {
    private struct Call: HostCall {
        func cancel() {}
    }

    private let host = Mutex(TestHost())

    func perform(
        _ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void
    ) -> any HostCall {
        switch host.withLock({ $0.respond(to: exchange.request) }) {
        case .response(let bytes): completion(.response(bytes))
        case .neverAnswers: completion(.timedOut)
        }
        return Call()
    }
}
