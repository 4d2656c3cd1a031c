import Glibc

/// Reaches a paired reader's serial service by the kernel alone, for where another program has the serial profile: asks
/// the reader for the channel, each time, since it may be another after its restart, and connects to it.
package enum RFCOMMLink {
    /// A radio gives a device up that does not answer after 5.12 s; one that answers and then hangs is given up here.
    private static let connectMilliseconds: Int32 = 20_000
    private static let answerMilliseconds: Int32 = 10_000

    /// Opens a link to the serial service of the paired reader at an address.
    package static func opener(to address: String) -> any DescriptorOpener {
        BlockingOpener { () throws(CloseReason) in try open(address) }
    }

    private static func open(_ address: String) throws(CloseReason) -> OpenDescriptor {
        guard let device = bytes(of: address) else { throw .unknownReader }
        let query = try connect(Kernel.packets, Kernel.packetProtocol, Kernel.discoveryAddress(device))
        defer { close(query) }
        let channel = try channel(askedAt: query)
        return OpenDescriptor(
            try connect(Kernel.stream, Kernel.streamProtocol, Kernel.streamAddress(device, channel)), .socket)
    }

    /// The six bytes of an address, the last one first, as the kernel has them.
    static func bytes(of address: String) -> [UInt8]? {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.count == 2 && $0.first != "+" ? UInt8($0, radix: 16) : nil }
        return parts.count == 6 && bytes.count == 6 ? bytes.reversed() : nil
    }

    /// From the kernel's `net/bluetooth/bluetooth.h`, `l2cap.h` and `rfcomm.h`, which no library of Debian's base has.
    private enum Kernel {
        static let family: Int32 = 31
        static let packets = Int32(SOCK_SEQPACKET.rawValue)
        static let packetProtocol: Int32 = 0
        static let stream = Int32(SOCK_STREAM.rawValue)
        static let streamProtocol: Int32 = 3
        static let options: Int32 = 274
        static let security: Int32 = 4
        /// Encrypted, with a pairing.
        static let mediumSecurity: [UInt8] = [2, 0]

        /// `sockaddr_l2`, at the port of the Service Discovery Protocol.
        static func discoveryAddress(_ device: [UInt8]) -> [UInt8] { [31, 0, 1, 0] + device + [0, 0, 0, 0] }

        /// `sockaddr_rc`.
        static func streamAddress(_ device: [UInt8], _ channel: UInt8) -> [UInt8] { [31, 0] + device + [channel, 0] }
    }

    private static func connect(
        _ kind: Int32, _ protocolNumber: Int32, _ address: [UInt8]
    ) throws(CloseReason) -> Int32 {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Kernel.family, kind | flags, protocolNumber)
        guard descriptor >= 0 else { throw reason(errno) }
        do throws(CloseReason) {
            if kind == Kernel.stream {
                // A kernel that does not know it secures the link as the pairing says.
                setsockopt(
                    descriptor, Kernel.options, Kernel.security, Kernel.mediumSecurity,
                    socklen_t(Kernel.mediumSecurity.count))
            }
            let result = address.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                    Glibc.connect(descriptor, pointer.baseAddress, socklen_t(address.count))
                }
            }
            if result != 0 {
                guard errno == EINPROGRESS else { throw reason(errno) }
                try wait(for: Int16(POLLOUT), at: descriptor, milliseconds: connectMilliseconds)
            }
            var code: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
            guard code == 0 else { throw reason(code) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func wait(for event: Int16, at descriptor: Int32, milliseconds: Int32) throws(CloseReason) {
        var entry = pollfd(fd: descriptor, events: event, revents: 0)
        var ready: Int32
        repeat { ready = poll(&entry, 1, milliseconds) } while ready < 0 && errno == EINTR
        guard ready > 0 else { throw .timedOut }
    }

    /// Asks for the channel of the serial service.
    ///
    /// - Parameter descriptor: a socket of whole messages, to the port of the Service Discovery Protocol.
    static func channel(askedAt descriptor: Int32) throws(CloseReason) -> UInt8 {
        var query = SerialServiceQuery()
        var question = query.first
        while true {
            guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else {
                throw reason(errno)
            }
            try wait(for: Int16(POLLIN), at: descriptor, milliseconds: answerMilliseconds)
            var message = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &message, message.count)
            guard count > 0 else { throw count == 0 ? .reset : reason(errno) }
            switch query.receive(Array(message[..<count])) {
            case .ask(let next): question = next
            case .found(let channel): return channel
            case .notFound: throw .noSerialService
            case .malformed: throw .failed("the reader says nothing that makes sense of its services")
            }
        }
    }

    /// What a number of the system's says of a Bluetooth link.
    private static func reason(_ code: Int32) -> CloseReason {
        switch code {
        case EHOSTDOWN: .timedOut
        case EHOSTUNREACH: .adapter(.adapterOff)
        case EAFNOSUPPORT, EPROTONOSUPPORT: .adapter(.noAdapter)
        case ECONNREFUSED: .turnedAway
        default: CloseReason(errno: code)
        }
    }
}
