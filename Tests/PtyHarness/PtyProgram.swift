import CPty
import Glibc

/// A program on a pseudo-terminal of its own. It is killed when the test lets go of it.
package final class PtyProgram: PtyLine {
    package let process: pid_t
    /// What the program ended with: 0...255, or minus the number of a signal. `nil` while it runs.
    package private(set) var exitStatus: Int32?

    /// Starts a program. It inherits nothing: its environment is `TERM`, `LANG` and `PATH`, changed and added to by
    /// `environment`, where an empty value takes a name away.
    package init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
        rows: Int = 24, columns: Int = 80
    ) throws {
        var all = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        all.merge(environment) { $1 }
        let given = all.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }.sorted()
        var argumentList: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentList: [UnsafeMutablePointer<CChar>?] = given.map { strdup($0) } + [nil]
        defer { (argumentList + environmentList).forEach { free($0) } }
        var master: Int32 = -1
        process = cpty_spawn(path, &argumentList, &environmentList, Int32(rows), Int32(columns), &master)
        guard process > 0 else { throw PtyError(errno: errno) }
        super.init(master: master, rows: rows, columns: columns)
    }

    deinit {
        if exitStatus == nil {
            kill(process, SIGKILL)
            _ = cpty_wait(process, 0)
        }
    }

    /// The path of a program of this package, which the test's target must depend on.
    package static func built(_ name: String) -> String {
        // SwiftPM puts the programs beside the tests' own executable.
        guard let resolved = realpath("/proc/self/exe", nil) else { return name }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }

    /// Sends a signal to the program.
    package func signal(_ number: Int32) {
        if exitStatus == nil { kill(process, number) }
    }

    /// Reads until the program ends, and whatever it wrote last.
    ///
    /// - Returns: its status, or `nil` when it still runs after the time.
    package func waitForExit(_ seconds: Double = PtyLine.patience) -> Int32? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while exitStatus == nil, ContinuousClock.now < deadline {
            if isClosed {
                // Nothing more to read: the end itself is all there is to wait for.
                var nothing = pollfd(fd: -1, events: 0, revents: 0)
                poll(&nothing, 0, 5)
            } else {
                read(within: .milliseconds(10))
            }
            let status = cpty_wait(process, 1)
            if status != Int32(CPTY_RUNNING) { exitStatus = status }
        }
        while exitStatus != nil, !isClosed {
            let before = screen.raw.count
            read(within: .milliseconds(20))
            if screen.raw.count == before { break }
        }
        return exitStatus
    }

    /// True while the program is stopped, by SIGSTOP or SIGTSTP.
    package var isStopped: Bool { processState == "T" }

    /// Waits until the program has ended, and does not take its status yet, so that ``processorSeconds`` can be read.
    ///
    /// - Returns: false when it still runs after the time.
    package func waitForEnd(_ seconds: Double = PtyLine.patience) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while let state = processState, state != "Z" {
            guard ContinuousClock.now < deadline else { return false }
            var nothing = pollfd(fd: -1, events: 0, revents: 0)
            poll(&nothing, 0, 5)
        }
        return true
    }

    /// How long the program has kept a processor busy, in seconds.
    package var processorSeconds: Double {
        // utime and stime are the twelfth and thirteenth field after the state's.
        guard let fields = processFields, fields.count > 12, let user = Double(fields[11]),
            let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A program that was told that its terminal takes more is woken by one thread and paints on another: while all of
    /// them sleep, what it wrote is a whole frame.
    package override var mayBePainting: Bool {
        guard let tasks = opendir("/proc/\(process)/task") else { return false }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let task = pid_t(name) else { continue }
            let state = fields(of: "/proc/\(process)/task/\(task)/stat")?.first?.first
            if state == "R" || state == "D" { return true }
        }
        return false
    }

    /// The state letter of proc(5); `nil` when the process is gone.
    private var processState: Character? { processFields?.first?.first }

    /// The fields of `/proc/<pid>/stat` from the state on; `nil` when the process is gone.
    private var processFields: [Substring]? { fields(of: "/proc/\(process)/stat") }

    private func fields(of path: String) -> [Substring]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        // The program's name stands in parentheses and may hold spaces.
        guard let end = text.lastIndex(of: ")") else { return nil }
        return text[end...].dropFirst(2).split(separator: " ")
    }
}
