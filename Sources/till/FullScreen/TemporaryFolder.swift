import Glibc

/// A folder for one run, for this user alone. A demo keeps its books and its receipts there.
struct TemporaryFolder {
    let path: String

    /// - Throws: ``FullScreen/Failure`` when there is no place for it.
    static func make() throws(FullScreen.Failure) -> TemporaryFolder {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/till-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FullScreen.Failure(
                sentence: "The demo found no place for its throw-away books in \(parent). Set TMPDIR to a folder.")
        }
        let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
        return TemporaryFolder(path: String(decoding: bytes, as: UTF8.self))
    }

    /// Removes the folder with all that is in it.
    func remove() {
        TemporaryFolder.remove(path)
    }

    private static func remove(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            // A link is removed and not followed: the system says of folders alone that they are some.
            if unlink("\(folder)/\(name)") != 0, errno == EISDIR { remove("\(folder)/\(name)") }
        }
        closedir(directory)
        rmdir(folder)
    }
}
