/// Scalars from single bytes. A broken sequence becomes one U+FFFD, and the byte that broke it is read anew.
struct UTF8Collector: Equatable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// What the next byte may be: narrower after some first bytes, so that no form but the shortest is taken and no
    /// surrogate.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// - Returns: none while a character is incomplete, else one scalar, or two when the byte breaks one off.
    mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
        guard missing > 0 else { return start(byte) }
        guard allowed.contains(byte) else {
            missing = 0
            return ["\u{FFFD}"] + start(byte)
        }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        allowed = 0x80...0xBF
        guard missing == 0 else { return [] }
        return [Unicode.Scalar(value) ?? "\u{FFFD}"]
    }

    private mutating func start(_ byte: UInt8) -> [Unicode.Scalar] {
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F:
            return [Unicode.Scalar(byte)]
        case 0xC2...0xDF:
            missing = 1
            value = UInt32(byte & 0x1F)
        case 0xE0...0xEF:
            missing = 2
            value = UInt32(byte & 0x0F)
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            value = UInt32(byte & 0x07)
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default:
            return ["\u{FFFD}"]
        }
        return []
    }
}
