import Glibc

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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        for descriptor in openDescriptors where descriptor > STDERR_FILENO {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | sessionOfItsOwn)

        let environment = Environment.values(of: environmentNames).map { "\($0.key)=\($0.value)" }.sorted()
        var argumentList: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &argumentList, &environmentList)
        guard code == 0 else { throw .notStarted(words[0], reason: String(cString: strerror(code))) }
        return process
    }

    /// `POSIX_SPAWN_SETSID`, which glibc's headers show to GNU sources alone.
    private static let sessionOfItsOwn: Int16 = 0x80

    /// The numbers of all that is open, whoever opened it.
    private static var openDescriptors: [Int32] {
        guard let directory = opendir("/proc/self/fd") else { return [] }
        defer { closedir(directory) }
        var numbers: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
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
