import Glibc
import PtyHarness
import Testing

/// A shell on a pseudo-terminal that runs the till, to see what the till leaves behind and how it is started.
struct Shell {
    let folder: ScratchFolder
    let program: PtyProgram

    /// Runs a script that knows the till as `$0`.
    init(_ script: String, environment: [String: String] = [:], folder: ScratchFolder = ScratchFolder()) throws {
        self.folder = folder
        program = try PtyProgram(
            "/bin/sh", ["-c", script, PtyProgram.built("till")],
            environment: folder.environment.merging(environment) { $1 })
    }

    /// Runs the till, then says what became of it and of the terminal.
    static func around(_ arguments: String, environment: [String: String] = [:]) throws -> Shell {
        try Shell(
            """
            before=$(stty -g); "$0" \(arguments); status=$?
            after=$(stty -g); [ "$before" = "$after" ] && modes=kept || modes="$after"
            echo "ended with $status, modes $modes"; read -r wait
            """, environment: environment)
    }

    func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isThere = program.wait { texts.allSatisfy(program.screen.text.contains) }
        try #require(
            isThere, "\(texts) is not on the screen:\n\(program.screen.text)", sourceLocation: sourceLocation)
    }

    /// The process that the shell runs.
    var child: pid_t? {
        guard let file = fopen("/proc/\(program.process)/task/\(program.process)/children", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ").first.flatMap { pid_t($0) }
    }

    /// What a terminal must look like when the till no longer has it.
    func expectShellsTerminal(sourceLocation: SourceLocation = #_sourceLocation) {
        let screen = program.screen
        #expect(program.isCooked, sourceLocation: sourceLocation)
        #expect(
            !screen.isOnAlternateScreen && screen.isCursorVisible && !screen.reportsMouse,
            sourceLocation: sourceLocation)
        let raw = String(decoding: screen.raw, as: UTF8.self)
        for (on, off) in [
            ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}=", "\u{1B}>"),
        ] {
            let last = (raw.ranges(of: on).last?.lowerBound, raw.ranges(of: off).last?.lowerBound)
            guard let lastOn = last.0 else {
                Issue.record("\(on.dropFirst()) was never set", sourceLocation: sourceLocation)
                continue
            }
            #expect(last.1.map { $0 > lastOn } == true, "\(off.dropFirst())", sourceLocation: sourceLocation)
        }
    }
}
