import HeftKit
import HeftTransport

/// What a command line asks for.
enum Invocation: Equatable {
    case fullScreen(FullScreenArguments)
    case sale(SaleArguments)
    case charge(ChargeArguments)
    case chargeAgain(ChargeAgainArguments)
    case recover(ReaderArguments, json: Bool)
    case devices(DevicesArguments)
    case pair(PairingArguments)
    case history(HistoryArguments)
    case show(ShowArguments)
    case giveBack(ReturnArguments)
    case tip(TipArguments)
    case report(ReportArguments)
    case startDay(ReaderArguments, json: Bool)
    case export(ExportArguments)
    case reconcile(ReconcileArguments)
    case journal(JournalArguments)
    case decide(DecideArguments)
    case pin(PINArguments)
    case secret(SecretArguments)
    case wire(WireCommand)
    case help
    case version

    /// Reads a command line.
    ///
    /// - Parameter words: without the program's name.
    /// - Throws: ``UsageError`` with a message for the person who typed it.
    init(_ words: [String]) throws(UsageError) {
        guard let command = words.first else {
            self = .fullScreen(FullScreenArguments())
            return
        }
        let rest = words.dropFirst()
        switch command {
        case "sale": self = .sale(try SaleArguments(rest))
        case "charge" where rest.contains("--again"): self = .chargeAgain(try ChargeAgainArguments(rest))
        case "charge": self = .charge(try ChargeArguments(rest))
        case "recover": self = try Invocation.listing(rest, command, Invocation.recover)
        case "devices": self = .devices(try DevicesArguments(rest))
        case "pair": self = .pair(try PairingArguments(rest, isForgetting: false))
        case "forget": self = .pair(try PairingArguments(rest, isForgetting: true))
        case "history": self = .history(try HistoryArguments(rest))
        case "show": self = .show(try ShowArguments(rest))
        case "refund": self = .giveBack(try ReturnArguments(refund: rest))
        case "reverse": self = .giveBack(try ReturnArguments(reversal: rest))
        case "tip": self = .tip(try TipArguments(rest))
        case "report": self = .report(try ReportArguments(rest))
        case "day":
            guard rest.first == "start" else {
                throw UsageError("till day needs to know what: start. The day is ended by till report --close.")
            }
            self = try Invocation.listing(rest.dropFirst(), "day start", Invocation.startDay)
        case "export": self = .export(try ExportArguments(rest))
        case "reconcile": self = .reconcile(try ReconcileArguments(rest))
        case "journal": self = .journal(try JournalArguments(rest))
        case "decide": self = .decide(try DecideArguments(rest))
        case "pin": self = .pin(try PINArguments(rest))
        case "secret": self = .secret(try SecretArguments(rest))
        case "wire": self = .wire(try WireCommand(rest))
        case "help", "--help", "-h": self = .help
        case "version", "--version": self = .version
        case _ where command.hasPrefix("-"): self = .fullScreen(try FullScreenArguments(words[...]))
        default: throw UsageError("\"\(command)\" is no command of till. See till help.")
        }
    }

    private static func listing(
        _ words: ArraySlice<String>, _ command: String, _ make: (ReaderArguments, Bool) -> Invocation
    ) throws(UsageError) -> Invocation {
        let scanner = try ArgumentScanner(
            words, command: command, options: ReaderArguments.options + [.flag("json")])
        _ = try scanner.operands()
        return make(try ReaderArguments(scanner), scanner.has("json"))
    }
}

/// Which reader, and how it behaves.
struct ReaderArguments: Equatable {
    enum Reader: Equatable {
        /// The simulated one that is built in.
        case builtIn
        /// One outside of this program; nil for the one that is chosen from the list.
        case outside(ReaderAddress?)
    }

    enum SimulationSpeed: String, CaseIterable {
        case instant
        case brisk
        case real
    }

