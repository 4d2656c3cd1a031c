import Glibc
import PtyHarness

/// A program of this package or of the system, without a terminal. It is killed when the test lets go of it.
final class ChildProcess {
    struct End: Equatable {
        /// 0...255, or minus the number of the signal that ended it.
        var status: Int32
        var output: String
        var error: String
    }

    /// The longest wait for anything, in milliseconds: only a failure takes it.
    private static let patience: Int32 = 60_000

    private let process: pid_t
    private var streams: [(descriptor: Int32, bytes: [UInt8])]
    private var hasEnded = false

    /// - Parameter environment: all of it; nothing is inherited.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let (ourOutput, theirOutput) = try ChildProcess.pair()
        let (ourError, theirError) = try ChildProcess.pair()
        defer {
            close(theirOutput)
            close(theirError)
        }
        streams = [(ourOutput, []), (ourError, [])]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirOutput, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirError, STDERR_FILENO)
        var argumentList: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var started: pid_t = 0
        guard posix_spawn(&started, path, &actions, nil, &argumentList, &environmentList) == 0 else {
            throw ScratchFolder.Failure(what: "\(path) does not start")
        }
        process = started
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        streams.forEach { close($0.descriptor) }
    }

    /// Sockets, since those alone can be made without a moment in which another test's program inherits them.
    private static func pair() throws -> (Int32, Int32) {
        var numbers: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw ScratchFolder.Failure(what: "no pipe") }
        return (numbers[0], numbers[1])
    }

    func signal(_ number: Int32) {
        if !hasEnded { kill(process, number) }
    }

    /// Waits for the first whole line of standard output; nil when the program ends before.
    func firstLine() throws -> String? {
        while !streams[0].bytes.contains(0x0A), streams.contains(where: { $0.descriptor >= 0 }) { try readSome() }
        guard let end = streams[0].bytes.firstIndex(of: 0x0A) else { return nil }
        return String(decoding: streams[0].bytes[..<end], as: UTF8.self)
    }

    /// Waits until standard error holds the text; false when the program ends before.
    func waitForError(_ text: String) throws -> Bool {
        let wanted = Array(text.utf8)
        while true {
            if streams[1].bytes.firstRange(of: wanted) != nil { return true }
            guard streams.contains(where: { $0.descriptor >= 0 }) else { return false }
            try readSome()
        }
    }

    /// Waits until it has ended by itself, or by a signal.
    func waitForEnd() throws -> End {
        while streams.contains(where: { $0.descriptor >= 0 }) { try readSome() }
        var raw: Int32 = 0
        guard waitpid(process, &raw, 0) == process else { throw ScratchFolder.Failure(what: "no such process") }
        hasEnded = true
        return End(
            status: raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F),
            output: String(decoding: streams[0].bytes, as: UTF8.self),
            error: String(decoding: streams[1].bytes, as: UTF8.self))
    }

    private func readSome() throws {
        var waiting = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let count = poll(&waiting, nfds_t(waiting.count), ChildProcess.patience)
        if count < 0, errno == EINTR { return }
        guard count > 0 else { throw ScratchFolder.Failure(what: "the program does nothing any more") }
        for index in streams.indices where waiting[index].revents != 0 {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(streams[index].descriptor, &buffer, buffer.count)
            if count > 0 {
                streams[index].bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                close(streams[index].descriptor)
                streams[index].descriptor = -1
            }
        }
    }
}
