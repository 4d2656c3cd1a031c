import CSQLite
import FoundationEssentials
import Glibc

/// A folder of its own for one test; it goes when the test ends.
final class ScratchFolder {
    let path: String

    init() {
        // In memory where there is such a place: what is on the disk after a power cut is the business of ``TestDisk``.
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/till-journal-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder for the test") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var journal: String { path + "/till/journal.sqlite" }

    /// The file and its log as they are on the file system this instant: what is left when the program is killed.
    func copyOfBooks(at source: String) throws -> String {
        let copy = path + "/copy.sqlite"
        for suffix in ["", "-wal"] {
            if let bytes = contents(of: source + suffix) { write(bytes, to: copy + suffix) }
        }
        return copy
    }

    /// Everything in the folder and below, by name.
    func everyFile() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            files[name] = contents(of: path + "/" + name)
        }
        return files
    }
}

/// Nil when there is no such file.
func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
}

func write(_ bytes: [UInt8], to path: String) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
        preconditionFailure("the test cannot write \(path)")
    }
}

func mode(of path: String) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return status.st_mode & 0o777
}

/// Runs SQL on a file behind the journal's back. Returns SQLite's message when it refuses.
@discardableResult
func runSQL(_ sql: String, at path: String) -> String? {
    var handle: OpaquePointer?
    sqlite3_open(path, &handle)
    defer { sqlite3_close_v2(handle) }
    return sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(handle))
}
