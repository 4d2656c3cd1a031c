import EventLogging
import HeftKit
import ReaderSimulator
import Synchronization

/// Brings the reader's host traffic to its test host, or does to it what a test wants.
final class TestGateway: HostGateway {
    enum Manner: Sendable {
        /// The host's answer comes back.
        case relays
        /// The host is asked, and its answer held back until ``TestGateway/release()``.
        case holdsAnswer
        /// The host is never asked; nothing comes back until ``TestGateway/release()``.
        case losesRequest
        /// The host cannot be reached.
        case fails
    }

    enum Happening: Equatable, Sendable {
        case asked(HostExchange)
        case cancelled(Int)
        /// The host's answer is here and held back.
        case held(Int)
    }

    let log = EventLog<Happening>()
    private let port: SimulatedReaderPort
    private let manner: Mutex<Manner>
    private let held = Mutex<[@Sendable () -> Void]>([])

    init(_ port: SimulatedReaderPort, manner: Manner = .relays) {
        self.port = port
        self.manner = Mutex(manner)
    }

    private struct Call: HostCall {
        let id: Int
        let log: EventLog<Happening>

        func cancel() { log.append(.cancelled(id)) }
    }

    func set(_ manner: Manner) {
        self.manner.withLock { $0 = manner }
    }

    /// Lets every answer go that was held back, however late.
    func release() {
        for answer in held.withLock({ $0 }) { answer() }
    }

    func perform(_ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void) -> any HostCall {
        log.append(.asked(exchange))
        let manner = manner.withLock { $0 }
        switch manner {
        case .fails:
            completion(.failed)
        case .losesRequest:
            held.withLock { $0.append { completion(.response(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))) } }
        case .relays, .holdsAnswer:
            port.respond(host: exchange.host, port: exchange.port, request: exchange.request) { [self] answer in
                guard case .response(let bytes) = answer else { return }
                if case .relays = manner { return completion(.response(bytes)) }
                held.withLock { $0.append { completion(.response(bytes)) } }
                log.append(.held(exchange.id))
            }
        }
        return Call(id: exchange.id, log: log)
    }
}
