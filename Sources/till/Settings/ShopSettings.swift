import Configuration
import TillCore
import TillUI

/// What a full screen is set to: the command line, else the configuration, else the defaults.
struct ShopSettings {
    /// Where settings are kept; a demo keeps none.
    let file: ConfigurationFile?
    let configuration: Configuration
    let settings: AppSettings
    let reader: ReaderArguments

    /// A demo is the same everywhere: it reads a configuration only when one is named.
    ///
    /// - Throws: ``CommandFailure``: the configuration cannot be used.
    init(_ arguments: FullScreenArguments) throws(CommandFailure) {
        let named = arguments.reader.configPath
        file = arguments.isDemo && named == nil ? nil : ConfigurationFile(named: named)
        configuration = try file?.load() ?? Configuration()
        var settings = AppSettings(isDemo: arguments.isDemo, measure: TextMeasure.terminal)
        settings.take(configuration)
        settings.configurationPath = file?.path
        settings.currency = arguments.currency ?? settings.currency
        settings.theme = arguments.theme ?? settings.theme
        settings.sound = arguments.sound ?? settings.sound
        self.settings = settings
        var reader = arguments.isDemo ? arguments.reader : try arguments.reader.completed(by: configuration)
        if !arguments.isDemo, !reader.isReaderGiven, configuration.reader.choice == .ask { reader.offerAll() }
        if !arguments.isSpeedGiven { reader.simulationSpeed = .init(configuration.simulator.speed) }
        self.reader = reader
    }
}

extension ReaderArguments {
    /// Nobody has said which reader: all are offered, and the books are those of the one that was used last.
    fileprivate mutating func offerAll() {
        offersAll = true
        guard let path = readersPath(), let last = ReaderMemoryFile(path: path).load().lastUsedDevice else { return }
        if last.kind != .simulated { reader = .outside(nil) }
    }
}

extension ReaderArguments.SimulationSpeed {
    fileprivate init(_ speed: Configuration.Simulator.Speed) {
        switch speed {
        case .instant: self = .instant
        case .brisk: self = .brisk
        case .real: self = .real
        }
    }
}
