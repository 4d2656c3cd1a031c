import Files
import Glibc
import HeftTransport
import ReaderSimulator

/// Why the reader cannot be started.
struct StartFailure: Error, Equatable {
    /// What happened, and what to do.
    var sentence: String
}

/// The reader as the command line describes it, with the books that it had.
struct SimulatedReaderSetup {
    let port: SimulatedReaderPort
    let timers: DispatchTimers
    private let lock: FileLock

    init(_ options: ReaderOptions, now: @escaping @Sendable () -> String) throws(StartFailure) {
        timers = DispatchTimers(scale: options.timeScale)
        var configuration = try SimulatedReaderSetup.configuration(options)
        let path = try SimulatedReaderSetup.booksPath(options)
        // A till may be killed between the reader's result and its own journal.
        configuration.resultClearing = .whenNextRequestArrives
        configuration.restartsAfterUpdate = true
        configuration.restartSeconds = 5
        let file = SimulatorBooksFile(path: path)
        let books: ReaderBooks
        do throws(SimulatorBooksError) {
            lock = try file.lock()
            books = try SimulatedReaderSetup.books(file, options.serialNumber)
        } catch {
            throw StartFailure(sentence: error.description)
        }
        try SimulatedReaderSetup.check(books, options.serialNumber, path)
        let reader = SimulatedReader(
            configuration: configuration, books: books, seed: options.seed ?? UInt64.random(in: 1...999_999), now: now)
        port = SimulatedReaderPort(
            reader, scheduler: timers, store: { (books) throws(SimulatorBooksError) in try file.save(books) })
    }

    /// The books of the file, or new ones with a serial number.
    private static func books(
        _ file: SimulatorBooksFile, _ serialNumber: String?
    ) throws(SimulatorBooksError) -> ReaderBooks {
        var books = ReaderBooks()
        if let serialNumber { books.serialNumber = serialNumber }
        return try file.load() ?? books
    }

    /// A reader keeps its serial number for good: the bank knows its payments by it.
    private static func check(
        _ books: ReaderBooks, _ serialNumber: String?, _ path: String
    ) throws(StartFailure) {
        guard let serialNumber, books.serialNumber != serialNumber else { return }
        throw StartFailure(
            sentence: "The reader in \(path) has the serial number \(books.serialNumber). Leave --serial out, or use "
                + "--books FILE for another reader.")
    }

    private static func configuration(
        _ options: ReaderOptions
    ) throws(StartFailure) -> SimulatedReader.Configuration {
        var configuration = try SecretFile.configuration(options.secretPath)
        configuration.model = options.model
        configuration.profile = options.profile
        configuration.hostTraffic = options.traffic
        // The till relays to whatever bank it knows.
        configuration.hostBooks = .elsewhere
        configuration.speed = options.speed
        configuration.cardholder = options.isByHand ? .manual : .automatic
        if let host = options.bankHost { configuration.hostName = host }
        if let port = options.bankPort { configuration.hostPort = port }
        return configuration
    }

    /// The folder of the usual place is made.
    private static func booksPath(_ options: ReaderOptions) throws(StartFailure) -> String {
        if let path = options.booksPath { return path }
        let folder: String
        if let state = ProcessEnvironment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
            folder = state + "/till-reader"
        } else if let home = ProcessEnvironment.value("HOME"), home.hasPrefix("/") {
            folder = home + "/.local/state/till-reader"
        } else {
            throw StartFailure(sentence: "There is no folder for the reader's books. Set HOME, or use --books FILE.")
        }
        do throws(FileError) {
            try Folder.make(folder)
        } catch {
            throw StartFailure(sentence: "The folder \(folder) cannot be made: \(error.reason). Use --books FILE.")
        }
        return folder + "/reader.json"
    }
}

enum ProcessEnvironment {
    /// Nil for what is not set, or is empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// The secret of the reader.
enum SecretFile {
    private static let bytesMax = 4096

    /// A configuration with the secret of a file, or with the one of development.
    static func configuration(_ path: String?) throws(StartFailure) -> SimulatedReader.Configuration {
        let text = try path.map { (path) throws(StartFailure) in try read(path) }
        guard
            let configuration = SimulatedReader.Configuration(
                secret: text ?? SimulatedReader.Configuration.developmentSecret)
        else {
            throw StartFailure(
                sentence: "\(path ?? "The secret") does not hold 64 hexadecimal digits. Put the shared secret there.")
        }
        return configuration
    }

    private static func read(_ path: String) throws(StartFailure) -> String {
        let bytes = try RegularFile.read(
            path, limit: bytesMax,
            check: { (status) throws(StartFailure) in
                guard status.isPrivate else {
                    throw StartFailure(
                        sentence: "Others can read the secret in \(path), so it is not used. Do: chmod 600 \(path)")
                }
            },
            map: { failure in
                let reason =
                    switch failure {
                    case .missing: "there is no such file"
                    case .noFile: "it is no file"
                    case .system(let error): error.reason
                    }
                return StartFailure(sentence: "The secret in \(path) cannot be read: \(reason).")
            })
        return String(decoding: bytes, as: UTF8.self)
    }
}
