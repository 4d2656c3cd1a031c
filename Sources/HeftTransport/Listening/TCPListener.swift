import Dispatch
import Glibc

/// Waits at a TCP port of this computer.
// Unchecked because `source` is set once by `start` and cancelled by `stop`, both of the one owner's thread.
package final class TCPListener: LinkListener, @unchecked Sendable {
    package let host: String
    package let port: UInt16
    private let descriptor: Int32
    private var source: (any DispatchSourceRead)?

    /// - Parameters:
    ///   - host: an IPv4 address of this computer; `0.0.0.0` for all of them.
    ///   - port: 0 for one that is free.
    package init(host: String = "127.0.0.1", port: UInt16) throws(CloseReason) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { throw .unknownHost }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw CloseReason(errno: errno) }
        do throws(CloseReason) {
            self.port = try TCPListener.listen(descriptor, at: &address)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.host = host
    }

    /// - Returns: the port.
    private static func listen(_ descriptor: Int32, at address: inout sockaddr_in) throws(CloseReason) -> UInt16 {
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
                guard bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 4) == 0,
                    getsockname(descriptor, address, &length) == 0
                else { return errno }
                return 0
            }
        }
        guard code == 0 else { throw code == EADDRINUSE ? .busy : CloseReason(errno: code) }
        return UInt16(bigEndian: address.sin_port)
    }

    package var address: String { "tcp:\(host == "0.0.0.0" ? "localhost" : host):\(port)" }

    package func start(on queue: DispatchQueue, handler: @escaping @Sendable (any ByteChannel) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [descriptor] in
            while true {
                let link = accept(descriptor, nil, nil)
                guard link >= 0 else { return }
                TCPListener.prepare(link)
                handler(DescriptorChannel(OpenDescriptor(link, .socket)))
            }
        }
        source.setCancelHandler { [descriptor] in
            _ = close(descriptor)
        }
        source.resume()
        self.source = source
    }

    private static func prepare(_ link: Int32) {
        _ = fcntl(link, F_SETFL, fcntl(link, F_GETFL) | O_NONBLOCK)
        _ = fcntl(link, F_SETFD, FD_CLOEXEC)
        TCPLink.prepare(link)
    }

    package func stop() {
        source?.cancel()
        source = nil
    }
}
