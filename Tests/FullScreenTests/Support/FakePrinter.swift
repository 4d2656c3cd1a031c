import Glibc
import Testing

/// A receipt printer on the loopback: it takes one print after the other, while the till in its own process sends.
final class FakePrinter {
    private let listener: Int32
    let port: UInt16

    /// - Parameter isOn: one that is off keeps its port and refuses.
    init(isOn: Bool = true) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound)
        if isOn { try switchOn() }
    }

    deinit { close(listener) }

    func switchOn() throws { try #require(listen(listener, 8) == 0) }

    /// What a configuration says of it.
    var setting: String { "\"tcp:127.0.0.1:\(port)\"" }

    /// Waits for one print, and takes it to its end.
    func take(sourceLocation: SourceLocation = #_sourceLocation) throws -> [UInt8] {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 20_000) == 1, "nothing was printed", sourceLocation: sourceLocation)
        let connection = accept(listener, nil, nil)
        try #require(connection >= 0, sourceLocation: sourceLocation)
        defer { close(connection) }
        return readToEnd(connection)
    }
}

/// All that comes until the other side ends.
func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += buffer.prefix(count)
    }
}

/// The letters on the paper, without the printer's commands.
func paper(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.filter { $0 == 0x0A || (0x20...0x7E).contains($0) }, as: UTF8.self)
}

/// The texts of the QR codes on the paper: what `GS ( k` stores, and prints next.
func codes(_ bytes: [UInt8]) -> [String] {
    let command: [UInt8] = [0x1D, 0x28, 0x6B]
    let printing = command + [0x03, 0x00, 0x31, 0x51, 0x30]
    var codes: [String] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: command) {
        rest = rest[start.upperBound...]
        // Two bytes count those from 31 on; 50 30 stores the text.
        let head = Array(rest.prefix(5))
        guard head.count == 5, Array(head[2...]) == [0x31, 0x50, 0x30] else { continue }
        let count = Int(head[0]) + 256 * Int(head[1]) - 3
        let text = rest.dropFirst(5).prefix(max(0, count))
        rest = rest[text.endIndex...]
        if rest.starts(with: printing) { codes.append(String(decoding: text, as: UTF8.self)) }
    }
    return codes
}
