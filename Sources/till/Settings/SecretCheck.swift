import Configuration

/// `till secret`: reads the shared secret as a reader's connection does, and says whether it can be used. Nothing of it
/// is shown.
struct SecretArguments: Equatable {
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "secret", options: [.value("config", "FILE"), .value("time-scale", "N")])
        guard scanner.operands.isEmpty else {
            throw UsageError(
                "The shared secret is not given as an argument, where others can see it. Put it in a file. See till help."
            )
        }
        reader = try ReaderArguments(scanner)
    }
}

enum SecretCheck {
    /// - Throws: ``CommandFailure``
    static func run(_ arguments: SecretArguments) throws(CommandFailure) {
        let configuration = try ConfigurationFile(named: arguments.reader.configPath).load()
        let environment = Environment.values(of: ["HOME", "TILL_SHARED_SECRET_FILE"])
        do throws(SecretFailure) {
            guard let source = SecretSource(configuration, environment: environment) else { throw .noSource }
            _ = try source.read(timeScale: arguments.reader.timeScale)
        } catch {
            throw CommandFailure(.unavailable, error.sentence)
        }
        StandardStreams.output("The shared secret is there and has the right form.")
    }
}
