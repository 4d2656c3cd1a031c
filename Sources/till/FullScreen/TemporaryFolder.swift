import Glibc

/// A folder for one run, for this user alone. A demo keeps its books there.
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

    /// Removes the folder with the files in it. Folders inside are not expected, and left.
    func remove() {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink("\(path)/\(name)") }
        }
        closedir(directory)
        rmdir(path)
    }
}
