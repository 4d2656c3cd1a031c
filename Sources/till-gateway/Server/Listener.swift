import Glibc

/// A socket that waits for connections.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address.
    ///   - port: 0 for one that is free.
    /// - Throws: ``GatewayFailure`` when nothing can listen there.
    init(address: String, port: UInt16) throws(GatewayFailure) {
        var storage = sockaddr_storage()
        guard var length = Listener.fill(&storage, address, port) else {
            throw .unavailable("\(address) is no address of this machine. Use 127.0.0.1.")
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Int32(storage.ss_family), kind, 0)
        guard descriptor >= 0 else { throw Listener.failure(address, port) }
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let isListening = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else {
            let failure = Listener.failure(address, port)
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.port = Listener.port(of: &storage)
    }

    private static func failure(_ address: String, _ port: UInt16) -> GatewayFailure {
        .unavailable("Port \(port) of \(address) cannot be used: \(String(cString: strerror(errno))).")
    }

    /// - Returns: the length of the address; nil for what is none.
    private static func fill(_ storage: inout sockaddr_storage, _ address: String, _ port: UInt16) -> socklen_t? {
        withUnsafeMutablePointer(to: &storage) { pointer in
            let isIPv4 = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
                four.pointee.sin_family = sa_family_t(AF_INET)
                four.pointee.sin_port = port.bigEndian
                return inet_pton(AF_INET, address, &four.pointee.sin_addr) == 1
            }
            if isIPv4 { return socklen_t(MemoryLayout<sockaddr_in>.size) }
            let isIPv6 = pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
                six.pointee.sin6_family = sa_family_t(AF_INET6)
                six.pointee.sin6_port = port.bigEndian
                return inet_pton(AF_INET6, address, &six.pointee.sin6_addr) == 1
            }
            return isIPv6 ? socklen_t(MemoryLayout<sockaddr_in6>.size) : nil
        }
    }

    /// It stands at the same place for either kind of address.
    private static func port(of storage: inout sockaddr_storage) -> UInt16 {
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }
}
