import EventLogging
import Glibc
import HeftKit
import PtyHarness
import Testing

/// The real `till-gateway`, on a port of its own at this machine.
final class GatewayProgram {
    static let apiKey = "4f1c9f0e-key"
    static let serial = "000012348421"

    let folder: ScratchFolder
    let address: HostAddress
    private let process: ChildProcess
    private let authorities: CertificateAuthorities

    /// - Parameters:
    ///   - certificate: nil for HTTP.
    ///   - books: keeps the books in a file of this name in the folder.
    ///   - port: 0 for one that is free.
    init(
        certificate kind: TestCertificate.Kind? = nil, books: String? = nil, folder: ScratchFolder? = nil,
        port: UInt16 = 0, _ more: String...
    ) throws {
        let folder = try folder ?? ScratchFolder()
        self.folder = folder
        let key = try folder.write(Self.apiKey + "\n", to: "api.key")
        var arguments = ["--port", "\(port)", "--api-key-file", key]
        if let books { arguments += ["--books", "\(folder.path)/\(books)"] }
        if let kind {
            let certificate = try TestCertificate(kind, in: folder)
            arguments += ["--certificate", certificate.certificate, "--key", certificate.key]
            authorities = try CertificateAuthorities(file: certificate.certificate)
        } else {
            authorities = .system
        }
        process = try ChildProcess(PtyProgram.built("till-gateway"), arguments + more)
        guard let line = try process.firstLine() else {
            throw ScratchFolder.Failure(what: "till-gateway did not start: \(try process.waitForEnd().error)")
        }
        let prefix = "till-gateway listens at "
        try #require(line.hasPrefix(prefix))
        address = try HostAddress(String(line.dropFirst(prefix.count)))
    }

    /// The gateway of a till that is allowed this host and trusts its certificate.
    func gateway(
        answerMax: Int = HTTPHostGateway.longestAnswer, failures: EventLog<HTTPFailure> = EventLog()
    ) -> HTTPHostGateway {
        HTTPHostGateway(
            allowing: [.address(address)], certificateAuthorities: authorities, answerMax: answerMax
        ) { _, failure in failures.append(failure) }
    }

    func feed(apiKey: String = apiKey, pageLength: Int = 500) -> HTTPTransactionFeed {
        HTTPTransactionFeed(
            at: address, apiKey: apiKey, pageLength: pageLength, certificateAuthorities: authorities,
            timers: HastyTimers(), now: { Self.now() })
    }

    func tips() -> HTTPTipAdjustment {
        HTTPTipAdjustment(at: address, certificateAuthorities: authorities)
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Asks for a fault, as `kind=drop-after&on=tip`.
    func fault(_ query: String) throws {
        let end = try curl("/test/faults?\(query)", "-X", "POST")
        try #require(end.status == 0, "\(end.error)")
    }

    /// What stands in its batches, as JSON.
    func batches() throws -> String { try curl("/test/batches").output }

    /// A request by hand; an error's code is an error.
    func curl(_ target: String, _ arguments: String...) throws -> ChildProcess.End {
        let key = try folder.write("header = \"X-Api-Key: \(Self.apiKey)\"\n", to: "curl.conf")
        let url = "http\(address.isPlain ? "" : "s")://\(address.name):\(address.port)\(target)"
        return try ChildProcess(
            "/usr/bin/curl", ["-q", "-sSk", "--fail", "--max-time", "60", "-K", key] + arguments + [url]
        ).waitForEnd()
    }

    /// Waits until a line on standard error holds the text.
    func waitForLog(_ text: String) throws {
        try #require(try process.waitForError(text), "till-gateway ended")
    }

    /// Ends it by a signal and takes what it wrote.
    func end(_ signal: Int32 = SIGTERM) throws -> ChildProcess.End {
        process.signal(signal)
        return try process.waitForEnd()
    }
}
