import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// The real `till-gateway` with a certificate of its own, at which simulated readers pay and signatures lie.
final class PictureBank {
    let folder: ScratchFolder
    /// `https://127.0.0.1:PORT`
    let address: String
    private let program: PtyProgram

    init(_ folder: ScratchFolder = ScratchFolder()) throws {
        self.folder = folder
        let (certificate, key) = (folder.path + "/certificate.pem", folder.path + "/certificate.key")
        let openssl = try PtyProgram(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-days", "3650", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        try #require(openssl.waitForExit() == 0, "\(openssl.screen.text)")
        try Data("a-key\n".utf8).write(to: URL(filePath: folder.path + "/api.key"))
        try Data("header = \"X-Api-Key: a-key\"\n".utf8).write(to: URL(filePath: folder.path + "/curl.conf"))
        for file in [key, folder.path + "/api.key"] { chmod(file, 0o600) }
        program = try PtyProgram(
            PtyProgram.built("till-gateway"),
            ["--port", "0", "--api-key-file", folder.path + "/api.key", "--certificate", certificate, "--key", key],
            environment: folder.environment, columns: 120)
        let program = program
        let isListening = program.waitForWholeFrame { program.screen.line(0).contains(/listens at https:\S+:\d+/) }
        try #require(isListening, "\(program.screen.text)")
        address = String(try #require(program.screen.line(0).split(separator: " ").last))
        try folder.configure("host: {certificate-authorities: \(certificate)}\n")
    }

    /// Asks for what goes wrong with the next picture, as `kind=404&count=2`.
    func fault(_ query: String) throws {
        let curl = try PtyProgram(
            "/usr/bin/curl",
            [
                "-q", "-sSk", "--fail", "--max-time", "60", "-K", folder.path + "/curl.conf", "-X", "POST",
                "\(address)/test/faults?on=signature&\(query)",
            ])
        try #require(curl.waitForExit() == 0, "\(curl.screen.text)")
    }

    /// Waits until it has written a line about what it was asked.
    func waitForLog(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let program = program
        try #require(program.wait(for: text), "\(program.screen.text)", sourceLocation: sourceLocation)
    }
}
