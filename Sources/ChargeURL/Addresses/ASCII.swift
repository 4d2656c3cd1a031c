/// The bytes that mean something in a URL.
enum ASCII {
    static let hash = UInt8(ascii: "#")
    static let percent = UInt8(ascii: "%")
    static let ampersand = UInt8(ascii: "&")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let questionMark = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")

    /// What may stand in a URL unencoded: neither space nor control character.
    static let visible: ClosedRange<UInt8> = 0x21...0x7E
    /// What a scheme may have after its first letter, beside letters and digits.
    static let schemeMarks: [UInt8] = Array("+-.".utf8)
    /// What encoding leaves alone, beside letters and digits.
    static let unreservedMarks: [UInt8] = Array("-._~".utf8)

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
    }
}
