import CPty
import Glibc

/// Our end of a pseudo-terminal, with a screen behind it. Not `Sendable`: it stays in the test that made it.
package class PtyLine {
    /// The longest wait for anything, in seconds: far more than a busy machine needs, so that only a failure takes it.
    package static let patience = 60.0

    package let screen: TerminalEmulator
    /// True after the other side closed the line.
    package private(set) var isClosed = false
    private var master: Int32

    init(master: Int32, rows: Int, columns: Int) {
        self.master = master
        screen = TerminalEmulator(rows: rows, columns: columns)
    }

    deinit {
        hangUp()
    }

    // MARK: To the program

    package func send(_ text: String) {
        send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) {
        var left = bytes[...]
        while !left.isEmpty, master >= 0 {
            let count = left.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 {
                left = left.dropFirst(count)
            } else if errno == EAGAIN {
                // The program does not read: take its output, for it may be waiting for that.
                read(within: .milliseconds(20))
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Changes the window's size, which sends SIGWINCH to the program.
    package func resize(rows: Int, columns: Int) {
        screen.resize(rows: rows, columns: columns)
        _ = cpty_resize(master, Int32(rows), Int32(columns))
    }

    /// Closes our end, as a terminal window does that is closed.
    package func hangUp() {
        guard master >= 0 else { return }
        close(master)
        master = -1
        isClosed = true
    }

    // MARK: From the program

    /// True when the kernel edits and echoes lines: the program has not taken the terminal, or has given it back.
    package var isCooked: Bool { cpty_is_cooked(master) == 1 }

    /// Reads until the condition holds.
    ///
    /// - Returns: false when it does not hold after the time, or when the line is closed before.
    package func wait(_ seconds: Double = PtyLine.patience, until condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard !isClosed, ContinuousClock.now < deadline else { return condition() }
            // What a condition looks at need not come over the line, so the wait for bytes is a short one.
            read(within: .milliseconds(10))
        }
        return true
    }

    /// True while the other side may be in the middle of a frame.
    package var mayBePainting: Bool { false }

    /// Reads until the text stands on the screen.
    package func wait(_ seconds: Double = PtyLine.patience, for text: String) -> Bool {
        wait(seconds) { screen.text.contains(text) }
    }

    /// Reads what has come, or comes within a time.
    package func read(within time: Duration) {
        guard master >= 0 else { return }
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(time / .milliseconds(1))) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(master, &bytes, bytes.count)
        if count > 0 {
            let answer = screen.feed(bytes[..<count])
            if !answer.isEmpty { send(answer) }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            isClosed = true
        }
    }
}

/// A pseudo-terminal whose other end is in this process too.
package final class PtyPair: PtyLine {
    /// The terminal for the code under test.
    package let terminal: Int32

    package init(rows: Int = 24, columns: Int = 80) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        guard cpty_open(Int32(rows), Int32(columns), &master, &slave) == 0 else { throw PtyError(errno: errno) }
        terminal = slave
        super.init(master: master, rows: rows, columns: columns)
    }

    deinit {
        close(terminal)
    }
}

package struct PtyError: Error {
    package let errno: Int32
}
