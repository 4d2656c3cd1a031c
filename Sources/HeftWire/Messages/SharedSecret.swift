/// The secret that a reader and its merchant share: 32 bytes, given as 64 hexadecimal digits.
///
/// It never prints itself: descriptions, reflections and dumps show nothing of it.
package struct SharedSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let key: [UInt8]

    /// Why a text is no shared secret. It carries no part of the text.
    package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        /// Not 64 characters once white space is left out.
        case wrongLength(Int)
        /// A character that is no hexadecimal digit.
        case notHexadecimal

        package var description: String {
            switch self {
            case .wrongLength(let count):
                "The shared secret has \(count) characters where 64 hexadecimal digits are due."
            case .notHexadecimal:
                "The shared secret holds a character that is no hexadecimal digit (0-9, A-F)."
            }
        }
    }

    /// Reads 64 hexadecimal digits in either case; white space, as pasting brings it, is passed over.
    package init(_ text: String) throws(Refusal) {
        let digits = text.unicodeScalars.filter { ![" ", "\t", "\n", "\r"].contains($0) }
        guard digits.count == 64 else { throw .wrongLength(digits.count) }
        do throws(WireError) {
            key = try Hex.bytes(String(String.UnicodeScalarView(digits)))
        } catch {
            throw .notHexadecimal
        }
    }

    package var description: String { "(shared secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The answer to a challenge: HMAC-SHA256 over the reader's random, cut or zero-filled to 32 bytes, and mx.
    ///
    /// Source: `ReaderProtocol.md` §6.
    package func challengeResponse(random: [UInt8], mx: [UInt8]) -> [UInt8] {
        let fitted = random.prefix(32) + [UInt8](repeating: 0, count: max(0, 32 - random.count))
        return HMACSHA256.code(key: key, message: Array(fitted) + mx)
    }
}
