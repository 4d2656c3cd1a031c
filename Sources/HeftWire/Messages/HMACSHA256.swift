import CCrypto

/// The keyed hash that challenges and the host's interface are signed with.
package enum HMACSHA256 {
    /// 32 bytes.
    ///
    /// - Parameter key: up to 2,147,483,647 bytes.
    package static func code(key: [UInt8], message: [UInt8]) -> [UInt8] {
        guard let keyLength = Int32(exactly: key.count) else { preconditionFailure("no key is that long") }
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let result = HMAC(EVP_sha256(), key, keyLength, message, message.count, &digest, &length)
        precondition(result != nil && length == 32, "HMAC-SHA256 of bytes in memory cannot fail")
        return digest
    }
}
