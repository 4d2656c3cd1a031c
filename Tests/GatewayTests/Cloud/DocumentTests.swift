import EventLogging
import HeftKit
import ReaderSimulator
import Testing

/// Pictures of signatures, from a till's request over TLS to what the bank has.
@Suite("A signature's picture at its bank") struct DocumentTests {
    private func fetch(
        _ program: GatewayProgram, _ path: String, certificate: TestCertificate.Kind? = .good,
        longest: Int = 100_000, timeout: Duration = .seconds(60)
    ) throws -> Result<LinkedDocument, LinkedDocumentError> {
        let authorities = try certificate.map {
            try CertificateAuthorities(file: "\(program.folder.path)/\($0.rawValue).pem")
        }
        let documents = HTTPDocuments(
            allowing: [.address(program.address)], certificateAuthorities: authorities ?? .system, longest: longest,
            timeout: timeout, timers: HastyTimers())
        let results = EventLog<Result<LinkedDocument, LinkedDocumentError>>()
        _ = documents.fetch("https://127.0.0.1:\(program.address.port)\(path)") { results.append($0) }
        return try #require(results.wait { $0.first }, "nothing came")
    }

    /// A bank with a payment, and where its signature lies.
    private func paid() throws -> (program: GatewayProgram, path: String) {
        let bank = try Bank(.https)
        let program = try #require(bank.program)
        let sale = try Counter(bank).sell(1250)
        return (program, TestHost.signaturePath(of: sale.eFTTransactionID))
    }

    private let picture = LinkedDocument(contentType: "image/png", bytes: SignaturePicture.file)

    @Test("is given of a payment, and of no other") func given() throws {
        let (program, path) = try paid()
        #expect(try fetch(program, path) == .success(picture))
        #expect(!SignaturePicture.file.isEmpty)
        for other in [TestHost.signaturePath(of: "A-1"), "/signatures/", "/signatures/a/b.png", "/signatures/.png"] {
            #expect(try fetch(program, other) == .failure(.notThere))
        }
    }

    @Test(
        "is asked for again when that may help", arguments: ["404&count=3", "500&count=2", "drop-before", "truncated"])
    func again(fault: String) throws {
        let (program, path) = try paid()
        try program.fault("on=signature&kind=\(fault)")
        #expect(try fetch(program, path) == .success(picture))
    }

    @Test(
        "is given up when it does not help",
        arguments: [
            ("404&count=4", .notThere), ("500&count=4", .unavailable(nil)), ("oversized", .tooLong),
            ("redirect", .unavailable(.redirected(code: 302))),
        ] as [(String, LinkedDocumentError)])
    func givenUp(fault: String, error: LinkedDocumentError) throws {
        let (program, path) = try paid()
        try program.fault("on=signature&kind=\(fault)")
        #expect(try fetch(program, path) == .failure(error))
    }

    @Test("is not waited for longer than it may take") func late() throws {
        let (program, path) = try paid()
        try program.fault("on=signature&kind=delay&milliseconds=600000")
        #expect(try fetch(program, path, timeout: .milliseconds(500)) == .failure(.unavailable(.timedOut)))
    }

    @Test(
        "is not taken from a host that cannot prove who it is",
        arguments: [
            (.good, nil), (.good, .otherName), (.otherName, .otherName), (.expired, .expired),
        ] as [(TestCertificate.Kind, TestCertificate.Kind?)])
    func untrusted(served: TestCertificate.Kind, trusted: TestCertificate.Kind?) throws {
        let program = try GatewayProgram(certificate: served)
        if let trusted, trusted != served { _ = try TestCertificate(trusted, in: program.folder) }
        let result = try fetch(program, TestHost.signaturePath(of: "A-1"), certificate: trusted)
        guard case .failure(.unavailable(.untrusted)) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("is not taken from what speaks no TLS") func garbled() throws {
        let (program, path) = try paid()
        try program.fault("kind=bad-tls")
        guard case .failure(.unavailable(.untrusted)) = try fetch(program, path) else {
            Issue.record("trusted")
            return
        }
    }
}
