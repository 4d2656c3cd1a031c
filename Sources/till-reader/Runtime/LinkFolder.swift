import Glibc

/// A folder of this run, for the symbolic link that nobody named.
enum LinkFolder {
    /// - Returns: its path, for this user alone.
    static func make() throws(StartFailure) -> String {
        let parent = ProcessEnvironment.value("XDG_RUNTIME_DIR") ?? ProcessEnvironment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/till-reader.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartFailure(sentence: "There is no place for the serial line in \(parent). Use --pty LINK.")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
