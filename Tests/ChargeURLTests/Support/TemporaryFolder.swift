import FoundationEssentials
import Glibc
import Testing

/// A folder of its own, gone with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/charge-url-XXXXXX").utf8CString)
        path = try String(cString: #require(mkdtemp(&template)))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
        try #require(chmod(file(name), mode) == 0)
        return file(name)
    }

    /// All of a file, or of a pipe until its writers have closed it.
    func text(_ name: String) throws -> String {
        let descriptor = open(file(name), O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            try #require(count >= 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Writes to what is there already, a pipe for example, and waits for its reader.
    func append(_ text: String, to name: String) throws {
        let descriptor = open(file(name), O_WRONLY | O_APPEND)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(text.withCString { Glibc.write(descriptor, $0, text.utf8.count) } == text.utf8.count)
    }

    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(stat(file(name), &status) == 0)
        return status.st_mode & 0o777
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
