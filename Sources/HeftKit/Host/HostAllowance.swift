/// Which hosts a reader's traffic may reach. A reader names its hosts itself, and the till does not go wherever it is
/// sent.
public enum HostAllowance: Hashable, Sendable {
    /// A domain and all names below it, over TLS, at any port.
    case domain(String)
    /// This one, as it is.
    case address(HostAddress)
    /// This machine itself, over TLS, at any port: for simulators.
    case loopback

    /// The vendor's own hosts.
    public static let vendor = HostAllowance.domain("handpoint.com")

    /// How the host is reached; nil where this does not allow it.
    func address(name: String, port: UInt16) -> HostAddress? {
        guard let wanted = HostAllowance.encrypted(name, port) else { return nil }
        switch self {
        case .domain(let domain):
            let domain = domain.lowercased()
            guard !wanted.isNumeric else { return nil }
            return wanted.name == domain || wanted.name.hasSuffix("." + domain) ? wanted : nil
        case .address(let address):
            return address.name == wanted.name && address.port == wanted.port ? address : nil
        case .loopback:
            return wanted.isLoopback ? wanted : nil
        }
    }

    private static func encrypted(_ name: String, _ port: UInt16) -> HostAddress? {
        do throws(HostAddress.Refusal) {
            return try HostAddress(name: name, port: port, isPlain: false)
        } catch {
            return nil
        }
    }
}
