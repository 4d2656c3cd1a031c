/// A number that is used once: it goes out with a charge request as part of the return address, and an answer that does not
/// bring it back answers no request of ours.
public struct ChargeNonce: Hashable, Sendable {
    /// 27 characters of letters, digits, `-` and `_`: 162 bits.
    public let text: String

    /// How many characters a nonce has.
    public static let length = 27
    // 64 characters, so that each is six bits and none is likelier than another.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// A new nonce.
    ///
    /// - Parameter random: in a program, the system's generator. A caller that can be guessed can be lied to.
    public init(using random: inout some RandomNumberGenerator) {
        text = String(
            decoding: (0..<Self.length).map { _ in Self.alphabet[Int(random.next() >> 58)] }, as: UTF8.self)
    }

    /// A nonce that came back or was stored; nil when it cannot be one.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }
}

extension ChargeNonce: CustomStringConvertible {
    /// Says nothing: who knows the nonce can answer.
    public var description: String { "nonce" }
}

extension ChargeNonce: CustomReflectable {
    /// Says nothing, as ``description``.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
