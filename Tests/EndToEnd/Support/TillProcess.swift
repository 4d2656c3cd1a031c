import Glibc
import PtyHarness

/// The real `till`, or another program of ours, as a process without a terminal. It is killed when the test lets go of
/// it.
final class TillProcess {
    /// Where what it prints goes.
    enum Sink: Sendable {
        case pipe
        /// A pipe whose reader has gone away.
        case brokenPipe
        /// No open descriptor at all, as behind `>&-`.
        case closed
    }

    /// How it ended.
    struct End {
        /// 0...255, or minus the number of the signal that ended it.
        var status: Int32
        var output: String
        var error: String

        var outputLines: [String] { output.split(separator: "\n").map(String.init) }
        var errorLines: [String] { error.split(separator: "\n").map(String.init) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The longest wait for anything, in seconds: far more than a busy machine needs, so that only a failure takes it.
    private static let patience = 60

    let process: pid_t
    private var output: Stream
    private var error: Stream
    /// Ends with the process: it alone holds the other side.
    private let life: Descriptor
    private var status: Int32?

    /// - Parameters:
    ///   - program: which one.
    ///   - environment: all of it; nothing is inherited.
    ///   - input: a file to read from; nil for nothing to read.
    ///   - fileSizeMax: in bytes; no file can be written beyond it, as on a disk that is full. Nil for no limit.
    init(
        _ arguments: [String], program: String = "till", environment: [String: String], input: String? = nil,
        output: Sink = .pipe, error: Sink = .pipe, fileSizeMax: Int? = nil
    ) throws {
        let given = try Descriptor(opening: input ?? "/dev/null")
        let (ourOutput, theirOutput) = try Descriptor.pipe()
        let (ourError, theirError) = try Descriptor.pipe()
        let (ourLife, theirLife) = try Descriptor.pipe()
        if case .brokenPipe = output { ourOutput.close() }
        if case .brokenPipe = error { ourError.close() }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, given.number, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirOutput.number, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirError.number, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirLife.number, TillProcess.lifeNumber)
        if case .closed = output { posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO) }
        if case .closed = error { posix_spawn_file_actions_addclose(&actions, STDERR_FILENO) }
        let till = PtyProgram.built(program)
        if let fileSizeMax {
            // It puts the limit on itself, then becomes the till.
            process = try TillProcess.spawn(
                "/usr/bin/prlimit", ["--fsize=\(fileSizeMax):\(fileSizeMax)", till] + arguments, environment, &actions)
        } else {
            process = try TillProcess.spawn(till, arguments, environment, &actions)
        }
        self.output = Stream(ourOutput)
        self.error = Stream(ourError)
        life = ourLife
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// High enough to be none of the standard descriptors and none that a parent uses.
    private static let lifeNumber: Int32 = 200

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let settings = environment.map { "\($0.key)=\($0.value)" }.sorted()
        var argumentList: [UnsafeMutablePointer<CChar>?] = (["till"] + arguments).map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, &argumentList, &environmentList)
        guard code == 0 else {
            throw Failure(description: "\(path) does not start: \(String(cString: strerror(code)))")
        }
        return process
    }

    // MARK: While it runs

    /// Sends a signal, while it runs.
    func signal(_ number: Int32) {
        if status == nil { kill(process, number) }
    }

    /// Waits until that many whole lines stand on standard error.
    ///
    /// - Returns: the last of them; nil when the program ended before.
    func waitForErrorLine(number: Int) throws -> String? {
        try waitForError { lines in lines.count >= number ? lines[number - 1] : nil }
    }

    /// Waits until a line of standard error holds the text.
    ///
    /// - Returns: false when the program ended before.
    func waitForError(_ text: String) throws -> Bool {
        try waitForError { lines in lines.first { $0.contains(text) } } != nil
    }

    /// Waits until a line of standard output begins with the text.
    ///
    /// - Returns: what follows in the line; nil when the program ended before.
    func waitForOutput(_ text: String) throws -> String? {
        while true {
            if let line = output.wholeLines.first(where: { $0.hasPrefix(text) }) {
                return String(line.dropFirst(text.count))
            }
            guard output.isOpen else { return nil }
            try readSome()
        }
    }

    private func waitForError(_ find: ([String]) -> String?) throws -> String? {
        while true {
            let lines = error.wholeLines
            if let found = find(lines) { return found }
            guard error.isOpen else { return nil }
            try readSome()
        }
    }

    // MARK: The end

    /// Waits until it has ended and takes what it wrote.
    func waitForEnd() throws -> End {
        while output.isOpen || error.isOpen || life.isOpen { try readSome() }
        if status == nil {
            var raw: Int32 = 0
            guard waitpid(process, &raw, 0) == process else { throw Failure(description: "no such process") }
            status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
        }
        return End(status: status ?? 0, output: output.text, error: error.text)
    }

    /// Waits for bytes or for an end, and takes them.
    private func readSome() throws {
        var waiting = [output.descriptor, error.descriptor, life].map {
            // A number below zero is passed over.
            pollfd(fd: $0.isOpen ? $0.number : -1, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&waiting, nfds_t(waiting.count), Int32(TillProcess.patience * 1000))
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            throw Failure(description: "till does nothing any more; it said:\n\(output.text)\(error.text)")
        }
        if waiting[0].revents != 0 { output.read() }
        if waiting[1].revents != 0 { error.read() }
        if waiting[2].revents != 0 { life.close() }
    }
}

/// What has come over a pipe so far.
private struct Stream {
    let descriptor: Descriptor
    private var bytes: [UInt8] = []

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    var isOpen: Bool { descriptor.isOpen }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    var wholeLines: [String] {
        let whole = bytes.prefix((bytes.lastIndex(of: 0x0A) ?? -1) + 1)
        return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    mutating func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor.number, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else if count == 0 || errno != EINTR {
            descriptor.close()
        }
    }
}

/// A file descriptor that is closed with its owner, and that no program inherits by accident.
private final class Descriptor {
    let number: Int32
    private(set) var isOpen = true

    private init(_ number: Int32) {
        self.number = number
    }

    convenience init(opening path: String) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw TillProcess.Failure(description: "\(path) cannot be read") }
        self.init(number)
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(number)
    }

    /// The end to read from, and the end to write to. They are sockets, since those alone can be made without a moment
    /// in which a program that another test starts inherits them.
    static func pipe() throws -> (Descriptor, Descriptor) {
        var numbers: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw TillProcess.Failure(description: "no pipe") }
        return (Descriptor(numbers[0]), Descriptor(numbers[1]))
    }
}
