import FoundationEssentials
import Glibc
import Testing

/// A till with fresh books in a folder of its own, which goes when the test ends.
final class Shop {
    let folder: String

    init() throws {
        // In memory where there is such a folder: a busy disk must not run into time-outs that are scaled down.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/till-end-to-end-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TillProcess.Failure(description: "no folder for the test") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Where the till keeps its books. It is not there before the till has begun them.
    var stateFolder: String { folder + "/state/till" }
    var journal: String { stateFolder + "/simulated-journal.sqlite" }
    var simulator: String { stateFolder + "/simulator.json" }

    /// All that a till finds in its environment.
    var environment: [String: String] {
        ["XDG_STATE_HOME": folder + "/state", "HOME": folder + "/home", "TZ": "UTC", "LANG": "C.UTF-8"]
    }

    // MARK: Running till

    /// Starts a till.
    func start(
        _ arguments: String..., settings: [String: String] = [:], output: TillProcess.Sink = .pipe,
        error: TillProcess.Sink = .pipe
    ) throws -> TillProcess {
        try TillProcess(arguments, environment: environment.merging(settings) { $1 }, output: output, error: error)
    }

    /// Runs a till to its end.
    ///
    /// - Parameter input: what stands on its standard input.
    func run(
        _ arguments: [String], settings: [String: String] = [:], input: String? = nil
    ) throws -> TillProcess.End {
        var file: String?
        if let input {
            file = folder + "/input"
            try write(input, to: folder + "/input")
        }
        let environment = environment.merging(settings) { $1 }
        return try TillProcess(arguments, environment: environment, input: file).waitForEnd()
    }

    func run(_ arguments: String..., settings: [String: String] = [:]) throws -> TillProcess.End {
        try run(arguments, settings: settings)
    }

    // MARK: The books

    /// What `till history --json` lists, newest first.
    func history(_ arguments: [String] = []) throws -> [JSONValue] {
        let end = try run(["history", "--json"] + arguments)
        try #require(end.status == 0, "\(end.error)")
        return try JSONValue(end.output).elements
    }

    /// The simulated reader's and its host's side of the truth.
    func readerBooks() throws -> SimulatorBooks {
        guard let bytes = FileManager.default.contents(atPath: simulator) else { return SimulatorBooks() }
        return try JSONDecoder().decode(SimulatorBooks.self, from: bytes)
    }

    // MARK: Files

    /// Everything in the folder and below, by name; folders too, as empty.
    func everyFile() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            files[name] = contents(of: folder + "/" + name) ?? []
        }
        return files
    }

    func contents(of path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    func write(_ text: String, to path: String) throws {
        let parent = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}

/// What of `simulator.json` decides about money.
struct SimulatorBooks: Decodable {
    struct Transaction: Decodable {
        var id: String
        var amountMinor: Int
        var authorisedMinor: Int
        var authorisationCode: String
        var result: String
        /// The payment that it gives back; empty for none.
        var originalID: String
        /// How much of it was given back by refunds that stand.
        var refundedMinor: Int
        var isReversed: Bool

        /// Money moved by it; perhaps it has moved back since.
        var hasMoved: Bool { result == "approved" || result == "partlyApproved" }
    }

    struct Host: Decodable {
        var transactions: [Transaction] = []
    }

    var host = Host()

    /// What has moved money. What the reader itself has taken back, because a signature was refused or the till did not
    /// take the answer, was never paid.
    var moved: [Transaction] {
        host.transactions.filter { payment in
            let isUndone = host.transactions.contains { $0.hasMoved && $0.originalID == payment.id }
            return payment.hasMoved && (!payment.isReversed || isUndone)
        }
    }
}
