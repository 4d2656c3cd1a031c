import Configuration
import Files
import Glibc
import HeftWire

/// Where the secret that till and reader share comes from. It never comes from an argument, and is never shown.
enum SecretSource: Equatable {
    case file(String)
    /// A program and its arguments.
    case command([String])

    /// The environment's `TILL_SHARED_SECRET_FILE` comes first, then the configuration. Nil when neither names one.
    init?(_ configuration: Configuration, environment: [String: String]) {
        if let path = environment["TILL_SHARED_SECRET_FILE"], !path.isEmpty {
            self = .file(path)
        } else if let path = configuration.reader.secretFile {
            self = .file(SecretSource.whole(path, environment["HOME"]))
        } else if !configuration.reader.secretCommand.isEmpty {
            self = .command(configuration.reader.secretCommand)
        } else {
            return nil
        }
    }

    /// A path that begins with `~/` is in the home folder.
    private static func whole(_ path: String, _ home: String?) -> String {
        guard path.hasPrefix("~/"), let home else { return path }
        return home + path.dropFirst(1)
    }

    /// Reads the secret.
    ///
    /// - Parameter timeScale: divides the time that a command has.
    /// - Throws: ``SecretFailure``
    func read(timeScale: Int = 1) throws(SecretFailure) -> SecretBytes {
        let secret: SecretBytes
        switch self {
        case .file(let path):
            secret = SecretBytes(
                try RegularFile.read(
                    path, limit: SecretBytes.countMax,
                    check: { (status) throws(SecretFailure) in
                        guard status.isPrivate else { throw .readableByOthers(path) }
                    },
                    map: { .file(path, $0) }))
        case .command(let words):
            secret = SecretBytes(
                try SecretCommand.run(
                    words, limit: SecretBytes.countMax, milliseconds: SecretCommand.milliseconds / timeScale))
        }
        try secret.check(self)
        return secret
    }
}

/// Why there is no secret. It carries no part of it.
enum SecretFailure: Error, Equatable {
    case noSource
    case file(String, RegularFile.Failure)
    case readableByOthers(String)
    case notStarted(String, reason: String)
    case tookTooLong(String)
    case printedTooMuch(String)
    case ended(String, status: Int32)
    case noSecret(SecretSource, SharedSecret.Refusal)

    /// What happened, and what to do.
    var sentence: String {
        switch self {
        case .noSource:
            "No shared secret is set. Set reader.secret-file or reader.secret-command in the configuration."
        case .file(let path, .missing):
            "There is no file \(path) with the shared secret. Make it, readable by you alone."
        case .file(let path, .noFile): "\(path) is no file. Name a file with the shared secret."
        case .file(let path, .system(let error)):
            "The shared secret in \(path) cannot be read: \(error.reason)."
        case .readableByOthers(let path):
            "Others can read the shared secret in \(path), so it is not used. Do: chmod 600 \(path)"
        case .notStarted(let program, let reason): "\(program) for the shared secret cannot be started: \(reason)."
        case .tookTooLong(let program):
            "\(program) gave no shared secret in time. Unlock the keyring, then start again."
        case .printedTooMuch(let program): "\(program) printed more than a shared secret. Print the secret alone."
        case .ended(let program, let status):
            "\(program) gave no shared secret and ended with status \(status). Run it by hand to see why."
        case .noSecret(.file(let path), let refusal): "\(refusal.description) It is the file \(path)."
        case .noSecret(.command(let words), let refusal): "\(refusal.description) It is what \(words[0]) printed."
        }
    }
}

/// The secret as it was read. Its bytes are overwritten when it goes.
final class SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Of a file or an output; a secret has 64 digits.
    static let countMax = 4096

    private var bytes: [UInt8]

    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    deinit {
        bytes.withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
        }
    }

    /// 64 hexadecimal digits, with white space perhaps, for the reader's connection alone.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    fileprivate func check(_ source: SecretSource) throws(SecretFailure) {
        do throws(SharedSecret.Refusal) {
            _ = try SharedSecret(text)
        } catch {
            throw .noSecret(source, error)
        }
    }

    var description: String { "(shared secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
