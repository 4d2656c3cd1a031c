import Glibc

/// Small files that a person keeps: read whole, and only when they are files.
enum SettingsFile {
    /// Why there are no bytes.
    enum Failure: Error, Equatable {
        case missing
        /// A folder, a pipe or a device.
        case noFile
        /// In the system's words.
        case system(String)
    }

    /// Reads to the end, or to the limit.
    ///
    /// - Parameter check: looks at the open file before it is read.
    static func read<Refusal: Error>(
        _ path: String, limit: Int, check: (stat) throws(Refusal) -> Void, map: (Failure) -> Refusal
    ) throws(Refusal) -> [UInt8] {
        // A pipe must not hold the till up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw map(errno == ENOENT || errno == ENOTDIR ? .missing : .system(String(cString: strerror(errno))))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw map(.system(String(cString: strerror(errno)))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw map(.noFile) }
        try check(status)
        guard let bytes = SmallFile.readAll(descriptor, limit: limit) else {
            throw map(.system(String(cString: strerror(errno))))
        }
        return bytes
    }

    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        try read(path, limit: limit, check: { (_) throws(Failure) in }, map: { $0 })
    }
}
