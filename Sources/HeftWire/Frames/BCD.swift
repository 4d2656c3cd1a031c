/// Binary coded decimal: two decimal digits a byte, the first in the high half.
package enum BCD {
    /// Encodes decimal digits, cut to the field or filled with zeros at its end.
    ///
    /// - Parameter size: the field's length in bytes.
    /// - Throws: ``WireError/notDecimal(_:)`` for any character but `0`–`9`.
    package static func encode(_ text: String, size: Int) throws(WireError) -> [UInt8] {
        var digits: [UInt8] = []
        for character in text.utf8 {
            guard (0x30...0x39).contains(character) else { throw .notDecimal(text) }
            digits.append(character - 0x30)
        }
        let missing = max(0, size * 2 - digits.count)
        digits.append(contentsOf: repeatElement(0, count: missing))
        return (0..<max(0, size)).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }

    /// The decimal digits of a field.
    ///
    /// - Throws: ``WireError/notDecimal(_:)`` where a half byte is above 9.
    package static func decode(_ bytes: some Collection<UInt8>) throws(WireError) -> String {
        let text = Hex.text(bytes)
        guard text.utf8.allSatisfy({ $0 <= 0x39 }) else { throw .notDecimal(text) }
        return text
    }
}

/// Bytes as hexadecimal text.
package enum Hex {
    /// Two upper-case digits a byte, without spaces.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0x0F))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads hexadecimal text in either case; white space between bytes is passed over.
    ///
    /// - Throws: ``WireError/notHexadecimal(_:)`` for anything else, an odd digit at the end included.
    package static func bytes(_ text: some StringProtocol) throws(WireError) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            if high == nil, [0x20, 0x09, 0x0A, 0x0D].contains(character) { continue }
            guard let value = value(of: character) else { throw .notHexadecimal(String(text.prefix(32))) }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { throw .notHexadecimal(String(text.suffix(32))) }
        return bytes
    }

    /// The number that one hexadecimal digit stands for, either case.
    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