    var reader = Reader.builtIn
    /// Else the configuration says which.
    var isReaderGiven = false
    /// Whether a reader outside is a simulated one, whose sales stand among simulated ones.
    var isSimulatedOutside = false
    /// Whether readers of the other books are offered too.
    var offersAll = false
    var simulationSpeed = SimulationSpeed.instant
    /// What the simulated reader's random numbers begin with; nil for a seed that is drawn.
    var simulationSeed: UInt64?
    /// Which reader the simulated one plays.
    var simulatedModel = SimulatedModel.hilite
    /// 1 for real time.
    var timeScale = 1
    /// The test host that simulated readers have the till call; nil for the one that is built in.
    var host: HostAddress?
    /// Nil for the books in the usual place.
    var journalPath: String?
    /// Where books and simulated reader are kept, in place of the user's state folder.
    var stateFolder: String?
    /// Nil for the configuration in the usual place.
    var configPath: String?

    static let options: [ArgumentScanner.Option] = [
        .value("reader", "bt:ADDRESS|tty:/PATH|tcp:HOST:PORT|sim[:MODEL]"), .flag("simulated"), .flag("all-readers"),
        .value("host", "URL"),
        .value("sim-speed", "instant|brisk|real"), .value("sim-seed", "N"),
        .value("sim-model", "hilite|hipro|old"), .value("time-scale", "N"), .value("journal", "FILE"),
        .value("config", "FILE"),
    ]

    init() {}

    init(_ scanner: ArgumentScanner) throws(UsageError) {
        isReaderGiven = scanner.value("reader") != nil
        reader = try ReaderArguments.reader(scanner.value("reader") ?? "sim")
        offersAll = scanner.has("all-readers")
        isSimulatedOutside = scanner.has("simulated")
        if isSimulatedOutside, reader == .builtIn {
            throw UsageError("--simulated says that a reader outside is a simulated one. Name it with --reader.")
        }
        if let text = scanner.value("sim-speed") {
            guard let speed = SimulationSpeed(rawValue: text) else {
                throw UsageError("--sim-speed takes instant, brisk or real.")
            }
            simulationSpeed = speed
        }
        host = try scanner.value("host").map { (text) throws(UsageError) in try ReaderArguments.host(text) }
        if host != nil, books == .real {
            throw UsageError("--host is for simulated readers. A real one names its bank itself.")
        }
        simulationSeed = try scanner.number("sim-seed", 0...999_999_999_999_999).map(UInt64.init)
        simulatedModel = try SimulatedModel(scanner)
        timeScale = try scanner.number("time-scale", 1...100_000) ?? 1
        journalPath = scanner.value("journal")
        configPath = scanner.value("config")
    }

    private static func host(_ text: String) throws(UsageError) -> HostAddress {
        do throws(HostAddress.Refusal) {
            return try HostAddress(text)
        } catch {
            throw UsageError("--host takes an address such as http://127.0.0.1:8080. \(error)")
        }
    }

    static func reader(_ text: String) throws(UsageError) -> Reader {
        if try SimulatedModel(address: text) != nil || text == "sim" { return .builtIn }
        do throws(ReaderAddress.Refusal) {
            return .outside(try ReaderAddress(text))
        } catch {
            throw UsageError(ReaderArguments.sentence(error, text))
        }
    }

    private static func sentence(_ refusal: ReaderAddress.Refusal, _ text: String) -> String {
        switch refusal {
        case .unknownKind:
            "\"\(text)\" is no reader. Use sim, bt:00:07:80:AB:84:21, tty:/dev/ttyACM0 or tcp:HOST:PORT."
        case .notBluetooth(let address):
            "\"\(address)\" is no Bluetooth address. Use six bytes in hexadecimal, such as bt:00:07:80:AB:84:21."
        case .notAbsolute(let path): "\"\(path)\" is no whole path. Use one such as tty:/dev/ttyACM0."
        case .noPort(let address): "\"\(address)\" is no computer with a port. Use one such as tcp:localhost:4000."
        }
    }
}
