import Configuration

extension ReaderArguments {
    /// Whoever has set a real reader must not take payments on the simulated one without having said so.
    ///
    /// - Throws: ``CommandFailure`` when the configuration names a reader that cannot be reached.
    func check(_ configuration: Configuration) throws(CommandFailure) {
        guard !isReaderGiven, case .address(let address) = configuration.reader.choice else { return }
        throw CommandFailure(
            .unavailable,
            "The configuration names the reader \(address), which this till cannot reach. Nothing was done."
                + " Use --reader sim for the simulated one.")
    }
}
