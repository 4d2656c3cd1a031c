import Glibc

/// Where a printer is.
package enum PrinterConnection: Equatable, Sendable {
    /// A device's file: `/dev/usb/lp0`, `/dev/ttyUSB0`, or a named pipe.
    case device(path: String)
    /// A printer on the network, which takes what it prints on this port: 9100 as a rule.
    case network(host: String, port: UInt16)
    /// A queue of the printing system, by its program `lp`; `nil` is its standard queue.
    case queue(name: String?, program: String = "lp")

    package static let standardPort: UInt16 = 9100
    /// The longest print that is sent, in bytes; no receipt is longer.
    package static let bytesMax = 4 << 20

    /// Sends `bytes` and waits until the printer, or its queue, has taken all of them.
    ///
    /// It blocks for as long as `timeLimit`: call it on a queue of your own, one print after the other. Finding a host by
    /// name takes as long as the system lets it.
    /// - Parameter title: the name of the print in a queue's list. Others can read it there.
    /// - Throws: ``PrintingError``. What it says was sent may have been printed.
    package func send(_ bytes: [UInt8], title: String, timeLimit: Duration = .seconds(15)) throws(PrintingError) {
        guard bytes.count <= Self.bytesMax else { throw .tooLong(bytes: bytes.count, limit: Self.bytesMax) }
        let deadline = PrintingDeadline(after: timeLimit)
        switch self {
        case .device(let path): try DevicePrinter(path: path).send(bytes, deadline)
        case .network(let host, let port): try NetworkPrinter(host: host, port: port).send(bytes, deadline)
        case .queue(let name, let program):
            try QueuePrinter(queue: name, program: program).send(bytes, title: title, deadline)
        }
    }
}

/// A moment of the clock that goes on while nobody looks and is never set.
struct PrintingDeadline {
    private let moment: ContinuousClock.Instant

    init(after limit: Duration) {
        moment = .now + min(max(limit, .zero), .seconds(3600))
    }

    /// For `poll`: 0 when the time is up, and never less than what is left.
    var millisecondsLeft: Int32 {
        let left = max(.zero, ContinuousClock.now.duration(to: moment)).components
        let milliseconds = left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: milliseconds)
    }

    /// The sooner of the two.
    func within(_ limit: Duration) -> PrintingDeadline {
        let sooner = PrintingDeadline(after: limit)
        return sooner.moment < moment ? sooner : self
    }
}

/// An open file that is closed when nobody holds it any more.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Waits until it can be written to (`POLLOUT`) or read from (`POLLIN`). Returns whether the time sufficed.
    func wait(for event: Int32, _ deadline: PrintingDeadline) throws(PrintingError) -> Bool {
        while true {
            var entry = pollfd(fd: number, events: Int16(truncatingIfNeeded: event), revents: 0)
            let count = poll(&entry, 1, deadline.millisecondsLeft)
            if count > 0 { return true }
            if count == 0 { return false }
            guard errno == EINTR || errno == EAGAIN else { throw .failed(errorNumber: errno) }
        }
    }

    /// Writes all bytes with `write`, which is given what is left and returns what was taken, or -1 and sets `errno`.
    func writeAll(
        _ bytes: [UInt8], _ deadline: PrintingDeadline, with write: (UnsafeRawBufferPointer) -> Int
    ) throws(PrintingError) {
        var sent = 0
        while sent < bytes.count {
            guard try wait(for: POLLOUT, deadline) else { throw .timedOut(sent: sent, of: bytes.count) }
            let (count, error) = bytes.withUnsafeBytes { bytes in
                (write(UnsafeRawBufferPointer(rebasing: bytes[sent...])), errno)
            }
            if count >= 0 {
                sent += count
                continue
            }
            switch error {
            case EINTR, EAGAIN: continue
            case EPIPE, ECONNRESET, EIO, ENODEV, ENXIO, ESHUTDOWN: throw .lost(sent: sent, of: bytes.count)
            case ETIMEDOUT: throw .timedOut(sent: sent, of: bytes.count)
            default: throw .failed(errorNumber: error)
            }
        }
    }
}
