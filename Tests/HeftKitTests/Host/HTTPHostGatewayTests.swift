import EventLogging
import HeftKit
import Testing

/// What goes over the network for a reader, to the byte, with a host that answers by a script.
@Suite("The host gateway on the network") struct HTTPHostGatewayTests {
    private static let request =
        "POST /pay?a=b HTTP/1.1\r\nHost: ignored.example:1\r\nX-Batch: 7\r\nAccept: text/plain\r\n"
        + "Accept-Language: is\r\nAccept-Encoding: gzip\r\nContent-Type: text/xml\r\nContent-Length: 99\r\nConnection: close\r\n"
        + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\nX-Empty:\r\n\r\nbody\u{0}\u{1}"
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"

    /// What came of one exchange.
    private struct Outcome {
        var answer: HostAnswer?
        var failures: [HTTPFailure]
    }

    private func exchange(_ host: ScriptedHost, _ request: String = request, name: String = "127.0.0.1") -> HostExchange
    {
        HostExchange(id: 1, host: name, port: host.port, timeout: 60, request: Array(request.utf8))
    }

    private func ask(
        _ host: ScriptedHost, _ request: String = request, name: String = "127.0.0.1", allowing: [HostAllowance]? = nil,
        answerMax: Int = 1000
    ) throws -> Outcome {
        let failures = EventLog<HTTPFailure>()
        let gateway = HTTPHostGateway(allowing: try allowing ?? [.address(host.address)], answerMax: answerMax) {
            _, failure in
            failures.append(failure)
        }
        let answers = EventLog<HostAnswer>()
        _ = gateway.perform(exchange(host, request, name: name)) { answers.append($0) }
        let answer = answers.wait { $0.first }
        return Outcome(answer: answer, failures: failures.entries)
    }

    private func response(_ text: String) -> HostAnswer { .response(Array(text.utf8)) }

