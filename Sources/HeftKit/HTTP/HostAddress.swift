/// Where a host is reached: a name or an address of the Internet, a port, and whether by TLS.
///
/// Without TLS only this machine itself is reached, where a test host may run.
public struct HostAddress: Hashable, Sendable {
    /// Why a text is no address of a host.
    public enum Refusal: Error, Equatable, Sendable {
        /// It begins with neither `https://` nor `http://`.
        case scheme
        /// What stands after that is no name of a host.
        case name
        /// The port is no number from 1 to 65535.
        case port
        /// Something stands after name and port.
        case path
        /// `http://` to another machine than this one.
        case notEncrypted
    }

    /// In lower case; an IPv6 address without its brackets.
    public let name: String
    /// 1–65535.
    public let port: UInt16
    /// Whether it is reached without TLS.
    public let isPlain: Bool

    /// Of real tip adjustments, `https://api.handpoint.com`. Source: `ReaderProtocol.md` §9.
    public static let vendor = HostAddress(checkedName: TipAdjustmentRequest.host)
    /// Of tip adjustments in tests, `https://apitest.handpoint.com`. Source: `ReaderProtocol.md` §9.
    public static let vendorTest = HostAddress(checkedName: TipAdjustmentRequest.testHost)

    private init(checkedName: String) {
        name = checkedName
        port = 443
        isPlain = false
    }

    /// Reads `https://name`, `https://name:8443` or, for this machine alone, `http://127.0.0.1:8080`.
    ///
    /// - Parameter text: a slash may end it; a path may not follow.
    /// - Throws: ``Refusal``.
    public init(_ text: String) throws(Refusal) {
        guard let end = text.firstRange(of: "://") else { throw .scheme }
        let isPlain: Bool
        switch text[..<end.lowerBound].lowercased() {
        case "https": isPlain = false
        case "http": isPlain = true
        default: throw .scheme
        }
        var authority = text[end.upperBound...]
        if authority.last == "/" { authority.removeLast() }
        guard !authority.contains(where: { "/?#".contains($0) }) else { throw .path }
        let (name, port) = try HostAddress.split(authority)
        let number = try port.map { (text) throws(Refusal) in try HostAddress.number(text) }
        self = try HostAddress(name: name, port: number ?? (isPlain ? 80 : 443), isPlain: isPlain)
    }

    /// - Parameter name: a name, an IPv4 address, or an IPv6 address without brackets.
    /// - Throws: ``Refusal/name``, ``Refusal/port`` or ``Refusal/notEncrypted``.
    init(name: String, port: UInt16, isPlain: Bool) throws(Refusal) {
        guard HostAddress.isName(name) else { throw .name }
        guard port > 0 else { throw .port }
        self.name = name.lowercased()
        self.port = port
        self.isPlain = isPlain
        guard !isPlain || isLoopback else { throw .notEncrypted }
    }

    /// Whether it is this machine itself.
    public var isLoopback: Bool { HostAddress.isLoopback(name) }

    /// Whether it is an address, which belongs to no domain however it reads.
    var isNumeric: Bool {
        name.contains(":") || name.split(separator: ".").last?.utf8.allSatisfy { (0x30...0x39).contains($0) } == true
    }
    /// `https://name:port`, as a URL begins.
    var origin: String { "\(isPlain ? "http" : "https")://\(bracketedName):\(port)" }
    /// As it stands in a URL and in the header `Host`.
    var bracketedName: String { name.contains(":") ? "[\(name)]" : name }

    private static func split(_ authority: Substring) throws(Refusal) -> (name: String, port: Substring?) {
        var name = authority
        var rest = authority[authority.endIndex...]
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { throw .name }
            name = authority[authority.index(after: authority.startIndex)..<end]
            guard name.contains(":") else { throw .name }
            rest = authority[authority.index(after: end)...]
        } else if let colon = authority.firstIndex(of: ":") {
            name = authority[..<colon]
            rest = authority[colon...]
        }
        guard !rest.isEmpty else { return (String(name), nil) }
        guard rest.first == ":" else { throw .name }
        return (String(name), rest.dropFirst())
    }

    private static func number(_ text: Substring) throws(Refusal) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(text), number > 0 else {
            throw .port
        }
        return number
    }

    private static func isName(_ name: String) -> Bool {
        guard (1...253).contains(name.utf8.count) else { return false }
        if name.contains(":") { return name.utf8.allSatisfy { isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E } }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        guard (1...63).contains(label.utf8.count), label.first != "-", label.last != "-" else { return false }
        return label.utf8.allSatisfy {
            isHexadecimal($0) || (0x67...0x7A).contains($0 | 0x20) || [0x2D, 0x5F].contains($0)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isLoopback(_ name: String) -> Bool {
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension HostAddress.Refusal: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .scheme: "The address of a host begins with https://."
        case .name: "The address names no host."
        case .port: "The port of the address is no number from 1 to 65535."
        case .path: "The address holds more than a host and a port."
        case .notEncrypted: "Another machine is reached by https:// alone."
        }
    }
}
