import ChargeURL
import Files
import Glibc
import ReaderSimulator
import TillJournal

extension ReaderArguments {
    /// Simulated sales never stand among real ones.
    var books: Books {
        switch reader {
        case .builtIn: .simulated
        case .outside: isSimulatedOutside ? .simulated : .real
        }
    }

    /// Where the books are: `--journal FILE`, else the user's state folder.
    func booksPath() throws(JournalError) -> String {
        if let journalPath { return journalPath }
        return try location().path(of: books)
    }

    /// Where the simulated reader keeps what it must not forget, beside the till's own state. Its folder is made.
    func simulatorBooksPath() throws(ReaderWorld.Failure) -> String {
        do throws(JournalError) {
            let folder = try location().folder
            try ReaderArguments.makeFolder(folder)
            return folder + "/simulator.json"
        } catch {
            throw ReaderWorld.Failure(sentence: error.sentence)
        }
    }

    /// Where the readers that were connected before are remembered; nil without a folder for it. Its folder is made.
    func readersPath() -> String? {
        do throws(JournalError) {
            let folder = try location().folder
            try ReaderArguments.makeFolder(folder)
            return folder + "/readers.json"
        } catch {
            return nil
        }
    }

    private static func makeFolder(_ folder: String) throws(JournalError) {
        do throws(FileError) {
            try Folder.make(folder)
        } catch {
            throw .cannotCreateFolder(folder: folder, code: error.code)
        }
    }

    private func location() throws(JournalError) -> JournalLocation {
        if let stateFolder { return JournalLocation(folder: stateFolder) }
        return try JournalLocation(environment: ReaderArguments.environment)
    }

    /// Where a till takes charge requests, whatever reader it has; none where there is no place for it.
    func chargePlaces(isDemo: Bool) -> [String] {
        let environment = Environment.values(of: ["XDG_RUNTIME_DIR"])
        // The books of a demo are thrown away, and their folder is known to nobody else.
        let own = try? JournalLocation(environment: ReaderArguments.environment).folder
        guard !isDemo else { return ChargeSocket.places(books: nil, environment: environment, folder: own) }
        guard let books = journalPath ?? own else { return [] }
        return ChargeSocket.places(books: books, environment: environment, folder: own)
    }

    /// Where the till that runs takes charge requests; nil where none does.
    func chargeSocket(isDemo: Bool) -> String? { LocalSocket.firstHeard(chargePlaces(isDemo: isDemo)) }

    /// Opens the books for writing.
    func openJournal() throws(JournalError) -> Journal {
        guard let till = TillName("T1") else { preconditionFailure("T1 is a till's name") }
        var random = numbers
        let writer = JournalWriter(till: till, books: books, random: &random)
        return try Journal.open(at: try booksPath(), access: .writing(writer))
    }

    /// What the till draws at random: the tag of new books, and its part of a reader's challenge. A simulation with a seed
    /// draws the same each time, and not what its reader draws; what has to do with a real reader is never foreseen.
    var numbers: any RandomNumberGenerator & Sendable {
        guard books == .simulated, let simulationSeed else { return SystemRandomNumberGenerator() }
        return SeededNumbers(~simulationSeed)
    }

    /// What the environment says of folders.
    static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_STATE_HOME"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }
}
