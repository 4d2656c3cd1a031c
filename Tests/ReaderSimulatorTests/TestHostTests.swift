import ReaderSimulator
import Testing

@Suite("The test host") struct TestHostTests {
    private func request(_ amount: UInt32, id: String = "A", kind: HostRequest.Kind = .sale) -> HostRequest {
        var request = HostRequest(kind: kind, batch: 1, date: Bench.start, terminal: "1")
        request.id = id
        request.amountMinor = amount
        request.currency = 826
        return request
    }

    private func reply(_ answer: TestHostAnswer) -> HostReply? {
        guard case .response(let bytes) = answer else { return nil }
        return HostReply(http: bytes)
    }

    @Test("a payment that comes twice is taken once and answered alike") func duplicate() throws {
        var host = TestHost()
        let first = host.respond(to: request(1250).http(host: "bank.example"))
        let second = host.respond(to: request(1250).http(host: "bank.example"))
        #expect(first == second)
        #expect(reply(first)?.result == .approved)
        #expect(reply(first)?.authorisationCode == "005354")
        #expect(host.transactions.count == 1)
        #expect(host.decisions == 1)
    }

    @Test("every payment has its own authorisation code") func codes() throws {
        var host = TestHost()
        var codes: Set<String> = []
        for number in 0..<500 {
            let reply = host.decide(request(10_000, id: "\(number)"))
            codes.insert(try #require(reply).authorisationCode)
        }
        #expect(codes.count == 500)
        #expect(codes.allSatisfy { $0.utf8.count == 6 })
    }

    @Test("it forgets the oldest payments beyond its limit") func limit() throws {
        var host = TestHost()
        for number in 0...TestHost.transactionsKept { _ = host.decide(request(10_000, id: "\(number)")) }
        #expect(host.transactions.count == TestHost.transactionsKept)
        #expect(host.transaction("0") == nil)
        #expect(host.transaction("1") != nil)
    }

    @Test("the time-out amount is neither answered nor taken") func silence() {
        var host = TestHost()
        #expect(host.respond(to: request(3768).http(host: "bank.example")) == .neverAnswers)
        #expect(host.transactions.isEmpty)
    }

    @Test(
        "what is no request of a reader gets an HTTP error and changes nothing",
        arguments: [
            ("", "400 Bad Request"), ("GET / HTTP/1.1\r\n\r\n", "400 Bad Request"),
            ("POST /viscus/cr/v1/authorization HTTP/1.1\r\n\r\n", "400 Bad Request"),
            ("POST /viscus/cr/v1/authorization HTTP/1.1\r\n\r\n<HostRequest>", "400 Bad Request"),
            ("POST /elsewhere HTTP/1.1\r\n\r\n", "404 Not Found"),
        ])
    func errors(text: String, status: String) {
        var host = TestHost()
        let answer = host.respond(to: Array(text.utf8))
        #expect(answer == .response(Array("HTTP/1.1 \(status)\r\n\r\n".utf8)))
        #expect(host == TestHost())
    }

    @Test("a request on the path of another kind is refused") func wrongPath() {
        var host = TestHost()
        let http = request(1250).http(host: "bank.example")
        let body = Array(http.suffix(from: http.firstRange(of: Array("<HostRequest>".utf8))?.lowerBound ?? 0))
        let answer = host.respond(path: HostRequest.Kind.saleReversal.path, body: body)
        #expect(answer == .response(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)))
        #expect(reply(host.respond(path: HostRequest.Kind.sale.path, body: body))?.result == .approved)
    }

    @Test("a payment without a GUID is no request") func noID() {
        var host = TestHost()
        let answer = host.respond(to: request(1250, id: "").http(host: "bank.example"))
        #expect(answer == .response(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)))
        #expect(host == TestHost())
    }

    @Test("the end of a day settles its terminal's payments, the start does not", arguments: [true, false])
    func closing(isEnd: Bool) throws {
        var host = TestHost()
        _ = host.decide(request(1250))
        var day = HostRequest(kind: .day, batch: 1, date: Bench.start, terminal: "1")
        day.closesBatch = isEnd
        #expect(reply(host.respond(to: day.http(host: "bank.example")))?.result == .approved)
        var other = day
        other.terminal = "2"
        _ = host.respond(to: other.http(host: "bank.example"))
        var reversal = request(1250, id: "B", kind: .saleReversal)
        reversal.originalID = "A"
        let answer = try #require(reply(host.respond(to: reversal.http(host: "bank.example"))))
        #expect(answer.result == (isEnd ? .declined : .approved))
        #expect(answer.reason.isEmpty == !isEnd)
    }
}
