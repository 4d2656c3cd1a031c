import Glibc

package enum Folder {
    /// Makes a folder for this user alone, and those above it, where they are not there.
    ///
    /// - Parameter path: absolute, or relative to the working folder.
    package static func make(_ path: String) throws(FileError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || isFolder(made) else { throw .last("mkdir") }
        }
    }

    /// The folder that a path's last name is in.
    package static func of(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the names in a file's folder durable: a rename is, once its folder is. A folder that may not be read, and a
    /// file system that cannot do it, are passed over.
    package static func synchronise(of path: String) throws(FileError) {
        let descriptor = open(of(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems say with EINVAL that they cannot.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last("fsync") }
    }

    /// `mkdir` says more of a folder that is there than that it is there, where it may not be written to.
    private static func isFolder(_ path: String) -> Bool {
        let code = errno
        defer { errno = code }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
