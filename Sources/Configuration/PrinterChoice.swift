/// Where receipts are printed.
package enum PrinterChoice: Equatable, Sendable {
    case none
    /// A receipt printer behind a device's file, `/dev/usb/lp0`.
    case device(String)
    /// A receipt printer on the network: `tcp:HOST:PORT`.
    case network(host: String, port: UInt16)
    /// A queue of the printing system, `cups:NAME`; nil for its standard queue, `cups`.
    case queue(String?)

    /// Receipt printers listen there.
    package static let standardPort: UInt16 = 9100
    private static let nameMax = 255

    /// How it stands in a configuration.
    package var text: String {
        switch self {
        case .none: "none"
        case .device(let path): path
        case .network(let host, let port): "tcp:\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .queue(let name): name.map { "cups:\($0)" } ?? "cups"
        }
    }

    /// Nil for a text that names no printer.
    package init?(_ text: String) {
        switch text {
        case "none": self = .none
        case "cups": self = .queue(nil)
        case _ where text.hasPrefix("/"): self = .device(text)
        case _ where text.hasPrefix("tcp:"):
            guard let network = Self.network(text.dropFirst(4)) else { return nil }
            self = network
        case _ where text.hasPrefix("cups:"):
            let name = text.dropFirst(5)
            // A name that begins with a dash would be an option of the printing system's program.
            guard Self.isName(name), !name.hasPrefix("-") else { return nil }
            self = .queue(String(name))
        default: return nil
        }
    }

    private static func network(_ text: Substring) -> PrinterChoice? {
        var host = text
        var port = standardPort
        let end = text.lastIndex(of: "]") ?? text.startIndex
        if let colon = text[end...].lastIndex(of: ":") {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            port = number
            host = text[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard isName(host) else { return nil }
        return .network(host: String(host), port: port)
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...nameMax).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2F }
    }
}

extension Configuration.Receipts {
    /// The letters of a receipt printer, beside those of ASCII.
    package enum CodePage: String, CaseIterable, Sendable {
        case cp437, cp737, cp775, cp850, cp852, cp855, cp857, cp858, cp860, cp861, cp862, cp863, cp864, cp865, cp866
        case cp1250, cp1251, cp1252, cp1253, cp1254, cp1255, cp1256, cp1257, cp1258
        case shiftJIS = "shift_jis"
        case gbk, big5
        case eucKR = "euc_kr"
    }
}
