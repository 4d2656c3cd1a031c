import Files
import Glibc

/// The books' file before SQLite touches it. SQLite would take an empty file for a new database and might write to a
/// file that it finds wanting, so what must stay as it is gets recognised first.
enum BooksFile {
    enum State: Equatable {
        /// There is no file, or an empty one without a log: nothing was ever written.
        case unwritten
        case database
    }

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headerLength = 100
    // Places in the header, both 4 bytes, big-endian.
    private static let versionOffset = 60
    private static let applicationOffset = 68

    /// Makes the folder, for this user alone, and those above it.
    static func createFolder(of path: String) throws(JournalError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard !isFolder(folder) else { return }
        try createFolder(of: folder)
        guard mkdir(folder, 0o700) == 0 else {
            let code = errno
            // Another till may have made it meanwhile.
            if code == EEXIST && isFolder(folder) { return }
            throw .cannotCreateFolder(folder: folder, code: code)
        }
        try syncFolder(of: folder)
    }

    /// Makes an empty file that only this user may read; SQLite gives its log the same mode.
    static func create(at path: String) throws(JournalError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault.error(path: path, code: errno) }
        close(descriptor)
        try syncFolder(of: path)
    }

    /// As ``create(at:)``, but refuses a name that is taken.
    static func createAnew(at path: String) throws(JournalError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            throw code == EEXIST ? .alreadyThere(path: path) : FileFault.error(path: path, code: code)
        }
        close(descriptor)
    }

    /// Waits until a file and its name are on the disk.
    static func syncFile(_ path: String) throws(JournalError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault.error(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFault.error(path: path, code: errno) }
        try syncFolder(of: path)
    }

    /// Whether the name is taken, by whatever.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Takes from others what rights a copy or a careless hand has given them.
    static func makePrivate(_ path: String) throws(JournalError) {
        guard chmod(path, 0o600) == 0 else { throw FileFault.error(path: path, code: errno) }
    }

    /// - Throws: ``JournalError/corrupt(path:detail:)``, ``JournalError/foreign(path:)``,
    ///   ``JournalError/newerSchema(path:found:known:)``.
    static func inspect(_ path: String, knownVersion: Int) throws(JournalError) -> State {
        let header = try readHeader(path)
        if header.isEmpty {
            // SQLite would throw the log away: without its file it means nothing to it.
            guard size(of: path + "-wal") == 0 else {
                throw .corrupt(path: path, detail: "the file is empty or gone, its log is there")
            }
            return .unwritten
        }
        guard header.count == headerLength, header.starts(with: magic) else {
            throw .corrupt(path: path, detail: "the file does not begin like a database")
        }
        let application = number(at: applicationOffset, in: header)
        let version = Int(number(at: versionOffset, in: header))
        // Zero is seen when the first migration stands in the log only; then SQLite tells more.
        guard application == UInt32(bitPattern: Schema.applicationID) || (application == 0 && version == 0) else {
            throw .foreign(path: path)
        }
        guard version <= knownVersion else {
            throw .newerSchema(path: path, found: version, known: knownVersion)
        }
        return .database
    }

    private static func readHeader(_ path: String) throws(JournalError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw FileFault.error(path: path, code: errno)
        }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: headerLength)
        let count = pread(descriptor, &header, headerLength, 0)
        guard count >= 0 else { throw FileFault.error(path: path, code: errno) }
        return Array(header[..<count])
    }

    private static func number(at offset: Int, in header: [UInt8]) -> UInt32 {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// A new name in a folder survives a power cut only when the folder is on the disk.
    static func syncFolder(of path: String) throws(JournalError) {
        do throws(FileError) {
            try Folder.synchronise(of: path)
        } catch {
            throw FileFault.error(path: path, code: error.code)
        }
    }
}
