import Files

/// A folder of this run, for the symbolic link that nobody named.
enum LinkFolder {
    /// - Returns: its path, for this user alone.
    static func make() throws(StartFailure) -> String {
        let parent = ProcessEnvironment.value("XDG_RUNTIME_DIR") ?? ProcessEnvironment.value("TMPDIR") ?? "/tmp"
        do throws(FileError) {
            return try TemporaryFolder(in: parent, prefix: "till-reader.").path
        } catch {
            throw StartFailure(sentence: "There is no place for the serial line in \(parent). Use --pty LINK.")
        }
    }
}
