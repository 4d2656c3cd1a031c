import Glibc
import Spawning

/// Runs the program that prints the shared secret: without a shell, with no descriptor and little environment of ours,
/// away from the terminal, and not for long.
enum SecretCommand {
    /// How long it has.
    static let milliseconds = 10_000

    /// What a keyring's program needs to find its keyring.
    private static let environmentNames = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "GNUPGHOME", "PASSWORD_STORE_DIR",
    ]

    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - limit: the most bytes that it may print.
    static func run(_ words: [String], limit: Int, milliseconds: Int) throws(SecretFailure) -> [UInt8] {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw .notStarted(words[0], reason: String(cString: strerror(errno)))
        }
        defer { close(ends[0]) }
        let process = try spawn(words, output: ends[1])
        let deadline = Deadline(milliseconds: max(1, milliseconds))
        do throws(SecretFailure) {
            let bytes = try read(ends[0], words[0], limit: limit, deadline)
            try wait(for: process, words[0], deadline)
            return bytes
        } catch {
            // It leads a session of its own: what it has started goes with it.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
    }

    private static func spawn(_ words: [String], output: Int32) throws(SecretFailure) -> pid_t {
        defer { close(output) }
        do throws(SpawnFailure) {
            return try SpawnedProgram.start(
                words, output: output, environment: Environment.values(of: environmentNames))
        } catch {
            throw .notStarted(words[0], reason: String(cString: strerror(error.code)))
        }
    }

    private static func read(
        _ descriptor: Int32, _ program: String, limit: Int, _ deadline: Deadline
    ) throws(SecretFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit)
        defer {
            buffer.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
        }
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, deadline.millisecondsLeft)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw .tookTooLong(program) }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .printedTooMuch(program) }
        }
    }

    private static func wait(for process: pid_t, _ program: String, _ deadline: Deadline) throws(SecretFailure) {
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard deadline.millisecondsLeft > 0 else { throw .tookTooLong(program) }
            // It has closed its output, so its end is near.
            poll(nil, 0, 5)
        }
        guard status == 0 else {
            let isExit = status & 0x7F == 0
            throw .ended(program, status: isExit ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
        }
    }

    private struct Deadline {
        private let end: Int

        init(milliseconds: Int) {
            end = Deadline.now + milliseconds
        }

        var millisecondsLeft: Int32 { Int32(clamping: max(0, end - Deadline.now)) }

        private static var now: Int {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
        }
    }
}
