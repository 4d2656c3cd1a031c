import Configuration
import Dispatch
import Files
import Glibc
import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import TillJournal

/// The readers of this run, what answers their host traffic, and the time they live in.
struct ReaderWorld {
    /// Why there is no reader.
    struct Failure: Error, Equatable {
        /// What happened, and what to do.
        var sentence: String
    }

    let manager: HeftManager
    let timers: any TimerScheduler
    let gateway: any HostGateway
    /// The acquirer's list of what the reader has done.
    let feed: any TransactionFeed
    /// What the hosts say of the time.
    let bankClock = BankClockLine()
    /// Fetches pictures of signatures; nil where there is no network, as behind the test host in memory.
    let documents: HTTPDocuments?
    /// 64 hexadecimal digits.
    let secret: String
    /// The reader that is connected to where nobody chooses; nil where there is none.
    let device: ReaderDevice?
    /// Whether sales stand among simulated ones.
    let books: Books
    /// What the till draws its part of challenges from.
    let numbers: any RandomNumberGenerator & Sendable
    /// The simulated reader, for whoever plays its cardholder; nil where the readers are real. Its test host answers for
    /// simulated readers outside, too.
    let simulator: SimulatedReaderPort?
    /// Readers at Bluetooth; nil where none is wanted.
    let bluetooth: BluetoothReaderSource?
    /// Nil for a world that is only looked at, and for a real one.
    private let lock: FileLock?

    /// - Parameters:
    ///   - isUsed: whether a reader is going to be connected to. Two programs cannot use one simulated reader.
    ///   - configuration: says where the secret of a real reader comes from.
    /// - Throws: ``Failure`` when the simulated reader's books cannot be used, or there is no secret.
    init(_ arguments: ReaderArguments, _ configuration: Configuration, isUsed: Bool = true) throws(Failure) {
        timers = DispatchTimers(scale: arguments.timeScale)
        books = arguments.books
        numbers = arguments.numbers
        manager = HeftManager.shared()
        switch arguments.reader {
        case .builtIn: device = SimulatedReaderSource.device
        case .outside(let address): device = address?.device
        }
        switch books {
        case .simulated:
            lock = isUsed ? try ReaderWorld.locked(try arguments.simulatorBooksPath()) : nil
            secret = SimulatedReader.Configuration.developmentSecret
            let simulator = try ReaderWorld.simulatedReader(arguments, secret, timers)
            self.simulator = simulator
            if arguments.reader == .builtIn { manager.register(SimulatedReaderSource(port: simulator)) }
            if let host = arguments.host {
                let network = try HostNetwork(testHost: host, configuration, timers, bankClock)
                (gateway, feed) = (network.gateway, network.feed)
                manager.tipAdjustmentService = network.tips
                documents = network.documents
            } else {
                documents = nil
                gateway = SimulatedHostGateway(simulator)
                feed = SimulatedFeed(simulator)
                manager.tipAdjustmentService = SimulatedTipService(simulator, secret: secret)
            }
        case .real:
            lock = nil
            simulator = nil
            secret = isUsed ? try ReaderWorld.realSecret(configuration, arguments) : ""
            let network = try HostNetwork(configuration, timers, bankClock)
            (gateway, feed) = (network.gateway, network.feed)
            manager.tipAdjustmentService = network.tips
            documents = network.documents
        }
        let isBluetoothWanted: Bool
        switch arguments.reader {
        case .builtIn: isBluetoothWanted = arguments.offersAll
        case .outside(let address?): isBluetoothWanted = address.device.kind == .bluetooth || arguments.offersAll
        case .outside(nil): isBluetoothWanted = true
        }
        let filter = ReaderFilter(namePattern: configuration.reader.namePattern)
        bluetooth = isBluetoothWanted ? BluetoothReaderSource(filter: filter, timers: timers) : nil
        if let bluetooth { manager.register(bluetooth) }
        if arguments.reader != .builtIn || arguments.offersAll {
            manager.register(WiredReaderSource(named: device?.place.map { [$0] } ?? []))
        }
        if arguments.reader != .builtIn, arguments.offersAll {
            manager.register(OfferedReader(device: SimulatedReaderSource.device))
        }
        if !secret.isEmpty { _ = setupHandpointApiConnection(secret) }
    }

    /// Why no real reader can be connected to; nil where one can.
    static func obstacleToRealReaders(_ configuration: Configuration) -> String? {
        do throws(Failure) {
            _ = try realSecret(configuration, ReaderArguments())
            return nil
        } catch {
            return error.sentence
        }
    }

