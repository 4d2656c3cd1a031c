import Glibc

/// A queue of the printing system, reached by its program without a shell in between.
struct QueuePrinter {
    let queue: String?
    let program: String

    /// What of the program's own words is kept, in bytes.
    private static let wordsMax = 2048
    /// The longest title, in characters.
    private static let titleMax = 80

    func send(_ bytes: [UInt8], title: String, _ deadline: PrintingDeadline) throws(PrintingError) {
        let inputs = try Self.connectedSockets()
        let input = Descriptor(inputs.ours)
        let theirInput = Descriptor(inputs.theirs)
        let outputs = try Self.connectedSockets()
        let output = Descriptor(outputs.ours)
        let theirOutput = Descriptor(outputs.theirs)
        let process = try spawn(arguments(title), input: theirInput.number, output: theirOutput.number)
        // The program has its own by now; while we hold these too, neither side would see the other's end.
        _ = consume theirInput
        _ = consume theirOutput
        let end: (status: Int32, words: String, failure: PrintingError?)
        do throws(PrintingError) {
            let failure = try Self.feed(bytes, to: input, deadline)
            let words = try Self.words(from: output, of: bytes.count, deadline)
            end = (try Self.wait(for: process, of: bytes.count, deadline), words, failure)
        } catch {
            // It leads a session of its own: what it has started goes with it.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
            throw error
        }
        guard end.status == 0 else { throw .programFailed(status: end.status, said: end.words) }
        // It ended well, though it left some of the receipt unread.
        if let failure = end.failure { throw failure }
    }

    private func arguments(_ title: String) -> [String] {
        let title = title.filter { !$0.isNewline && $0 != "\0" }.prefix(Self.titleMax)
        return [program, "-s", "-t", String(title)] + (queue.map { ["-d", $0] } ?? []) + ["-"]
    }

    /// Two ends of a connection. A pair of sockets and not a pipe: what is written to one that nobody reads fails without
    /// a signal.
    private static func connectedSockets() throws(PrintingError) -> (ours: Int32, theirs: Int32) {
        var numbers: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw .failed(errorNumber: errno) }
        // Ours alone: a program does not expect its input to say "later".
        _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
        return (numbers[0], numbers[1])
    }

    // MARK: The program

    private func spawn(_ words: [String], input: Int32, output: Int32) throws(PrintingError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        for descriptor in Self.openDescriptors where descriptor > STDERR_FILENO {
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
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.sessionOfItsOwn)
        var argumentList: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var process: pid_t = 0
        switch posix_spawnp(&process, program, &actions, &attributes, &argumentList, &environmentList) {
        case 0: return process
        case ENOENT, ENOTDIR: throw .notFound(program)
        case EACCES, EPERM: throw .notAllowed(program)
        case let error: throw .failed(errorNumber: error)
        }
    }

    /// `POSIX_SPAWN_SETSID`, which glibc's headers show to GNU sources alone.
    private static let sessionOfItsOwn: Int16 = 0x80

    /// What the printing system goes by, and no more.
    private static var environment: [String] {
        let names = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "CUPS_SERVER", "CUPS_ENCRYPTION"]
        return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

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

    // MARK: Its input, its words, its end

    /// Returns why it did not take all, for it may say so better itself.
    private static func feed(
        _ bytes: [UInt8], to input: consuming Descriptor, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> PrintingError? {
        let number = input.number
        do throws(PrintingError) {
            try input.writeAll(bytes, deadline) {
                Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            return nil
        } catch {
            if case .timedOut = error { throw error }
            return error
        }
    }

    /// What it says until it closes its end.
    private static func words(
        from output: consuming Descriptor, of count: Int, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> String {
        var words: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            guard try output.wait(for: POLLIN, deadline) else { throw .timedOut(sent: count, of: count) }
            let count = recv(output.number, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            words += buffer.prefix(count).prefix(max(0, wordsMax - words.count))
        }
        let text = String(decoding: words, as: UTF8.self).split { $0.isNewline }.joined(separator: " ")
        return String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    }

    private static func wait(
        for process: pid_t, of count: Int, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            guard ended == 0 || errno == EINTR else { throw .failed(errorNumber: errno) }
            guard deadline.millisecondsLeft > 0 else { throw .timedOut(sent: count, of: count) }
            // It has closed its output, so its end is near.
            poll(nil, 0, 5)
        }
        // As the shell has it: the exit status, or 128 and the signal's number.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
