import Files
import FoundationEssentials
import Glibc

/// A folder of the test's own, which goes with it.
final class ScratchFolder {
    let path: String

    init() throws(FileError) {
        var template = Array("/tmp/till-files-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// Who may read and write it.
    func mode(of name: String) throws -> mode_t {
        var status = stat()
        guard stat(path + "/" + name, &status) == 0 else { throw FileError(call: "stat", code: errno) }
        return status.st_mode & 0o777
    }
}
