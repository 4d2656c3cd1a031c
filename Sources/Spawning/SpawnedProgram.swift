import Glibc

/// Why a program was not started.
package struct SpawnFailure: Error, Equatable, Sendable {
    /// An `errno`.
    package var code: Int32
}

/// Programs that are started without a shell, in a session of their own, with no descriptor of ours but those that they
/// are given, and with no environment but that.
package enum SpawnedProgram {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: the program, found in our `PATH`, and its arguments.
    ///   - input: what becomes its standard input; nil for none.
    ///   - output: what becomes its standard output; nil for none.
    ///   - errors: what becomes its standard error; nil for none.
    package static func start(
        _ words: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
        environment: [String: String]
    ) throws(SpawnFailure) -> pid_t {
        guard let name = words.first else { throw SpawnFailure(code: ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What it is given first: that may have the number of a standard stream that was closed.
        let streams = [
            (output, STDOUT_FILENO, O_WRONLY), (errors, STDERR_FILENO, O_WRONLY), (input, STDIN_FILENO, O_RDONLY),
        ]
        for case (let given?, let stream, _) in streams {
            posix_spawn_file_actions_adddup2(&actions, given, stream)
        }
        for case (nil, let stream, let mode) in streams {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", mode, 0)
        }
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
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        var argumentList: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, name, &actions, &attributes, &argumentList, &environmentList)
        guard code == 0 else { throw SpawnFailure(code: code) }
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

    /// Waits for the end of a program that has all it needs.
    ///
    /// - Returns: its status as the system gives it; nil when it still runs at that time.
    package static func wait(for process: pid_t, until deadline: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            if ended < 0, errno != EINTR { return nil }
            guard ContinuousClock.now < deadline else { return nil }
            poll(nil, 0, 5)
        }
    }

    /// For `poll`.
    package static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = (deadline - .now).components
        return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
    }
}
