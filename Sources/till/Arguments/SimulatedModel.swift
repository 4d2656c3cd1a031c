/// Which reader the simulated one plays.
enum SimulatedModel: String, CaseIterable {
    /// At Bluetooth, without a scanner.
    case hilite
    /// At a wire, with a scanner.
    case hipro
    /// A HiLite of an earlier generation, which takes shorter frames.
    case old

    /// Their names, for whoever has to choose one.
    private static let names = "hilite, hipro or old"
    private static let prefix = "sim:"

    /// As `--reader sim:MODEL` or `--sim-model MODEL` says; a HiLite where neither does.
    init(_ scanner: ArgumentScanner) throws(UsageError) {
        let named = try scanner.value("reader").flatMap { (text) throws(UsageError) in
            try SimulatedModel(address: text)
        }
        guard let text = scanner.value("sim-model") else {
            self = named ?? .hilite
            return
        }
        guard let model = SimulatedModel(rawValue: text) else {
            throw UsageError("--sim-model takes \(SimulatedModel.names).")
        }
        guard named == nil || named == model else {
            throw UsageError("--reader and --sim-model name different models. Leave one of them out.")
        }
        self = model
    }

    /// The model that an address of a reader names, `sim:hipro`; nil for an address that names none.
    ///
    /// - Throws: for a model that there is not.
    init?(address: String) throws(UsageError) {
        guard address.hasPrefix(SimulatedModel.prefix) else { return nil }
        let name = address.dropFirst(SimulatedModel.prefix.count)
        guard let model = SimulatedModel(rawValue: String(name)) else {
            throw UsageError("\"\(address)\" is no simulated reader. Use sim: with \(SimulatedModel.names).")
        }
        self = model
    }

    /// As `--reader` takes it.
    var address: String { SimulatedModel.prefix + rawValue }

    /// What it is called where readers are listed.
    var title: String {
        switch self {
        case .hilite: "Simulated HiLite"
        case .hipro: "Simulated HiPro, with a scanner"
        case .old: "Simulated HiLite of an earlier generation"
        }
    }
}
