import Glibc

/// Small files that are read and written whole, and only where they are files: a folder, a pipe or a device holds nobody
/// up.
package enum RegularFile {
    /// Why there are no bytes.
    package enum Failure: Error, Equatable, Sendable {
        case missing
        /// A folder, a pipe or a device.
        case noFile
        case system(FileError)
    }

    /// Reads to the end, or to the limit.
    ///
    /// - Parameters:
    ///   - followsLinks: else a symbolic link is refused.
    ///   - check: looks at the open file before it is read.
    package static func read<Refusal: Error>(
        _ path: String, limit: Int, followsLinks: Bool = true, check: (stat) throws(Refusal) -> Void,
        map: (Failure) -> Refusal
    ) throws(Refusal) -> [UInt8] {
        let descriptor = open(
            path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            throw map(errno == ENOENT || errno == ENOTDIR ? .missing : .system(.last("open")))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw map(.system(.last("fstat"))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw map(.noFile) }
        try check(status)
        do throws(FileError) {
            return try Descriptor.readAll(descriptor, limit: limit)
        } catch {
            throw map(.system(error))
        }
    }

    package static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(Failure) -> [UInt8] {
        try read(path, limit: limit, followsLinks: followsLinks, check: { (_) throws(Failure) in }, map: { $0 })
    }

    /// Puts a file in the place of another one, or where there is none. Who reads it meanwhile sees the old one or the new
    /// one, whole, and so does who reads it after a power cut. When this returns, the new one is on the disk.
    ///
    /// - Parameter mode: who may read and write it. What was there before does not count.
    /// - Throws: ``FileError``; what was there is as it was.
    package static func replace(
        _ path: String, with bytes: some Collection<UInt8>, mode: mode_t = 0o600
    ) throws(FileError) {
        let new = path + ".new"
        // What an earlier power cut left behind is of no use, and may have other permissions.
        unlink(new)
        do throws(FileError) {
            try create(new, bytes, mode)
            guard rename(new, path) == 0 else { throw .last("rename") }
        } catch {
            unlink(new)
            throw error
        }
        try Folder.synchronise(of: path)
    }

    /// Writes a file where there must be none.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` where the name is taken. No file is left behind.
    package static func create(
        _ path: String, _ bytes: some Collection<UInt8>, _ mode: mode_t = 0o600
    ) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last("open") }
        do throws(FileError) {
            defer { close(descriptor) }
            try Descriptor.writeAll(bytes, to: descriptor)
            // Not by what is asked for at the opening: that depends on the mask of the process.
            if mode != 0o600, fchmod(descriptor, mode) != 0 { throw .last("fchmod") }
            guard fsync(descriptor) == 0 else { throw .last("fsync") }
        } catch {
            unlink(path)
            throw error
        }
    }
}

extension stat {
    /// Nobody but the owner may read or write it.
    package var isPrivate: Bool { st_mode & 0o077 == 0 }
}
