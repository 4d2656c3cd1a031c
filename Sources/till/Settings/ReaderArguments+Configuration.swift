import Configuration

extension ReaderArguments {
    /// With the reader that the configuration names, where the command line names none: whoever has set a real reader
    /// must not take payments on the simulated one without having said so.
    ///
    /// - Throws: ``CommandFailure`` when the configuration names what is no reader.
    func completed(by configuration: Configuration) throws(CommandFailure) -> ReaderArguments {
        guard !isReaderGiven else { return self }
        var completed = self
        switch configuration.reader.choice {
        case .ask, .simulated: return self
        case .address(let address): completed.reader = .outside(.bluetooth(address))
        case .wired(let place):
            do throws(UsageError) {
                completed.reader = try ReaderArguments.reader(place)
            } catch {
                throw CommandFailure(.unavailable, "The configuration names no reader at reader.use. \(error.message)")
            }
        }
        return completed
    }

    /// As ``completed(by:)``, by the configuration in its usual place.
    func completed() throws(CommandFailure) -> ReaderArguments {
        try completed(by: ConfigurationFile(named: configPath).load())
    }
}
