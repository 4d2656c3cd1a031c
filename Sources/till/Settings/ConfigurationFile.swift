import Configuration
import Files
import Glibc

/// Where the configuration stands, and what is read from there.
struct ConfigurationFile {
    /// Nil where there is no place for one: without a home folder the defaults hold.
    let path: String?
    /// Named on the command line: then it must be there.
    private let isNamed: Bool

    /// - Parameters:
    ///   - named: by `--config`; nil for the usual place.
    ///   - environment: `XDG_CONFIG_HOME` and `HOME`. A value that is not an absolute path is not used, as the rules of
    ///     XDG ask.
    init(named: String?, environment: [String: String] = Environment.folders) {
        isNamed = named != nil
        if let named {
            path = named
        } else if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            path = folder + "/till/config.yaml"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            path = home + "/.config/till/config.yaml"
        } else {
            path = nil
        }
    }

    /// What the file sets. Defaults when there is none.
    ///
    /// - Throws: ``CommandFailure``: it cannot be read, or something in it is wrong.
    func load() throws(CommandFailure) -> Configuration {
        guard let path, let bytes = try read(path) else { return Configuration() }
        do throws(ConfigurationErrors) {
            return try Configuration(yaml: bytes)
        } catch {
            let faults = error.errors.map { "\(path):\($0.sentence)" }
            throw CommandFailure(.unavailable, "The configuration cannot be used. Nothing was done.", details: faults)
        }
    }

    /// Nil when there is no file and none was named.
    private func read(_ path: String) throws(CommandFailure) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: Configuration.bytesMax + 1)
        } catch {
            switch error {
            case .missing where isNamed:
                throw CommandFailure(.wrongUsage, "There is no file \(path). Name a configuration that is there.")
            case .missing: return nil
            case .noFile:
                throw CommandFailure(
                    .unavailable,
                    "The configuration \(path) is no file. Nothing was done. Put a file in its place, or take it away.")
            case .system(let error):
                throw CommandFailure(
                    .unavailable,
                    "The configuration \(path) cannot be read: \(error.reason). Nothing was done. Check who may read it."
                )
            }
        }
    }
}

/// What the environment says.
enum Environment {
    /// Of the user's folders.
    static var folders: [String: String] { values(of: ["HOME", "XDG_CONFIG_HOME"]) }

    static func values(of names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
