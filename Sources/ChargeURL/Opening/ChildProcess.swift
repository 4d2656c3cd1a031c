import Dispatch
import Glibc
internal import Spawning
import Synchronization

/// A program that was started without a shell, in a session of its own, with nothing of ours but its words and an
/// environment.
final class ChildProcess: Sendable {
    /// How a program ended.
    enum End: Sendable {
        case exited(status: Int32)
        case killed(signal: Int32)
        /// Somebody else in this process has waited for it.
        case notSeen

        /// - Throws: ``URLOpenerError/failed(program:status:)``, ``URLOpenerError/killed(program:signal:)``.
        func check(_ program: String) throws(URLOpenerError) {
            switch self {
            case .exited(0): return
            case .exited(let status): throw .failed(program: program, status: status)
            case .killed(let signal): throw .killed(program: program, signal: signal)
            case .notSeen: throw .failed(program: program, status: -1)
            }
        }
    }

    /// The first word.
    let program: String
    private let identifier: pid_t
    /// Our end of its output.
    private let output: FileDescriptor?
    /// Set when the program is reaped. Until then its number is its own, and only under this lock is that certain.
    private let end = Mutex<End?>(nil)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - command: the program, found in our `PATH`, and its arguments.
    ///   - argument: its last one.
    ///   - readsOutput: whether ``readOutput(bytesMax:until:)`` is wanted; output goes nowhere without.
    /// - Throws: ``URLOpenerError/noCommand``, ``URLOpenerError/notStarted(program:code:)``.
    init(
        _ command: [String], _ argument: String, environment: [String: String], readsOutput: Bool = false
    ) throws(URLOpenerError) {
        // Looked at before the argument is appended, or an empty command would run what it is to open.
        guard let program = command.first, !program.isEmpty else { throw .noCommand }
        self.program = program
        let pipe = readsOutput ? try FileDescriptor.pipe(for: program) : nil
        output = pipe?.reading
        do throws(SpawnFailure) {
            // It has the other end from then on; until then that must be open.
            identifier = try withExtendedLifetime(pipe) { () throws(SpawnFailure) in
                try SpawnedProgram.start(
                    command + [argument], output: pipe?.writing.number, environment: environment)
            }
        } catch {
            throw .notStarted(program: program, code: error.code)
        }
        // A thread of its own, which the program keeps for as long as it runs.
        DispatchQueue(label: "ChargeURL.ChildProcess").async { [self] in reap() }
    }

    // MARK: Waiting

    /// Nil when the program still runs at that time. To be called once.
    func waitForEnd(until deadline: ContinuousClock.Instant) -> End? {
        let milliseconds = Self.milliseconds(until: deadline)
        guard hasEnded.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
        return end.withLock { $0 }
    }

    /// The first `bytesMax` bytes that the program writes until it closes its output; nil when it has not closed it at that
    /// time.
    func readOutput(bytesMax: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        guard let output else { return [] }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bytesMax)
        while true {
            var waiting = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(clamping: Self.milliseconds(until: deadline)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = read(output.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count].prefix(bytesMax - bytes.count)
        }
    }

    /// Ends the program and all that it has started in its session's first group.
    func kill() {
        end.withLock { end in
            guard end == nil else { return }
            _ = Glibc.kill(-identifier, SIGKILL)
        }
    }

    private func reap() {
        var information = siginfo_t()
        // Seen first and reaped under the lock, so that nobody ends another program that got the number.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        end.withLock { end in
            var status: Int32 = 0
            var result = waitpid(identifier, &status, 0)
            while result < 0, errno == EINTR { result = waitpid(identifier, &status, 0) }
            guard result == identifier else {
                end = .notSeen
                return
            }
            let signal = status & 0x7F
            end = signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .killed(signal: signal)
        }
        hasEnded.signal()
    }

    /// The longest wait; more milliseconds do not fit into what `poll` takes.
    private static let secondsMax: Int64 = 1_000_000

    /// Rounded up, so that a wait for it does not end early and begin anew at once.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int {
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int(min(seconds, secondsMax)) * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    }
}

/// An open descriptor, closed with its owner.
final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// - Throws: ``URLOpenerError/notStarted(program:code:)``.
    static func pipe(for program: String) throws(URLOpenerError) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .notStarted(program: program, code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }
}
