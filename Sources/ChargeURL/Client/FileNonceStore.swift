import Files
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
        let lock: FileLock
        do throws(FileLock.Refusal) {
            lock = try FileLock(path: path, waits: true)
        } catch {
            switch error {
            case .held: throw .notOpened(path: path + ".lock", code: EWOULDBLOCK)
            case .system(let error): throw .notOpened(path: path + ".lock", code: error.code)
            }
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private func read() throws(ChargeNonceStoreError) -> ChargeNonces {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(
                path, limit: Self.bytesMax, followsLinks: false,
                check: { (status) throws(RegularFile.Failure) in
                    guard status.isPrivate, status.st_uid == geteuid() else { throw .noFile }
                }, map: { $0 })
        } catch {
            switch error {
            case .missing: return ChargeNonces()
            case .noFile: throw .notPrivate(path: path)
            case .system(let error): throw .notOpened(path: path, code: error.code)
            }
        }
        // A line that is no nonce answers nothing, so it is left out.
        return ChargeNonces(
            bytes.split(separator: UInt8(ascii: "\n")).compactMap { ChargeNonce(String(decoding: $0, as: UTF8.self)) })
    }

    private func write(_ nonces: ChargeNonces) throws(ChargeNonceStoreError) {
        do throws(FileError) {
            try RegularFile.replace(path, with: nonces.all.map { $0.text + "\n" }.joined().utf8)
        } catch {
            throw .notWritten(path: path, code: error.code)
        }
    }
}
