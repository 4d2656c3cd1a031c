import Dispatch
import EventLogging
import Glibc
import HeftKit
import Testing

/// A host on this machine that answers each connection with the next of its answers, to the byte, and writes down what
/// it was asked.
final class ScriptedHost: Sendable {
    enum Answer: Sendable {
        /// These bytes, then the end.
        case bytes(String)
        /// Nothing; the connection stays open.
        case silence
        /// The connection ends without a byte.
        case end
    }

    /// Whole requests, in order.
    let requests = EventLog<String>()
    /// One element a request, for a test that must not hold a thread up.
    let asked: AsyncStream<Void>
    let port: UInt16
    private let listener: Int32

    convenience init(_ answers: Answer...) throws {
        try self.init(answers)
    }

    convenience init(repeating answer: Answer, count: Int) throws {
        try self.init([Answer](repeating: answer, count: count))
    }

    init(_ answers: [Answer]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound, "no socket")
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        self.asked = asked
        DispatchQueue(label: "scripted-host").async { [requests] in
            ScriptedHost.serve(listener, answers) { request in
                requests.append(request)
                ask.yield()
            }
        }
    }

    // The serving queue closes it.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    var address: HostAddress {
        get throws { try HostAddress("http://127.0.0.1:\(port)") }
    }

    private static func serve(_ listener: Int32, _ answers: [Answer], _ note: (String) -> Void) {
        var answers = answers[...]
        var silent: [Int32] = []
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            note(readRequest(connection))
            switch answers.popFirst() {
            case .bytes(let text):
                var bytes = Array(text.utf8)[...]
                while !bytes.isEmpty {
                    let count = bytes.withUnsafeBytes {
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { break }
                    bytes = bytes.dropFirst(count)
                }
                close(connection)
            case .silence: silent.append(connection)
            case .end, nil: close(connection)
            }
        }
        silent.forEach { close($0) }
        close(listener)
    }

    /// Reads until the body is as long as the head says.
    private static func readRequest(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(bytes) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        // What begins so is TLS, and no request follows.
        if bytes.first == 0x16 { return true }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let length = line.flatMap { Int($0.drop { $0 != " " }.dropFirst()) } ?? 0
        return bytes.count >= end.upperBound + length
    }
}
