import Dispatch
import Glibc
import Synchronization

/// A program that a test talks to by lines, and that ends with it.
package final class ChildProgram: Sendable {
    package enum Failure: Error {
        case notStarted(Int32)
        /// It ended before it said that, or took too long.
        case neverSaid(String, [String])
    }

    package let process: pid_t
    /// Its standard input and output; -1 when it was killed.
    private let socket: Mutex<Int32>
    private let said = Mutex(Said())
    private let more = DispatchSemaphore(value: 0)

    private struct Said {
        var lines: [String] = []
        var rest: [UInt8] = []
        var isOver = false
    }

    /// - Parameter environment: all of it.
    package init(_ arguments: [String], environment: [String: String]) throws {
        // Closed in every program that another test starts at the same moment.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure.notStarted(errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // The threads of dispatch take no signals, and a program begins with what its parent's thread takes.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argumentList: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, arguments[0], &actions, &attributes, &argumentList, &environmentList)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw Failure.notStarted(result)
        }
        self.process = process
        socket = Mutex(ends[0])
        read(ends[0])
    }

    /// On a thread of its own until the program closes its side.
    private func read(_ socket: Int32) {
        // A number of the thread's own, for it may outlive whoever has the other.
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        DispatchQueue(label: "test.child").async { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = Glibc.read(copy, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                self?.take(count > 0 ? Array(bytes[..<count]) : nil)
                guard count > 0 else { break }
            }
            close(copy)
        }
    }

    private func take(_ bytes: [UInt8]?) {
        said.withLock { said in
            guard let bytes else {
                said.isOver = true
                return
            }
            said.rest += bytes
            while let end = said.rest.firstIndex(of: 0x0A) {
                said.lines.append(String(decoding: said.rest[..<end], as: UTF8.self))
                said.rest.removeFirst(end + 1)
            }
        }
        more.signal()
    }

    /// What it has said so far.
    package var lines: [String] { said.withLock { $0.lines } }

    /// Waits for a line that begins so, after so many such lines.
    @discardableResult package func wait(for text: String, after count: Int = 0) throws -> String {
        while true {
            let (lines, isOver) = said.withLock { ($0.lines, $0.isOver) }
            let matching = lines.filter { $0.hasPrefix(text) }
            if matching.count > count { return matching[count] }
            // Far longer than a busy machine needs: only a failure takes it.
            guard !isOver, more.wait(timeout: .now() + 30) == .success else { throw Failure.neverSaid(text, lines) }
        }
    }

    package func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        socket.withLock { socket in
            // It fails where the program has ended, which whoever waits for its words learns.
            _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Kills it, and returns when it is gone.
    package func kill() {
        let wasOpen = socket.withLock { socket in
            guard socket >= 0 else { return false }
            // So that the thread that reads ends too.
            shutdown(socket, Int32(SHUT_RDWR))
            close(socket)
            socket = -1
            return true
        }
        guard wasOpen else { return }
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    deinit {
        kill()
    }
}
