import FoundationEssentials
import Glibc
import PtyHarness

/// A folder of its own for a test, which goes with it.
final class ScratchFolder: Sendable {
    struct Failure: Error {
        var what: String
    }

    let path: String

    init() throws {
        // In memory where there is such a folder: a busy disk must not run into anything.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/till-gateway-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(what: "no folder for the test") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file that its owner alone can read, unless told otherwise.
    ///
    /// - Returns: its path.
    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        guard chmod(file, mode) == 0 else { throw Failure(what: "chmod \(file)") }
        return file
    }
}
