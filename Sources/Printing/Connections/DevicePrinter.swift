import Glibc

/// A printer behind a device's file.
struct DevicePrinter {
    let path: String

    func send(_ bytes: [UInt8], _ deadline: PrintingDeadline) throws(PrintingError) {
        // Without waiting: a named pipe that nobody reads would hold us here for ever, and so would a printer that is off.
        let number = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw opening(errno) }
        let device = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .failed(errorNumber: errno) }
        // Nothing is written over: a file under this path is a mistake in the configuration.
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFCHR || kind == S_IFIFO else { throw .notAPrinter(path) }
        setRaw(number)
        let mask = BrokenPipeMask()
        defer { mask.restore() }
        try device.writeAll(bytes, deadline) { Glibc.write(number, $0.baseAddress, $0.count) }
        if isatty(number) == 1 { try drain(device, of: bytes.count, deadline) }
    }

    private func opening(_ error: Int32) -> PrintingError {
        switch error {
        case ENOENT, ENOTDIR: .notFound(path)
        case EACCES, EPERM: .notAllowed(path)
        case EBUSY: .busy
        case ENXIO, ENODEV, EIO: .notConnected
        case EISDIR: .notAPrinter(path)
        default: .failed(errorNumber: error)
        }
    }

    /// A serial line passes every byte on as it is. Its speed is the system's affair.
    private func setRaw(_ number: Int32) {
        var settings = termios()
        guard isatty(number) == 1, tcgetattr(number, &settings) == 0 else { return }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL)
        tcsetattr(number, TCSANOW, &settings)
    }

    /// Waits for a serial line to have sent what it took: closed before, it may forget the rest.
    private func drain(_ device: borrowing Descriptor, of count: Int, _ deadline: PrintingDeadline)
        throws(PrintingError)
    {
        var waiting: Int32 = 0
        while ioctl(device.number, UInt(TIOCOUTQ), &waiting) == 0, waiting > 0 {
            guard deadline.millisecondsLeft > 0 else {
                throw .timedOut(sent: max(0, count - Int(waiting)), of: count)
            }
            // The line says how much is left, but not when none is.
            poll(nil, 0, 10)
        }
    }
}

/// Keeps the signal of a broken pipe from ending the program while this thread writes; the write says it, too.
private struct BrokenPipeMask {
    private var before = sigset_t()
    private var pipe = sigset_t()
    private let wasPending: Bool

    init() {
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
    }

    /// Takes back the signal that a write has raised, if any, before it could arrive.
    func restore() {
        var (before, pipe) = (before, pipe)
        var none = timespec()
        if !wasPending {
            while sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
