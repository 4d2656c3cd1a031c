import Glibc

/// A store in a file, for a program that ends after a request and is started again with the answer.
///
/// The file has one nonce a line and belongs to this user alone (mode 0600). It is replaced whole, so that a power cut
/// leaves the old or the new one, and a lock beside it (`.lock`) lets programs change it one after the other. The folder
/// must exist.
public struct FileNonceStore: ChargeNonceStore {
    /// Where the file is.
    public let path: String

    private static let bytesMax = 4096

    /// - Parameter path: where the file is or is to be.
    public init(path: String) {
        self.path = path
    }

    /// See ``ChargeNonceStore/insert(_:)``.
    public func insert(_ nonce: ChargeNonce) throws(ChargeNonceStoreError) {
        try whileLocked { () throws(ChargeNonceStoreError) in
            var nonces = try read()
            nonces.insert(nonce)
            try write(nonces)
        }
    }

    /// See ``ChargeNonceStore/take(_:)``. The nonce is gone from the disk when this returns.
    public func take(_ nonce: ChargeNonce) throws(ChargeNonceStoreError) -> ChargeNonceMatch {
        try whileLocked { () throws(ChargeNonceStoreError) in
            var nonces = try read()
            let match = nonces.take(nonce)
            if match == .outstanding { try write(nonces) }
            return match
        }
    }

    /// See ``ChargeNonceStore/isEmpty()``.
    public func isEmpty() throws(ChargeNonceStoreError) -> Bool {
        try whileLocked { () throws(ChargeNonceStoreError) in try read().all.isEmpty }
    }

    // MARK: The file

    private func whileLocked<Result>(
        _ body: () throws(ChargeNonceStoreError) -> Result
    ) throws(ChargeNonceStoreError) -> Result {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .notOpened(path: lockPath, code: errno) }
        // Closing gives the lock back.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .notOpened(path: lockPath, code: errno) }
        }
        return try body()
    }

    private func read() throws(ChargeNonceStoreError) -> ChargeNonces {
        // Not waiting, for what stands there may be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .notOpened(path: path, code: errno) }
            return ChargeNonces()
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid()
        else { throw .notPrivate(path: path) }

        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.bytesMax)
        while bytes.count < Self.bytesMax {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .notOpened(path: path, code: errno) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        // A line that is no nonce answers nothing, so it is left out.
        return ChargeNonces(
            bytes.split(separator: UInt8(ascii: "\n")).compactMap { ChargeNonce(String(decoding: $0, as: UTF8.self)) })
    }

    private func write(_ nonces: ChargeNonces) throws(ChargeNonceStoreError) {
        let temporary = path + ".new"
        // What an earlier power cut left behind is of no use.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, code: errno) }
        var rest = Array(nonces.all.map { $0.text + "\n" }.joined().utf8)[...]
        var code: Int32 = 0
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                code = errno
                break
            }
            rest = rest.dropFirst(count)
        }
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0, rename(temporary, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw .notWritten(path: path, code: code)
        }
    }
}
