import EventLogging
import HeftKit
import ReaderSimulator
import Testing

/// What goes wrong between a till and its bank, and what is in the bank's books afterwards.
@Suite("Faults on request") struct FaultTests {
    /// Seconds in which a busy machine brings a request to the bank.
    private static let patience = 3

    /// What a payment that met a fault came to, and whether the bank has it.
    private func meet(_ fault: String, _ kind: BankKind = .http, seconds: Int = 60) throws -> (
        answer: HostAnswer, failures: [HTTPFailure], isTaken: Bool
    ) {
        let program = try GatewayProgram(certificate: kind == .https ? .good : nil)
        try program.fault(fault)
        let failures = EventLog<HTTPFailure>()
        let exchange = HostExchange(
            id: 1, host: program.address.name, port: program.address.port, timeout: seconds,
            request: Bank.request(.sale, "A", 1250).http(host: "bank.example"))
        let answer = try program.gateway(failures: failures).answer(to: exchange)
        return (answer, failures.entries, try program.batches().contains("\"total\":1250"))
    }

    @Test("a connection that ends after the bank has decided leaves the money taken, and nobody knows")
    func dropAfter() throws {
        let outcome = try meet("kind=drop-after&on=authorization")
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.broken("Server returned nothing (no headers, no data)")])
        #expect(outcome.isTaken)
    }

    @Test("a connection that ends before leaves nothing") func dropBefore() throws {
        let outcome = try meet("kind=drop-before")
        #expect(outcome.answer == .failed)
        #expect(!outcome.isTaken)
    }

    @Test("an answer that breaks off is none, though the money is taken", arguments: [BankKind.http, .https])
    func truncated(kind: BankKind) throws {
        let outcome = try meet("kind=truncated", kind)
        #expect(outcome.answer == .failed)
        #expect(outcome.failures.count == 1)
        #expect(outcome.isTaken)
    }

    @Test("a bank that decides and keeps silent is given up in time, though the money is taken") func silent() throws {
        let outcome = try meet("kind=silent-after", seconds: FaultTests.patience)
        #expect(outcome.answer == .timedOut)
        #expect(outcome.isTaken)
    }

    @Test("a late answer is an answer") func delay() throws {
        let outcome = try meet("kind=delay&milliseconds=50")
        guard case .response(let bytes) = outcome.answer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(HostReply(http: bytes)?.result == .approved)
    }

    @Test("an answer that is too late is none, though the money is taken") func tooLate() throws {
        let outcome = try meet("kind=delay&milliseconds=600000", seconds: FaultTests.patience)
        #expect(outcome.answer == .timedOut)
        #expect(outcome.isTaken)
    }

    @Test("an answer of another payment names that one") func otherSale() throws {
        let outcome = try meet("kind=other-sale")
        guard case .response(let bytes) = outcome.answer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(HostReply(http: bytes)?.result == .approved)
        #expect(HostReply(http: bytes)?.id == "00000000-0000-4000-8000-000000000000")
        #expect(outcome.isTaken)
    }

    @Test("an error of the server is an answer, and nothing is taken") func serverError() throws {
        let outcome = try meet("kind=500")
        #expect(
            outcome.answer
                == .response(Array("HTTP/1.1 500 Internal Server Error\r\n\r\nA fault was asked for.\n".utf8)))
        #expect(!outcome.isTaken)
    }

    @Test("nobody goes where the server sends them") func redirect() throws {
        let outcome = try meet("kind=redirect")
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.redirected(code: 302)])
        #expect(!outcome.isTaken)
    }

    @Test("bytes that are no TLS end the exchange before anything is sent") func badTLS() throws {
        let outcome = try meet("kind=bad-tls", .https)
        #expect(outcome.answer == .failed)
        guard case .untrusted? = outcome.failures.first else {
            Issue.record("\(outcome.failures)")
            return
        }
        #expect(!outcome.isTaken)
    }

    @Test("connections that go while the till still writes into them do it no harm") func brokenPipes() throws {
        let count = 200
        let program = try GatewayProgram(certificate: .good)
        try program.fault("kind=bad-tls&count=\(count)")
        let answers = EventLog<HostAnswer>()
        let gateway = program.gateway()
        for number in 1...count {
            let exchange = HostExchange(
                id: number, host: program.address.name, port: program.address.port, timeout: 60,
                request: Bank.request(.sale, "\(number)", 1250).http(host: "bank.example"))
            _ = gateway.perform(exchange) { answers.append($0) }
        }
        #expect(answers.wait(for: count) { $0 == .failed })
        #expect(try program.batches() == "[]\n")
    }

    @Test("a payment that was dropped after it was decided is the same when it comes again") func again() throws {
        let bank = try Bank(.http)
        try #require(bank.program).fault("kind=drop-after")
        #expect(try bank.ask(Bank.request(.sale, "A", 1250)) == .failed)
        #expect(try bank.decide(.sale, "A", 1250).authorisationCode == "005354")
        #expect(try #require(bank.program).batches().contains("\"count\":1,"))
    }

    @Test("a cancelled exchange ends at once, while the bank is silent") func cancel() throws {
        let program = try GatewayProgram()
        try program.fault("kind=silent-after")
        let answers = EventLog<HostAnswer>()
        let exchange = HostExchange(
            id: 1, host: program.address.name, port: program.address.port, timeout: 600,
            request: Bank.request(.sale, "A", 1250).http(host: "bank.example"))
        let call = program.gateway().perform(exchange) { answers.append($0) }
        call.cancel()
        #expect(answers.wait { $0.first } == .failed)
        #expect(try program.end().status == 0)
    }

    @Test("an answer longer than allowed is none") func sizeCap() throws {
        let program = try GatewayProgram()
        let failures = EventLog<HTTPFailure>()
        let exchange = HostExchange(
            id: 1, host: program.address.name, port: program.address.port, timeout: 60,
            request: Bank.request(.sale, "A", 1250).http(host: "bank.example"))
        #expect(try program.gateway(answerMax: 40, failures: failures).answer(to: exchange) == .failed)
        #expect(failures.entries == [.tooLong])
        #expect(try program.end().status == 0)
    }
}
