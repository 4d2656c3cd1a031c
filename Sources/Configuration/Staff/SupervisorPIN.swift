import CCrypto

/// A supervisor's PIN as a salted hash: who reads the configuration does not learn it at once.
///
/// It is stored as `scrypt$14$8$1$SALT$HASH`: the power of two that is N, r, p, then 16 and 32 bytes in hexadecimal.
package struct SupervisorPIN: Equatable, Sendable {
    /// Why a text cannot be a PIN. It carries no part of the text.
    package enum Refusal: Error, Equatable, Sendable {
        case notDigits
        case wrongLength

        /// What is wrong, and what to do.
        package var sentence: String {
            switch self {
            case .notDigits: "A PIN has digits only. Type digits."
            case .wrongLength:
                "A PIN has \(SupervisorPIN.lengths.lowerBound) to \(SupervisorPIN.lengths.upperBound) digits. Type another one."
            }
        }
    }

    /// How many digits a PIN has.
    package static let lengths = 4...12

    /// As it stands in a configuration.
    package let stored: String
    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// What a guess costs: 16 MiB and about 50 ms as it is made here.
    private struct Cost: Equatable {
        var logN: UInt64
        var r: UInt64
        var p: UInt64

        static let usual = Cost(logN: 14, r: 8, p: 1)

        /// Weak hashes are refused, and those that would keep the till busy.
        var isSound: Bool { (14...16).contains(logN) && r == 8 && (1...4).contains(p) }
        static let memoryMax: UInt64 = 128 << 20
    }

    private static let saltCount = 16
    private static let hashCount = 32

    /// Reads what a configuration holds. Nil when it is no such text.
    package init?(stored: String) {
        let fields = stored.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, fields[0] == "scrypt", let logN = UInt64(fields[1]), let r = UInt64(fields[2]),
            let p = UInt64(fields[3]), let salt = Self.bytes(fields[4]), let hash = Self.bytes(fields[5])
        else { return nil }
        let cost = Cost(logN: logN, r: r, p: p)
        guard cost.isSound, salt.count == Self.saltCount, hash.count == Self.hashCount else { return nil }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    private init(cost: Cost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
        stored =
            "scrypt$\(cost.logN)$\(cost.r)$\(cost.p)$\(Self.hexadecimal(salt))$\(Self.hexadecimal(hash))"
    }

    /// Hashes a new PIN with a salt of its own.
    ///
    /// - Throws: ``Refusal`` when the text cannot be a PIN.
    package static func hashed(
        _ typed: String, random: inout some RandomNumberGenerator
    ) throws(Refusal) -> SupervisorPIN {
        if let refusal = refusal(of: typed) { throw refusal }
        let salt = (0..<saltCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        guard let hash = scrypt(typed, salt, .usual) else {
            preconditionFailure("scrypt with these numbers needs nothing but 16 MiB")
        }
        return SupervisorPIN(cost: .usual, salt: salt, hash: hash)
    }

    /// Why a text cannot be a PIN; nil when it can.
    package static func refusal(of typed: String) -> Refusal? {
        guard typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .notDigits }
        return lengths.contains(typed.utf8.count) ? nil : .wrongLength
    }

    /// Whether this is the PIN. It takes about 50 ms, as long for a wrong PIN as for the right one.
    package func matches(_ typed: String) -> Bool {
        guard let other = Self.scrypt(typed, salt, cost), other.count == hash.count else { return false }
        return CRYPTO_memcmp(hash, other, hash.count) == 0
    }

    private static func scrypt(_ typed: String, _ salt: [UInt8], _ cost: Cost) -> [UInt8]? {
        var pin = typed.utf8.map { CChar(bitPattern: $0) }
        defer { OPENSSL_cleanse(&pin, pin.count) }
        var hash = [UInt8](repeating: 0, count: hashCount)
        let result = EVP_PBE_scrypt(
            pin, pin.count, salt, salt.count, 1 << cost.logN, cost.r, cost.p, Cost.memoryMax, &hash, hash.count)
        return result == 1 ? hash : nil
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            let pair = digits[start..<(start + 2)]
            let isHexadecimal = pair.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            guard isHexadecimal, let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension SupervisorPIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(supervisor PIN)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
