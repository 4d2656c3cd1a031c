import Glibc

/// A folder of a test's own, removed with it.
final class ScratchFolder {
    let path: String

    init() {
        var template = Array("/tmp/till-transport.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder for the test") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func file(_ name: String) -> String { path + "/" + name }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { unlink(file(name)) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
