import FoundationEssentials
import Glibc

/// A folder of its own for one test, with a state folder and a place for temporary files; it goes when the test ends.
final class ScratchFolder {
    let path: String

    init() {
        var template = Array("/tmp/till-screen-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder for the test") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir(temporary, 0o700)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// `TMPDIR`: where a demo keeps its books.
    var temporary: String { path + "/tmp" }
    /// Where the till keeps its books otherwise.
    var books: String { path + "/state/till" }

    /// What a till on these folders finds in its environment.
    var environment: [String: String] {
        ["HOME": path, "XDG_STATE_HOME": path + "/state", "TMPDIR": temporary, "TZ": "UTC"]
    }

    /// The names in a folder; none when there is no such folder.
    func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Whether the next start connects to a reader by itself.
    var remembersReader: Bool {
        contents(of: "state/till/readers.json").map { String(decoding: $0, as: UTF8.self) }?.contains("lastUsed")
            == true
    }

    func contents(of file: String) -> Data? {
        FileManager.default.contents(atPath: path + "/" + file)
    }
}
