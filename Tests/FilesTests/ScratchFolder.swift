import Files
import FoundationEssentials
import Glibc

/// A folder of the test's own, which goes with it.
final class ScratchFolder {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(in: "/tmp", prefix: "till-files-")
    }

    deinit {
        folder.remove()
    }

    var path: String { folder.path }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// Who may read and write it.
    func mode(of name: String) throws -> mode_t {
        var status = stat()
        guard stat(path + "/" + name, &status) == 0 else { throw FileError(call: "stat", code: errno) }
        return status.st_mode & 0o777
    }
}
