/// Percent-encoding as RFC 3986 has it. A plus is a plus, in either direction: only forms write a space so, and these are
/// no forms.
enum PercentEncoding {
    /// `text` as UTF-8 with everything encoded but letters, digits and `-._~`. A space is `%20`.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || ASCII.unreservedMarks.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [ASCII.percent, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil when a `%` is not followed by two hexadecimal digits.
    static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            guard byte == ASCII.percent else {
                result.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func value(ofHexDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