    private static func realSecret(
        _ configuration: Configuration, _ arguments: ReaderArguments
    ) throws(Failure) -> String {
        let environment = Environment.values(of: ["HOME", "TILL_SHARED_SECRET_FILE"])
        do throws(SecretFailure) {
            guard let source = SecretSource(configuration, environment: environment) else { throw .noSource }
            return try source.read(timeScale: arguments.timeScale).text
        } catch {
            throw Failure(sentence: error.sentence)
        }
    }

    private static func simulatedReader(
        _ arguments: ReaderArguments, _ secret: String, _ timers: any TimerScheduler
    ) throws(Failure) -> SimulatedReaderPort {
        var configuration = SimulatedReader.Configuration(secret: try shared(secret))
        configuration.speed = arguments.simulationSpeed.speed
        // The till may be killed between the reader's result and its own journal: the reader keeps the result until
        // the till speaks again.
        configuration.resultClearing = .whenNextRequestArrives
        // As real readers do.
        configuration.restartsAfterUpdate = true
        switch arguments.simulatedModel {
        case .hilite: break
        case .hipro: configuration.model = .hiPro
        case .old: configuration.profile = .old
        }
        if let host = arguments.host {
            configuration.hostName = host.name
            configuration.hostPort = host.port
            configuration.hostBooks = .elsewhere
        }
        configuration.restartSeconds = 5
        let file = SimulatorBooksFile(path: try arguments.simulatorBooksPath())
        var reader = SimulatedReader(
            configuration: configuration, books: try load(file),
            // Short enough to be written down and typed again.
            seed: arguments.simulationSeed ?? UInt64.random(in: 1...999_999),
            now: { ConnectionEnvironment.systemLocalDate() })
        if arguments.simulatedModel == .hipro { reader.barcodes = ReaderWorld.barcodes }
        return SimulatedReaderPort(
            reader, scheduler: timers, store: { (books) throws(SimulatorBooksError) in try file.save(books) })
    }

    /// What lies before the scanner of a simulated reader: two articles and a voucher.
    private static let barcodes = ["4006381333931", "5012345678900", "VOUCHER-7K2Q"]

    private static func shared(_ secret: String) throws(Failure) -> SharedSecret {
        do throws(SharedSecret.Refusal) {
            return try SharedSecret(secret)
        } catch {
            throw Failure(sentence: error.description)
        }
    }

    private static func locked(_ path: String) throws(Failure) -> FileLock {
        do throws(SimulatorBooksError) {
            return try SimulatorBooksFile(path: path).lock()
        } catch {
            throw Failure(sentence: error.description)
        }
    }

    private static func load(_ file: SimulatorBooksFile) throws(Failure) -> ReaderBooks {
        do throws(SimulatorBooksError) {
            return try file.load() ?? ReaderBooks()
        } catch {
            throw Failure(sentence: error.description)
        }
    }

    /// Waits until the simulated reader has written down what it was told.
    func close() {
        guard let simulator else { return }
        let written = DispatchSemaphore(value: 0)
        simulator.books { _ in written.signal() }
        written.wait()
    }
}

extension ReaderArguments.SimulationSpeed {
    fileprivate var speed: SimulatedReader.Speed {
        switch self {
        case .instant: .instant
        case .brisk: .brisk
        case .real: .real
        }
    }
}

/// Changes tips in the books of the simulated reader's test host.
private struct SimulatedTipService: TipAdjustmentService {
    private let simulator: SimulatedReaderPort
    /// 64 hexadecimal digits, which simulated readers share.
    private let secret: String

    init(_ simulator: SimulatedReaderPort, secret: String) {
        self.simulator = simulator
        self.secret = secret
    }

    func send(_ request: TipAdjustmentRequest) async -> TipAdjustmentStatus {
        await withCheckedContinuation { continuation in
            simulator.adjustTip(body: request.body, signature: request.signature, secret: secret) { code in
                continuation.resume(returning: TipAdjustmentStatus(httpCode: code))
            }
        }
    }
}

/// Brings the reader's host traffic to its test host in memory.
private struct SimulatedHostGateway: HostGateway {
    private let simulator: SimulatedReaderPort

    private struct Call: HostCall {
        func cancel() {}
    }

    init(_ simulator: SimulatedReaderPort) {
        self.simulator = simulator
    }

    func perform(
        _ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void
    ) -> any HostCall {
        simulator.respond(host: exchange.host, port: exchange.port, request: exchange.request) { answer in
            switch answer {
            case .response(let bytes): completion(.response(bytes))
            // The connection's own timeout ends the exchange.
            case .neverAnswers: break
            }
        }
        return Call()
    }
}
