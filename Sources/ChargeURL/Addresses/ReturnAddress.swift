/// Where the answer to a charge request goes: the request's `returnURL`, checked, and the form that the caller wants.
///
/// The address keeps the bytes that the caller gave. Whoever can write a URL can write any address and any name, so the
/// address proves nothing about who asked.
public struct ReturnAddress: Hashable, Sendable {
    /// The address to the letter.
    public let text: String
    /// Whether the names of our fields get a `$`, as FileMaker scripts need it (`fm=1`).
    public let usesFileMakerForm: Bool

    let url: RawURL

    /// Checks an address: a URL with a scheme that may be opened, all else percent-encoded, without control characters in
    /// either form, and without a field of an answer in its query, which would stand beside ours.
    ///
    /// - Throws: ``ReturnAddressError``.
    public init(_ text: String, usesFileMakerForm: Bool = false) throws(ReturnAddressError) {
        // Before the URL is read, so that a line end is called a control character.
        guard !text.unicodeScalars.contains(where: Self.isControl) else { throw .controlCharacter }
        let url: RawURL
        do throws(URLFault) {
            url = try RawURL(text, bytesMax: ChargeProtocol.requestBytesMax)
        } catch {
            throw .malformed(error)
        }
        guard !Self.refusedSchemes.contains(url.scheme) else { throw .refusedScheme(url.scheme) }
        guard let decoded = PercentEncoding.decoded(text.utf8) else { throw .badPercentEncoding }
        guard !String(decoding: decoded, as: UTF8.self).unicodeScalars.contains(where: Self.isControl) else {
            throw .controlCharacter
        }
        for pair in QueryComponents(url.query ?? []).pairs {
            let name = String(decoding: pair.name ?? [], as: UTF8.self)
            guard ChargeField.Name(answerName: name) == nil else { throw .reservedName(name) }
        }
        self.text = text
        self.usesFileMakerForm = usesFileMakerForm
        self.url = url
    }

    /// The scheme and host, for a person to see where the answer goes: `https://shop.example`, or `com-your-app:` for an
    /// address without a host. A user name before the host, which can look like one, is left out.
    public var origin: String {
        guard let authority = url.authority else { return url.scheme + ":" }
        let host = authority.split(separator: ASCII.at, omittingEmptySubsequences: false).last ?? []
        return url.scheme + "://" + String(decoding: host, as: UTF8.self)
    }

    /// By the bytes and the form.
    public static func == (left: ReturnAddress, right: ReturnAddress) -> Bool {
        left.text == right.text && left.usesFileMakerForm == right.usesFileMakerForm
    }

    /// By the bytes and the form.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(usesFileMakerForm)
    }

    /// The schemes of addresses that run something or read a file instead of telling a program.
    static let unsafeSchemes: Set = ["file", "javascript", "data"]
    // Our own scheme would answer a charge with a charge.
    private static let refusedSchemes = unsafeSchemes.union([ChargeProtocol.scheme])

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}

/// Why a return address is refused.
public enum ReturnAddressError: Error, Equatable, Sendable {
    /// It is no URL.
    case malformed(URLFault)
    /// `file`, `javascript`, `data`, or the scheme of charge requests themselves.
    case refusedScheme(String)
    /// It has a control character, as it is or percent-encoded.
    case controlCharacter
    /// A `%` is not followed by two hexadecimal digits.
    case badPercentEncoding
    /// Its query has a field of an answer already.
    case reservedName(String)
}

extension ReturnAddressError: CustomStringConvertible {
    /// A sentence for a person. It repeats nothing of the address but what is refused.
    public var description: String {
        switch self {
        case .malformed(let fault):
            fault.description
        case .refusedScheme(let scheme):
            "An address that begins with “\(scheme):” is never opened."
        case .controlCharacter:
            "The address has a control character."
        case .badPercentEncoding:
            "The address has a “%” that is not followed by two hexadecimal digits."
        case .reservedName(let name):
            "The address has “\(name)” already, which is a field of the answer."
        }
    }
}
