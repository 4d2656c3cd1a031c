import Files
import Glibc

/// Whom certificates of hosts must come from.
public struct CertificateAuthorities: Sendable {
    /// Why a file cannot be used.
    public enum Failure: Error, Equatable, Sendable {
        /// It cannot be read, with the system's error number.
        case unreadable(path: String, errno: Int32)
        /// It holds no certificate in PEM, or more than ``CertificateAuthorities/longest`` bytes.
        case noCertificates(path: String)
    }

    /// The most bytes that a file may have: several times what a whole system trusts.
    public static let longest = 4_194_304
    /// Those that the system trusts.
    public static let system = CertificateAuthorities(pem: nil)

    /// Nil for the system's.
    let pem: [UInt8]?

    private init(pem: [UInt8]?) {
        self.pem = pem
    }

    /// Those in a file, and no others. It is read once, here.
    ///
    /// - Parameter path: of certificates in PEM.
    /// - Throws: ``Failure``.
    public init(file path: String) throws(Failure) {
        let bytes = try CertificateAuthorities.read(path)
        guard bytes.count <= CertificateAuthorities.longest,
            bytes.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil
        else { throw .noCertificates(path: path) }
        pem = bytes
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        try RegularFile.read(
            path, limit: longest + 1, check: { (_) throws(Failure) in },
            map: { failure in
                switch failure {
                case .missing: .unreadable(path: path, errno: ENOENT)
                case .noFile: .noCertificates(path: path)
                case .system(let error): .unreadable(path: path, errno: error.code)
                }
            })
    }
}

extension CertificateAuthorities.Failure: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .unreadable(let path, let errno):
            "The certificates in \(path) cannot be read: \(String(cString: strerror(errno)))."
        case .noCertificates(let path): "\(path) holds no certificates in PEM."
        }
    }
}
