import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// The three programs of a shop, each with its books in one folder: the bank, the reader, and the till that is started
/// for each command.
final class Shop {
    /// How the till reaches the reader.
    enum Link: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case tcp
        case serialLine

        var testDescription: String { rawValue }
    }

    /// Two hours: longer than the longest operation, the clocks' difference and the feed's delay together.
    static let later = 7200

    let folder: ScratchFolder
    private let link: Link
    private let timeScale: String
    private let port: UInt16
    /// How far the bank's clock is ahead of the till's, in seconds.
    private let clockAhead: Int
    /// Nil while it is closed.
    private(set) var bank: GatewayProgram?
    private var reader: ChildProcess
    /// As `--reader` takes it.
    private(set) var readerAddress: String
    private var isLater = false

    /// - Parameters:
    ///   - timeScale: a bank that says nothing is waited for 30 seconds, divided by this.
    ///   - certificate: nil for a bank without TLS.
    ///   - clockAhead: how far the bank's clock is ahead of the till's, in seconds.
    init(
        _ link: Link = .tcp, timeScale: Int = 10, certificate: TestCertificate.Kind? = nil, clockAhead: Int = 0
    ) throws {
        self.link = link
        self.timeScale = "\(timeScale)"
        let folder = try ScratchFolder()
        let bank = try GatewayProgram(
            certificate: certificate, books: "bank.sqlite", folder: folder, "--clock-ahead", "\(clockAhead)")
        self.clockAhead = clockAhead
        self.folder = folder
        self.bank = bank
        port = bank.address.port
        (reader, readerAddress) = try Shop.reader(link, folder, bank: port, self.timeScale)
        try configure(trusting: certificate)
    }

    // MARK: The reader

    private static func reader(
        _ link: Link, _ folder: ScratchFolder, bank: UInt16, _ timeScale: String
    ) throws -> (ChildProcess, String) {
        let place =
            switch link {
            case .tcp: ["--tcp", "0"]
            case .serialLine: ["--pty", "\(folder.path)/line"]
            }
        let options = [
            "--headless", "--speed", "instant", "--seed", "7", "--books", "\(folder.path)/reader.json", "--bank",
            "127.0.0.1:\(bank)", "--time-scale", timeScale,
        ]
        let reader = try ChildProcess(
            PtyProgram.built("till-reader"), place + options, environment: Shop.environment(folder))
        let line = try reader.firstLine() ?? ""
        let prefix = "waiting at "
        guard line.hasPrefix(prefix) else {
            throw ScratchFolder.Failure(what: "till-reader did not start: \(try reader.waitForEnd().error)")
        }
        return (reader, String(line.dropFirst(prefix.count)))
    }

    /// The reader is sent in, and comes back without a memory.
    func replaceReader() throws {
        reader.signal(SIGTERM)
        _ = try reader.waitForEnd()
        try FileManager.default.removeItem(atPath: "\(folder.path)/reader.json")
        (reader, readerAddress) = try Shop.reader(link, folder, bank: port, timeScale)
    }

    // MARK: The bank

    func closeBank() throws {
        let end = try #require(bank).end()
        bank = nil
        try #require(end.status == 0, "\(end.error)")
    }

    /// Where it was before, with the books that it had.
    func openBank(certificate: TestCertificate.Kind? = nil) throws {
        let clock = clockAhead + (isLater ? Shop.later : 0)
        bank = try GatewayProgram(
            certificate: certificate, books: "bank.sqlite", folder: folder, port: port, "--clock-ahead", "\(clock)")
        try configure(trusting: certificate)
    }

    /// Two hours pass, for the bank and for the till.
    func wait(certificate: TestCertificate.Kind? = nil) throws {
        if bank != nil { try closeBank() }
        isLater = true
        try openBank(certificate: certificate)
    }

    private func configure(trusting certificate: TestCertificate.Kind?) throws {
        let authorities = certificate.map { "  certificate-authorities: \(folder.path)/\($0.rawValue).pem\n" } ?? ""
        _ = try folder.write("host:\n  feed-key-file: \(folder.path)/api.key\n\(authorities)", to: "config.yaml")
        isPlain = certificate == nil
    }

    private var isPlain = true

    // MARK: The till

    /// What every till is started with.
    var options: [String] {
        [
            "--reader", readerAddress, "--simulated", "--host", "http\(isPlain ? "" : "s")://127.0.0.1:\(port)",
            "--config", "\(folder.path)/config.yaml", "--time-scale", timeScale,
        ]
    }

    /// - Parameter name: of the till; each has books of its own.
    func environment(_ name: String = "till") -> [String: String] {
        var environment = Shop.environment(folder)
        environment["XDG_STATE_HOME"] = "\(folder.path)/\(name)"
        if isLater { environment["TILL_CLOCK_AHEAD"] = "\(Shop.later)" }
        return environment
    }

    private static func environment(_ folder: ScratchFolder) -> [String: String] {
        ["HOME": "\(folder.path)/home", "TZ": "UTC", "LANG": "C.UTF-8"]
    }

    /// Runs a till to its end.
    func till(
        _ words: String..., at name: String = "till", settings: [String: String] = [:]
    ) throws -> ChildProcess.End {
        try ChildProcess(
            PtyProgram.built("till"), words + options, environment: environment(name).merging(settings) { $1 }
        ).waitForEnd()
    }

    /// Starts a till on the whole screen.
    func screen() throws -> PtyProgram {
        try PtyProgram(PtyProgram.built("till"), options, environment: environment())
    }

    /// Runs `till sale` in pounds.
    func sell(
        _ amount: String, reference: String? = nil, at name: String = "till", settings: [String: String] = [:]
    ) throws -> ChildProcess.End {
        let named = reference.map { ["--reference", $0] } ?? []
        return try ChildProcess(
            PtyProgram.built("till"), ["sale", amount, "--currency", "GBP"] + named + options,
            environment: environment(name).merging(settings) { $1 }
        ).waitForEnd()
    }
}
