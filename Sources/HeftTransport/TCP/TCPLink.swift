import Glibc

/// A reader behind a TCP port: a simulated one, or a gateway to a serial line.
package enum TCPLink {
    /// How long one address of a computer has to answer.
    private static let connectMilliseconds: Int32 = 10_000
    /// A dead link is noticed after about so many seconds, also while nothing is sent.
    private static let keepAliveIdle: Int32 = 10
    private static let keepAliveInterval: Int32 = 5
    private static let keepAliveProbes: Int32 = 3

    /// A channel to the port, not opened yet.
    ///
    /// - Parameter host: a name or an address, IPv6 without brackets.
    package static func channel(host: String, port: UInt16) -> any ByteChannel {
        DescriptorChannel(BlockingOpener { () throws(CloseReason) in try connect(host: host, port: port) })
    }

    private static func connect(host: String, port: UInt16) throws(CloseReason) -> OpenDescriptor {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            throw code == EAI_SYSTEM ? CloseReason(errno: errno) : .unknownHost
        }
        defer { freeaddrinfo(list) }
        var reason = CloseReason.unknownHost
        var entry = list
        while let address = entry {
            do throws(CloseReason) {
                return try connect(address.pointee)
            } catch {
                reason = error
            }
            entry = address.pointee.ai_next
        }
        throw reason
    }

    private static func connect(_ address: addrinfo) throws(CloseReason) -> OpenDescriptor {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { throw CloseReason(errno: errno) }
        do throws(CloseReason) {
            if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
                guard errno == EINPROGRESS else { throw CloseReason(errno: errno) }
                try waitUntilConnected(descriptor)
            }
        } catch {
            close(descriptor)
            throw error
        }
        prepare(descriptor)
        return OpenDescriptor(descriptor, .socket)
    }

    private static func waitUntilConnected(_ descriptor: Int32) throws(CloseReason) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var ready: Int32
        repeat { ready = poll(&entry, 1, connectMilliseconds) } while ready < 0 && errno == EINTR
        guard ready > 0 else { throw .timedOut }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
            throw CloseReason(errno: errno)
        }
        guard code == 0 else { throw CloseReason(errno: code) }
    }

    /// Small frames go at once, and a link that is silent is asked whether it is still there.
    static func prepare(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, keepAliveIdle)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, keepAliveInterval)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, keepAliveProbes)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        // A kernel that lacks one of them carries the bytes all the same.
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
