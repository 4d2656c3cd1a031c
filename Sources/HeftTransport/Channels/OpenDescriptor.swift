import Glibc

/// A descriptor that carries bytes both ways, open and non-blocking. Whoever has it closes it, once.
package struct OpenDescriptor: Sendable {
    package enum Kind: Equatable, Sendable {
        /// A connected socket: TCP, RFCOMM, or one of a pair.
        case socket
        /// A serial line or a pseudo-terminal.
        case terminal
        /// Two pipes. A program that uses them ignores `SIGPIPE`.
        case pipes
    }

    /// Where it is read.
    package let number: Int32
    /// Where it is written; mostly the same.
    package let output: Int32
    package let kind: Kind
    /// Puts the device back as it was found, before the descriptor is closed.
    private let restore: (@Sendable (Int32) -> Void)?

    package init(
        _ number: Int32, output: Int32? = nil, _ kind: Kind, restore: (@Sendable (Int32) -> Void)? = nil
    ) {
        self.number = number
        self.output = output ?? number
        self.kind = kind
        self.restore = restore
    }

    /// Ends both directions at once, so that the other end learns of it even where somebody else holds a copy.
    func hangUp() {
        if kind == .socket { shutdown(number, Int32(SHUT_RDWR)) }
    }

    package func close() {
        restore?(number)
        Glibc.close(number)
        if output != number { Glibc.close(output) }
    }

    /// Reads what is there, up to the capacity.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended(.peerClosed) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            // The other end of a pseudo-terminal is closed, or the line hung up.
            case EIO where kind == .terminal: return .ended(.peerClosed)
            case let code: return .ended(CloseReason(errno: code))
            }
        }
    }

    /// Writes what fits.
    func write(_ bytes: ArraySlice<UInt8>) -> WriteOutcome {
        while true {
            let count = bytes.withUnsafeBytes { bytes in
                switch kind {
                case .socket: send(output, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                case .terminal, .pipes: Glibc.write(output, bytes.baseAddress, bytes.count)
                }
            }
            if count >= 0 { return .written(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .full
            case let code: return .failed(CloseReason(errno: code))
            }
        }
    }

    enum ReadOutcome: Equatable {
        case bytes(Int)
        case nothing
        case ended(CloseReason)
    }

    enum WriteOutcome: Equatable {
        case written(Int)
        case full
        case failed(CloseReason)
    }
}

extension CloseReason {
    /// What a number of the system's says of a link.
    package init(errno code: Int32) {
        switch code {
        case EPIPE: self = .peerClosed
        // An adapter that is unplugged or blocked aborts its links.
        case ECONNRESET, ECONNABORTED, EIO, EHOSTDOWN, ENETDOWN: self = .reset
        case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: self = .timedOut
        case EACCES, EPERM: self = .notPermitted
        case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .gone
        case EBUSY, EALREADY: self = .busy
        case ECONNREFUSED: self = .refused
        default: self = .failed(String(cString: strerror(code)))
        }
    }
}