    @Test("posts the reader's body to the reader's path, with the reader's own fields and the till's") func request()
        throws
    {
        let host = try ScriptedHost(.bytes(HTTPHostGatewayTests.ok))
        let outcome = try ask(host)
        #expect(outcome.answer == response("HTTP/1.1 200 OK\r\n\r\ndone"))
        #expect(
            host.requests.entries == [
                "POST /pay?a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/octet-stream\r\nAccept: */*\r\n"
                    + "X-Batch: 7\r\nX-Empty:\r\nContent-Length: 6\r\n\r\nbody\u{0}\u{1}"
            ])
    }

    @Test("a path goes out as it came, and a request without a body too") func path() throws {
        let host = try ScriptedHost(.bytes(HTTPHostGatewayTests.ok))
        _ = try ask(host, "GET /a/../b/%2e/?x=[1] HTTP/1.0\r\n\r\n")
        let sent = try #require(host.requests.entries.first)
        #expect(sent.hasPrefix("POST /a/../b/%2e/?x=[1] HTTP/1.1\r\n"))
        #expect(sent.hasSuffix("Content-Length: 0\r\n\r\n"))
    }

    @Test(
        "an answer with an error's code is an answer, and its own fields stay behind",
        arguments: [
            (
                "HTTP/1.1 500 Internal Server Error\r\nX-Secret: y\r\nContent-Length: 2\r\n\r\nno",
                "HTTP/1.1 500 Internal Server Error\r\n\r\nno"
            ),
            ("HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 404 \r\n\r\n"),
            ("HTTP/1.0 200 Fine by me\r\n\r\nto the end", "HTTP/1.1 200 Fine by me\r\n\r\nto the end"),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!", "HTTP/1.1 200 OK\r\n\r\n!"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nab"),
        ])
    func codes(sent: String, handedOn: String) throws {
        #expect(try ask(try ScriptedHost(.bytes(sent))).answer == response(handedOn))
    }

    @Test(
        "what is no whole answer has failed, and is asked for once",
        arguments: [
            (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"), .broken("Transferred a partial file")),
            (.bytes("nonsense\r\n\r\n"), .broken("Unsupported protocol")),
            (.end, .broken("Server returned nothing (no headers, no data)")),
            (.bytes("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n"), .redirected(code: 302)),
            (
                .bytes("HTTP/1.1 307 Temporary Redirect\r\nLocation: /pay\r\nContent-Length: 0\r\n\r\n"),
                .redirected(code: 307)
            ),
            (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1001)), .tooLong),
            (.bytes("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 5000)), .tooLong),
        ] as [(ScriptedHost.Answer, HTTPFailure)])
    func failures(answer: ScriptedHost.Answer, failure: HTTPFailure) throws {
        let host = try ScriptedHost(answer, .bytes(HTTPHostGatewayTests.ok))
        let outcome = try ask(host)
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [failure])
        #expect(host.requests.entries.count == 1)
    }

    @Test("an answer as long as allowed is handed on whole") func longest() throws {
        let body = String(repeating: "x", count: 1000)
        let host = try ScriptedHost(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + body))
        #expect(try ask(host).answer == response("HTTP/1.1 200 OK\r\n\r\n" + body))
    }

    @Test(
        "what is no request for a path is not sent",
        arguments: [
            "", "POST", "POST / HTTP/1.1", "POST / HTTP/1.1\r\n", "POST http://elsewhere.example/ HTTP/1.1\r\n\r\n",
            "POST @elsewhere.example HTTP/1.1\r\n\r\n", "POST  / HTTP/1.1\r\n\r\n", "POST /# HTTP/1.1\r\n\r\n",
            "POST /\u{e9} HTTP/1.1\r\n\r\n",
            "POST / HTTP/2\r\n\r\n", "POST / HTTP/1.1\r\nA: b\nEvil: c\r\n\r\n",
            "POST / HTTP/1.1\r\nA: b\rEvil: c\r\n\r\n",
            "POST / HTTP/1.1\r\nA: \u{0}\r\n\r\n", "POST / HTTP/1.1\r\nA\r\n\r\n", "POST / HTTP/1.1\r\nA b: c\r\n\r\n",
            "POST / HTTP/1.1\r\n: c\r\n\r\n",
        ])
    func unreadable(request: String) throws {
        let host = try ScriptedHost(.bytes(HTTPHostGatewayTests.ok))
        let outcome = try ask(host, request)
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.unreadable])
        #expect(host.requests.entries.isEmpty)
    }

    @Test(
        "a host that is not allowed is not asked",
        arguments: [
            ("127.0.0.1", [.vendor]), ("127.0.0.1", []), ("localhost", [.address(.vendor)]),
            ("127.0.0.1", [.domain("0.0.1")]),
            ("127.0.0.1@handpoint.com", [.vendor]), ("127.0.0.1/.handpoint.com", [.vendor]),
            ("nothandpoint.com", [.vendor]),
            ("", [.vendor]), ("", [.domain("")]), ("127.0.0.1 ", [.loopback]),
        ] as [(String, [HostAllowance])])
    func notAllowed(name: String, allowances: [HostAllowance]) throws {
        let host = try ScriptedHost(.bytes(HTTPHostGatewayTests.ok))
        let outcome = try ask(host, name: name, allowing: allowances)
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.notAllowed])
        #expect(host.requests.entries.isEmpty)
    }

    @Test("a host that speaks no TLS where TLS is due is not sent the request") func noTLS() throws {
        let host = try ScriptedHost(.bytes(HTTPHostGatewayTests.ok))
        let outcome = try ask(host, allowing: [.loopback])
        #expect(outcome.answer == .failed)
        guard case .untrusted? = outcome.failures.first else {
            Issue.record("\(outcome.failures)")
            return
        }
    }

    @Test("a host that takes no connection is not reached") func unreachable() throws {
        var host: ScriptedHost? = try ScriptedHost()
        let address = try #require(host).address
        let exchange = try self.exchange(#require(host))
        host = nil
        let answers = EventLog<HostAnswer>()
        _ = HTTPHostGateway(allowing: [.address(address)]).perform(exchange) { answers.append($0) }
        #expect(answers.wait { $0.first } == .failed)
    }

    @Test(
        "what an answer says of the time is told; one without it, or with nonsense, tells nothing",
        arguments: [
            ("Date: Tue, 06 Oct 2026 15:00:00 GMT\r\n", [3_600_000]), ("Date: soon\r\n", []), ("", []),
        ] as [(String, [Int64])])
    func clock(field: String, told: [Int64]) throws {
        let host = try ScriptedHost(.bytes("HTTP/1.1 500 No\r\n\(field)Content-Length: 0\r\n\r\n"))
        let differences = EventLog<Int64>()
        // Tue, 06 Oct 2026 14:00:00 GMT
        let watch = HostClockWatch(now: { 1_791_295_200_000 }) { differences.append($0) }
        let answers = EventLog<HostAnswer>()
        let gateway = HTTPHostGateway(allowing: [.address(try host.address)], clock: watch)
        _ = gateway.perform(exchange(host)) { answers.append($0) }
        #expect(answers.wait { $0.first } == response("HTTP/1.1 500 No\r\n\r\n"))
        #expect(differences.entries == told)
    }

    @Test("a host that keeps silent is given up once the reader's time is over") func timeout() throws {
        let host = try ScriptedHost(.silence)
        var exchange = exchange(host)
        exchange.timeout = 0
        let answers = EventLog<HostAnswer>()
        _ = HTTPHostGateway(allowing: [.address(try host.address)]).perform(exchange) { answers.append($0) }
        #expect(answers.wait { $0.first } == .timedOut)
        #expect(host.requests.entries.count == 1)
    }

    @Test("a cancelled exchange ends at once, and others go on") func cancel() throws {
        let host = try ScriptedHost(.silence, .bytes(HTTPHostGatewayTests.ok))
        let gateway = HTTPHostGateway(allowing: [.address(try host.address)])
        let first = EventLog<HostAnswer>()
        let second = EventLog<HostAnswer>()
        let call = gateway.perform(exchange(host)) { first.append($0) }
        try #require(host.requests.wait(where: { _ in true }))
        _ = gateway.perform(exchange(host)) { second.append($0) }
        #expect(second.wait { $0.first } == response("HTTP/1.1 200 OK\r\n\r\ndone"))
        #expect(first.entries.isEmpty)
        call.cancel()
        #expect(first.wait { $0.first } == .failed)
        call.cancel()
        #expect(first.entries == [.failed])
    }

    @Test("many exchanges at once each get their own answer") func many() throws {
        let count = 40
        let host = try ScriptedHost(repeating: .bytes(HTTPHostGatewayTests.ok), count: count)
        let gateway = HTTPHostGateway(allowing: [.address(try host.address)])
        let answers = EventLog<HostAnswer>()
        for _ in 0..<count { _ = gateway.perform(exchange(host)) { answers.append($0) } }
        #expect(answers.wait(for: count) { $0 == response("HTTP/1.1 200 OK\r\n\r\ndone") })
    }
}
