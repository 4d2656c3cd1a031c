import Glibc

/// A printer that takes what it prints on a TCP port, as it is.
struct NetworkPrinter {
    let host: String
    let port: UInt16

    /// A printer that has taken all may keep the connection open for a while; we do not wait longer.
    private static let goodbyeMax = Duration.seconds(1)

    func send(_ bytes: [UInt8], _ deadline: PrintingDeadline) throws(PrintingError) {
        let socket = try connected(deadline, of: bytes.count)
        let number = socket.number
        try socket.writeAll(bytes, deadline) {
            Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        // Closed with something unread in it, the connection would be cut and the end of the receipt with it.
        shutdown(number, Int32(SHUT_WR))
        let goodbye = deadline.within(Self.goodbyeMax)
        var answer = [UInt8](repeating: 0, count: 256)
        while try socket.wait(for: POLLIN, goodbye) {
            let count = recv(number, &answer, answer.count, 0)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count <= 0 { return }
        }
    }

    /// A connection to the first of the host's addresses that answers.
    private func connected(_ deadline: PrintingDeadline, of count: Int) throws(PrintingError) -> Descriptor {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { throw .notFound(host) }
        defer { freeaddrinfo(first) }
        var failure = PrintingError.notConnected
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let address = next {
            do throws(PrintingError) {
                return try Self.connection(to: address.pointee, deadline, of: count)
            } catch {
                failure = error
            }
            next = address.pointee.ai_next
        }
        throw failure
    }

    private static func connection(
        to address: addrinfo, _ deadline: PrintingDeadline, of count: Int
    ) throws(PrintingError) -> Descriptor {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let number = socket(address.ai_family, kind, address.ai_protocol)
        guard number >= 0 else { throw .failed(errorNumber: errno) }
        let descriptor = Descriptor(number)
        if connect(number, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
        guard errno == EINPROGRESS || errno == EINTR else { throw connecting(errno) }
        guard try descriptor.wait(for: POLLOUT, deadline) else { throw .timedOut(sent: 0, of: count) }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size) == 0, error == 0 else { throw connecting(error) }
        return descriptor
    }

    private static func connecting(_ error: Int32) -> PrintingError {
        switch error {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, ETIMEDOUT, ECONNRESET: .notConnected
        default: .failed(errorNumber: error)
        }
    }
}
