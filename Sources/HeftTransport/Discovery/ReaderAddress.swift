/// Where a reader is, as a person writes it: `bt:00:07:80:AB:84:21`, `tty:/dev/ttyACM0`, `tcp:till-reader.local:4000`.
package enum ReaderAddress: Hashable, Sendable {
    /// Six bytes as hexadecimal digits in capitals with colons between.
    case bluetooth(String)
    /// An absolute path.
    case serial(path: String)
    /// A name or an address of a computer, IPv6 without brackets.
    case tcp(host: String, port: UInt16)

    /// Why a text is no address.
    package enum Refusal: Error, Equatable, Sendable {
        case unknownKind
        case notBluetooth(String)
        case notAbsolute(String)
        case noPort(String)
    }

    /// The longest host name, and the longest path.
    private static let hostMax = 253
    private static let pathMax = 4095

    package init(_ text: String) throws(Refusal) {
        guard let colon = text.firstIndex(of: ":") else { throw .unknownKind }
        let rest = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "bt":
            guard let address = ReaderAddress.bluetoothAddress(rest) else { throw .notBluetooth(rest) }
            self = .bluetooth(address)
        case "tty":
            guard rest.hasPrefix("/"), rest.utf8.count <= ReaderAddress.pathMax, !rest.utf8.contains(0) else {
                throw .notAbsolute(rest)
            }
            self = .serial(path: rest)
        case "tcp": self = try ReaderAddress.tcpAddress(rest)
        default: throw .unknownKind
        }
    }

    private static func tcpAddress(_ text: String) throws(Refusal) -> ReaderAddress {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            throw .noPort(text)
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !host.isEmpty, host.utf8.count <= hostMax, isPlain else { throw .noPort(text) }
        return .tcp(host: String(host), port: port)
    }

    /// The address in its usual form; nil for what is none.
    package static func bluetoothAddress(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 6
            && parts.allSatisfy { part in
                part.utf8.count == 2 && part.allSatisfy { $0.isASCII && $0.isHexDigit }
            }
        return isAddress ? text.uppercased() : nil
    }

    /// As a person writes it.
    package var text: String {
        switch self {
        case .bluetooth(let address): "bt:\(address)"
        case .serial(let path): "tty:\(path)"
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        }
    }

    /// The device at this address, by the name that it has before it says one. Its address is the whole text, but for
    /// Bluetooth, where the address alone is the name that everybody knows it by.
    package var device: ReaderDevice {
        switch self {
        case .bluetooth(let address):
            ReaderDevice(name: "Reader \(address.suffix(5))", address: address, kind: .bluetooth)
        case .serial(let path):
            ReaderDevice(
                name: "Reader at \(path.split(separator: "/").last ?? "")", address: text, kind: .wired)
        case .tcp(let host, let port):
            ReaderDevice(name: "Reader at \(host):\(port)", address: text, kind: .wired)
        }
    }
}

extension ReaderDevice {
    /// Where it is; nil for one that is built in.
    package var place: ReaderAddress? {
        switch kind {
        case .simulated: return nil
        case .bluetooth: return ReaderAddress.bluetoothAddress(address).map(ReaderAddress.bluetooth)
        case .wired:
            do throws(ReaderAddress.Refusal) {
                return try ReaderAddress(address)
            } catch {
                return nil
            }
        }
    }
}
