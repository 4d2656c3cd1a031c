import Dispatch
import Glibc

/// What reads the other end, on a thread of its own.
final class Peer: Sendable {
    private let group = DispatchGroup()
    private let queue = DispatchQueue(label: "peer")
    // Unchecked because `queue` alone touches it until `finish` has waited for that.
    nonisolated(unsafe) private var bytes: [UInt8] = []

    init(_ work: @escaping @Sendable () -> [UInt8]) {
        group.enter()
        queue.async { [self] in
            bytes = work()
            group.leave()
        }
    }

    /// What it had read when it ended.
    func finish() -> [UInt8] {
        group.wait()
        return queue.sync { bytes }
    }
}

/// All that comes until the end, or so many bytes.
func readAll(_ descriptor: Int32, upTo limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
        let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
    }
    return bytes
}

/// A socket on the loopback that listens, or only keeps its port.
final class LoopbackSocket {
    let descriptor: Int32
    let port: UInt16

    init(isListening: Bool) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var small: Int32 = 4096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound, !isListening || listen(descriptor, 4) == 0 else {
            throw ScratchFolder.Failure(what: "bind", errorNumber: errno)
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
