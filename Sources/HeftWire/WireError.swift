/// What is wrong with bytes from the wire, or with values that are to go onto it.
package enum WireError: Error, Equatable, Sendable {
    /// Fewer bytes than the layout needs.
    case truncated(needed: Int, available: Int)
    /// The length in the header differs from the bytes that are there.
    case lengthMismatch(announced: Int, present: Int)
    /// Four bytes that are no command of this side of the conversation.
    case unknownCommand(String)
    /// A field that must be hexadecimal digits is not.
    case notHexadecimal(String)
    /// A field that must be decimal digits is not.
    case notDecimal(String)
    /// A byte that has one right value has another.
    case unexpectedByte(UInt8, expected: UInt8)
    /// XML that does not parse whole, with what the parser said.
    case malformedXML(String)
    /// A maximum frame size that cannot carry one escaped DLE.
    case frameSizeTooSmall(Int)
    /// Neither an alpha code of ISO 4217 nor four digits.
    case unknownCurrency(String)
    /// A transaction id longer than its length byte can say.
    case transactionIDTooLong(Int)
    /// A field longer than its length bytes can say.
    case fieldTooLong(Int, limit: Int)
}

extension WireError: CustomStringConvertible {
    /// One sentence for a log line or a developer's terminal.
    package var description: String {
        switch self {
        case .truncated(let needed, let available):
            "The message needs \(needed) more bytes where \(available) are left."
        case .lengthMismatch(let announced, let present):
            "The header announces \(announced) bytes, \(present) are there."
        case .unknownCommand(let command): "\(command) is no command of this side of the conversation."
        case .notHexadecimal(let text): "\"\(text)\" is not hexadecimal: use pairs of the digits 0-9 and A-F."
        case .notDecimal(let text): "\"\(text)\" is not decimal: only the digits 0-9 can stand in BCD."
        case .unexpectedByte(let byte, let expected):
            "Byte \(Hex.text([byte])) stands where \(Hex.text([expected])) is due."
        case .malformedXML(let reason): "The XML does not parse: \(reason)."
        case .frameSizeTooSmall(let size):
            "A maximum frame size of \(size) is too small: \(FrameEncoder.smallestMaximum) is the least that carries data."
        case .unknownCurrency(let code):
            "\"\(code)\" is no currency: use a code of ISO 4217 such as GBP, or four digits."
        case .transactionIDTooLong(let length): "A transaction id of \(length) bytes is too long: 255 is the most."
        case .fieldTooLong(let length, let limit): "A field of \(length) bytes is too long: \(limit) is the most."
        }
    }
}
