/// Why a text is not read as a URL.
public enum URLFault: Error, Equatable, Sendable {
    /// The text has more than `bytesMax` bytes.
    case tooLong(bytesMax: Int)
    /// A byte that a URL may only have percent-encoded: a space, a control character, anything beyond ASCII. Positions
    /// count from 1.
    case unencodedByte(position: Int)
    /// The text does not begin with a scheme and a colon.
    case noScheme
}

extension URLFault: CustomStringConvertible {
    /// A sentence for a person. It repeats nothing of the text.
    public var description: String {
        switch self {
        case .tooLong(let bytesMax):
            "The address is too long; it may have \(bytesMax) bytes."
        case .unencodedByte(let position):
            "The address has a character at position \(position) that must be percent-encoded."
        case .noScheme:
            "The address does not begin with a scheme, such as “https:”."
        }
    }
}
