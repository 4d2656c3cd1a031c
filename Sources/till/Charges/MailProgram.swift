import Glibc
import Spawning

/// Gives a message to the program that sends e-mail: without a shell, on its standard input, and not for long.
enum MailProgram {
    /// How long it has.
    static let milliseconds = 20_000
    private static let environmentNames = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "XDG_CONFIG_HOME"]

    /// Waits for the program, so not on a queue that draws.
    ///
    /// - Returns: why it was not sent, as a sentence; nil when the program has taken it.
    static func send(_ message: [UInt8], by words: [String]) -> String? {
        guard let name = words.first else { return "No program is set that sends e-mail." }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return "\(name) cannot be started: \(reason(errno))." }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process: pid_t
        do throws(SpawnFailure) {
            process = try SpawnedProgram.start(
                words, input: ends[0], environment: Environment.values(of: environmentNames))
        } catch {
            close(ends[0])
            close(ends[1])
            return "\(name) cannot be started: \(reason(error.code))."
        }
        close(ends[0])
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        let isWhole = write(message, to: ends[1], until: deadline)
        close(ends[1])
        guard let status = SpawnedProgram.wait(for: process, until: deadline) else {
            kill(-process, SIGKILL)
            waitpid(process, nil, 0)
            return "\(name) did not take the message in time."
        }
        guard status == 0, isWhole else { return "\(name) did not take the message. Run it by hand to see why." }
        return nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var left = bytes[...]
        while !left.isEmpty {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&waiting, 1, SpawnedProgram.milliseconds(until: deadline))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
