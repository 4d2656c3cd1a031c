import CCurses
import Glibc

/// A signal that matters to a program on a terminal.
package enum TerminalSignal: CaseIterable, Sendable {
    /// The window has another size.
    case windowChanged
    /// Somebody asks the process to stop for now.
    case suspend
    case resumed
    case interrupt, terminate, hangUp, quit

    /// The system's number.
    package var number: Int32 {
        switch self {
        case .windowChanged: SIGWINCH
        case .suspend: SIGTSTP
        case .resumed: SIGCONT
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .quit: SIGQUIT
        }
    }
}

/// Signals as bytes in a pipe, so that they wait for the main queue and none is lost. One can be open at a time; open it
/// before the screen, or a signal between the two ends the process with the terminal in disorder.
@MainActor
package final class SignalPipe {
    /// For a read source; non-blocking.
    package let descriptor: Int32
    private var isOpen = true

    /// - Throws: ``TerminalError/alreadyOpen`` and ``TerminalError/system(errno:)``.
    package init() throws(TerminalError) {
        let numbers = TerminalSignal.allCases.map(\.number)
        errno = 0
        descriptor = cc_open_signal_pipe(numbers, numbers.count)
        guard descriptor >= 0 else { throw errno == 0 ? .alreadyOpen : .system(errno: errno) }
    }

    isolated deinit {
        close()
    }

    /// The signals that came since the last call, in order. Never waits.
    package func read() -> [TerminalSignal] {
        guard isOpen else { return [] }
        var signals: [TerminalSignal] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return signals }
            signals += bytes[..<count].compactMap { byte in
                TerminalSignal.allCases.first { $0.number == Int32(byte) }
            }
        }
    }

    /// Gives the signals back to the handlers they had before.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        cc_close_signal_pipe()
    }
}
