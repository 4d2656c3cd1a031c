import EventLogging
import HeftKit
import ReaderSimulator
import Testing

@Suite("Trust in a bank") struct TrustTests {
    private func ask(
        _ program: GatewayProgram, name: String? = nil, allowing allowance: HostAllowance? = nil,
        authorities: CertificateAuthorities
    ) throws -> (answer: HostAnswer, failures: [HTTPFailure]) {
        let failures = EventLog<HTTPFailure>()
        let gateway = HTTPHostGateway(
            allowing: [allowance ?? .loopback], certificateAuthorities: authorities
        ) { _, failure in failures.append(failure) }
        let exchange = HostExchange(
            id: 1, host: name ?? program.address.name, port: program.address.port, timeout: 60,
            request: Bank.request(.sale, "A", 1250).http(host: "bank.example"))
        return (try gateway.answer(to: exchange), failures.entries)
    }

    private func authorities(_ program: GatewayProgram, _ kind: TestCertificate.Kind) throws -> CertificateAuthorities {
        try CertificateAuthorities(file: "\(program.folder.path)/\(kind.rawValue).pem")
    }

    @Test(
        "a certificate of the given authorities for the right name is trusted",
        arguments: ["127.0.0.1", "localhost", "LOCALHOST"])
    func trusted(name: String) throws {
        let program = try GatewayProgram(certificate: .good)
        let outcome = try ask(program, name: name, authorities: authorities(program, .good))
        guard case .response = outcome.answer else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(
        "a certificate for another name, or one that is over, is not",
        arguments: [TestCertificate.Kind.otherName, .expired])
    func untrusted(kind: TestCertificate.Kind) throws {
        let program = try GatewayProgram(certificate: kind)
        let outcome = try ask(program, authorities: authorities(program, kind))
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.untrusted("SSL peer certificate or SSH remote key was not OK")])
        #expect(try program.batches() == "[]\n")
    }

    @Test("a certificate that the system does not know is not trusted") func system() throws {
        let program = try GatewayProgram(certificate: .good)
        let outcome = try ask(program, authorities: .system)
        #expect(outcome.answer == .failed)
        #expect(outcome.failures == [.untrusted("SSL peer certificate or SSH remote key was not OK")])
    }

    @Test("a certificate of other authorities than the given ones is not trusted") func otherAuthorities() throws {
        let program = try GatewayProgram(certificate: .good)
        let other = try TestCertificate(.otherName, in: program.folder)
        let outcome = try ask(program, authorities: CertificateAuthorities(file: other.certificate))
        #expect(outcome.answer == .failed)
        #expect(try program.batches() == "[]\n")
    }

    @Test("a host that the configuration does not name is not asked") func notAllowed() throws {
        let program = try GatewayProgram(certificate: .good)
        let other = try HostAddress("https://127.0.0.1:\(program.address.port == 1 ? 2 : 1)")
        for allowance in [.vendor, .address(other), .domain("localhost.example")] as [HostAllowance] {
            let outcome = try ask(program, allowing: allowance, authorities: authorities(program, .good))
            #expect(outcome.answer == .failed)
            #expect(outcome.failures == [.notAllowed])
        }
    }

    @Test("a file that holds no certificates is refused, and told") func noCertificates() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("not PEM", to: "authorities.pem")
        #expect(throws: CertificateAuthorities.Failure.noCertificates(path: path)) {
            try CertificateAuthorities(file: path)
        }
        #expect(throws: CertificateAuthorities.Failure.unreadable(path: path + ".no", errno: 2)) {
            try CertificateAuthorities(file: path + ".no")
        }
    }
}
