import HeftWire

/// Brings a reader's host traffic to its host over the network, by libcurl.
///
/// Certificates are verified, a host that is not allowed is not asked, nobody is followed to another address, and no
/// request is sent twice. Source: `ReaderProtocol.md` §6.
///
/// | what happens | answer |
/// |---|---|
/// | the host answers, whatever code but a redirect | `response`: status line, empty line, body |
/// | the exchange's timeout runs out | `timedOut` |
/// | anything else: not allowed, not reached, not trusted, redirected, too long, broken off, cancelled | `failed` |
package struct HTTPHostGateway: HostGateway {
    private let client: HTTPClient
    private let allowances: [HostAllowance]
    private let answerMax: Int
    private let clock: HostClockWatch?
    private let observer: @Sendable (HostExchange, HTTPFailure) -> Void

    /// - Parameters:
    ///   - allowances: the hosts that may be reached.
    ///   - certificateAuthorities: whom their certificates must come from.
    ///   - answerMax: the longest body of an answer, in bytes; at most what a message to the reader carries.
    ///   - clock: sees what the answers say of the time.
    ///   - observer: told why an exchange has no answer, before the exchange ends; from any thread.
    package init(
        allowing allowances: [HostAllowance] = [.vendor], certificateAuthorities: CertificateAuthorities = .system,
        answerMax: Int = HTTPHostGateway.longestAnswer, clock: HostClockWatch? = nil,
        observer: @escaping @Sendable (HostExchange, HTTPFailure) -> Void = { _, _ in }
    ) {
        client = HTTPClient(authorities: certificateAuthorities)
        self.allowances = allowances
        self.answerMax = min(answerMax, HTTPHostGateway.longestAnswer)
        self.clock = clock
        self.observer = observer
    }

    /// The longest body that is handed on, in bytes: what a message carries, without the longest status line.
    package static let longestAnswer = POSMessage.longestHostData - 256
    private static let longestReason = 200

    package func perform(
        _ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void
    ) -> any HostCall {
        let request: HTTPRequest
        do throws(HTTPFailure) {
            request = try self.request(exchange)
        } catch {
            observer(exchange, error)
            completion(.failed)
            return EndedCall()
        }
        return client.send(request) { [clock, observer] result in
            do throws(HTTPFailure) {
                let response = try result.get()
                clock?.see(response)
                completion(.response(try HTTPHostGateway.answer(response)))
            } catch {
                observer(exchange, error)
                completion(error == .timedOut ? .timedOut : .failed)
            }
        }
    }

    private struct EndedCall: HostCall {
        func cancel() {}
    }

    private func request(_ exchange: HostExchange) throws(HTTPFailure) -> HTTPRequest {
        let addresses = allowances.lazy.compactMap { $0.address(name: exchange.host, port: exchange.port) }
        guard let address = addresses.first else { throw .notAllowed }
        guard let relayed = RelayedRequest(exchange.request) else { throw .unreadable }
        let own = [
            HTTPRequest.Field(name: "Content-Type", value: "application/octet-stream"),
            HTTPRequest.Field(name: "Accept", value: "*/*"),
        ]
        return HTTPRequest(
            address: address, target: relayed.target, method: .post(relayed.body), fields: own + relayed.fields,
            timeout: .seconds(max(1, exchange.timeout)), answerMax: answerMax)
    }

    private static func answer(_ response: HTTPResponse) throws(HTTPFailure) -> [UInt8] {
        guard !response.isRedirect else { throw .redirected(code: response.code) }
        let reason = response.reason.prefix(longestReason)
        return Array("HTTP/1.1 \(response.code) \(reason)\r\n\r\n".utf8) + response.body
    }
}
