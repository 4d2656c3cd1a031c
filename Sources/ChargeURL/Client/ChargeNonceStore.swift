import Synchronization

/// Keeps the nonces of the requests that have no answer yet. Callable from any thread; a call may wait for a disk.
public protocol ChargeNonceStore: Sendable {
    /// Keeps a nonce. Of more than ``ChargeNonces/countMax`` the oldest is forgotten.
    ///
    /// - Throws: ``ChargeNonceStoreError``.
    func insert(_ nonce: ChargeNonce) throws(ChargeNonceStoreError)

    /// Forgets a nonce, so that it answers once only.
    ///
    /// - Returns: what was known of it.
    /// - Throws: ``ChargeNonceStoreError``.
    func take(_ nonce: ChargeNonce) throws(ChargeNonceStoreError) -> ChargeNonceMatch

    /// Whether no request waits for an answer.
    ///
    /// - Throws: ``ChargeNonceStoreError``.
    func isEmpty() throws(ChargeNonceStoreError) -> Bool
}

/// What a store knows of a nonce.
public enum ChargeNonceMatch: Equatable, Sendable {
    /// A request with it was waiting, and is not any more.
    case outstanding
    /// Requests are waiting, none with this nonce.
    case unknown
    /// No request is waiting.
    case noneOutstanding
}

/// Why a store of nonces cannot be used. Codes are the system's `errno`.
public enum ChargeNonceStoreError: Error, Equatable, Sendable {
    /// The file could not be opened or made.
    case notOpened(path: String, code: Int32)
    /// What stands there is not a file of this user's that nobody else may read.
    case notPrivate(path: String)
    /// The file could not be written; it is as it was.
    case notWritten(path: String, code: Int32)
}

/// The nonces of the requests that have no answer yet, oldest first.
public struct ChargeNonces: Equatable, Sendable {
    /// The most that are kept. A program that charges has one or two requests waiting; the rest were never answered.
    public static let countMax = 16

    /// Oldest first.
    public private(set) var all: [ChargeNonce]

    /// - Parameter all: oldest first; of more than ``countMax`` the newest are kept.
    public init(_ all: [ChargeNonce] = []) {
        self.all = all.suffix(Self.countMax)
    }

    /// Keeps a nonce as the newest.
    public mutating func insert(_ nonce: ChargeNonce) {
        all = (all + [nonce]).suffix(Self.countMax)
    }

    /// Forgets a nonce, and says what was known of it.
    public mutating func take(_ nonce: ChargeNonce) -> ChargeNonceMatch {
        guard !all.isEmpty else { return .noneOutstanding }
        guard let index = all.firstIndex(of: nonce) else { return .unknown }
        all.remove(at: index)
        return .outstanding
    }
}

/// A store that lasts as long as the program: for one that receives its answers itself.
public final class InMemoryNonceStore: ChargeNonceStore {
    private let nonces = Mutex(ChargeNonces())

    /// An empty store.
    public init() {}

    /// See ``ChargeNonceStore/insert(_:)``; throws nothing.
    public func insert(_ nonce: ChargeNonce) {
        nonces.withLock { $0.insert(nonce) }
    }

    /// See ``ChargeNonceStore/take(_:)``; throws nothing.
    public func take(_ nonce: ChargeNonce) -> ChargeNonceMatch {
        nonces.withLock { $0.take(nonce) }
    }

    /// See ``ChargeNonceStore/isEmpty()``; throws nothing.
    public func isEmpty() -> Bool {
        nonces.withLock { $0.all.isEmpty }
    }
}
