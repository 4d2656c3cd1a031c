import ChargeURL
import Glibc
import Testing

@Suite("Opening a URL") struct URLOpenerTests {
    private let folder: TemporaryFolder
    private static let shell = "/bin/sh"
    private let environment = ["PATH": "/usr/bin:/bin", "GIVEN": "yes"]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func opener(
        _ script: String, query: String? = nil, openingTimeLimit: Duration = .seconds(60),
        queryTimeLimit: Duration = .seconds(60)
    ) throws -> URLOpener {
        // The scripts are read by a shell, not run themselves: a child that another thread is just starting may still have
        // them open for writing. They get the folder's path as their first argument.
        URLOpener(
            command: [Self.shell, try folder.write(script, to: "opener", mode: 0o600), folder.path],
            handlerQuery: try query.map { [Self.shell, try folder.write($0, to: "query", mode: 0o600), folder.path] },
            environment: environment, openingTimeLimit: openingTimeLimit, queryTimeLimit: queryTimeLimit)
    }

    @Test("runs the desktop's opener unless it is told another") func desktop() {
        let opener = URLOpener(environment: [:])
        #expect(opener.command == ["xdg-open"])
        #expect(opener.handlerQuery == ["xdg-mime", "query", "default"])
    }

    @Test(
        "hands it over as one argument that no shell reads",
        arguments: [
            "app://done?a=1&b=2", "x-app://a;b$(touch${IFS}pwned)`touch%20pwned`|>pwned&'\"\\*?#~",
            "https://x.example/",
            "com-innerfence-ccterminal://charge/1.0.0/?amount=1",
        ])
    func argument(url: String) throws {
        let opener = try opener(#"shift; printf '%s\n' "$#" "$@" > "${0%/*}/arguments""#)
        try opener.open(url)
        #expect(try folder.text("arguments") == "1\n\(url)\n")
        #expect(try folder.names == ["arguments", "opener"])
    }

    @Test("starts a program away from our terminal, files and environment") func isolation() throws {
        let inherited = open(folder.file("inherited"), O_RDWR | O_CREAT, 0o600)
        try #require(inherited > 2)
        defer { close(inherited) }
        let opener = try opener(
            #"""
            out="$1/state"
            streams="$(readlink "/proc/$$/fd/0") $(readlink "/proc/$$/fd/1") $(readlink "/proc/$$/fd/2")"
            [ -e "/proc/$$/fd/\#(inherited)" ] && files=inherited || files=none
            env > "$1/environment"
            read -r stat < "/proc/$$/stat"
            set -- $stat
            [ "$5" = "$$" ] && [ "$6" = "$$" ] && session=own || session=ours
            echo "$streams $files $session" > "$out"
            """#)
        try opener.open("app://x")
        #expect(try folder.text("state") == "/dev/null /dev/null /dev/null none own\n")
        let variables = try folder.text("environment").split(separator: "\n")
        #expect(variables.contains("PATH=/usr/bin:/bin") && variables.contains("GIVEN=yes"))
        // The rest is what a shell sets.
        let names = Set(variables.map { $0.prefix { $0 != "=" } })
        #expect(names.isSubset(of: ["PATH", "GIVEN", "PWD", "OLDPWD", "SHLVL", "_"]))
    }

    @Test("reports a program that fails, and its status", arguments: [1, 2, 3, 4, 255] as [Int32]) func failure(
        status: Int32
    ) throws {
        let opener = try opener("exit \(status)")
        #expect(throws: URLOpenerError.failed(program: Self.shell, status: status)) {
            try opener.open("app://x")
        }
    }

    @Test("reports a program that is ended by a signal") func killed() throws {
        let opener = try opener("kill -KILL $$")
        #expect(throws: URLOpenerError.killed(program: Self.shell, signal: SIGKILL)) {
            try opener.open("app://x")
        }
    }

    @Test("reports a program that cannot be started") func notStarted() throws {
        let missing = folder.file("missing")
        #expect(throws: URLOpenerError.notStarted(program: missing, code: ENOENT)) {
            try URLOpener(command: [missing], environment: environment).open("app://x")
        }
        let plain = try folder.write("", to: "plain", mode: 0o600)
        #expect(throws: URLOpenerError.notStarted(program: plain, code: EACCES)) {
            try URLOpener(command: [plain], environment: environment).open("app://x")
        }
        for command in [[], [""]] {
            #expect(throws: URLOpenerError.noCommand) {
                try URLOpener(command: command, environment: environment).open("app://x")
            }
        }
    }

    @Test(
        "starts nothing for what is no URL or may not be opened",
        arguments: [
            ("", .malformed(.noScheme)), ("--help", .malformed(.noScheme)), ("/etc/passwd", .malformed(.noScheme)),
            ("app://a b", .malformed(.unencodedByte(position: 8))),
            ("app://\n", .malformed(.unencodedByte(position: 7))),
            ("app://\0", .malformed(.unencodedByte(position: 7))),
            ("file:///etc/passwd", .refusedScheme("file")), ("JavaScript:alert(1)", .refusedScheme("javascript")),
            ("data:,x", .refusedScheme("data")),
        ] as [(String, ReturnAddressError)])
    func refused(url: String, error: ReturnAddressError) throws {
        let opener = try opener(#"touch "$1/started""#)
        #expect(throws: URLOpenerError.refused(error)) { try opener.open(url) }
        #expect(try folder.names == ["opener"])
    }

    @Test("leaves a program alone that goes on beyond the time limit") func goesOn() throws {
        for pipe in ["in", "out"] { try #require(mkfifo(folder.file(pipe), 0o600) == 0) }
        let opener = try opener(
            #"read -r line < "$1/in"; echo "$line" > "$1/out""#, openingTimeLimit: .milliseconds(1))
        try opener.open("app://x")
        try folder.append("still here\n", to: "in")
        #expect(try folder.text("out") == "still here\n")
    }

    @Test("many at once is no trouble") func atOnce() async throws {
        let opener = try opener(#"mkdir "$1/${2#app:}""#)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try opener.open("app:\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try folder.names.count == 21)
    }

    // MARK: Handlers

    @Test("a scheme has a handler when the desktop names one") func handler() throws {
        let opener = try opener(
            "exit 0", query: #"[ "$2" = x-scheme-handler/app ] && echo app.desktop; printf '%s' "$#" > "$1/count""#)
        #expect(try opener.hasHandler(forScheme: "app"))
        #expect(try opener.hasHandler(forScheme: "APP"))
        #expect(try folder.text("count") == "2")
        #expect(throws: Never.self) { try opener.open("app://x") }
    }

    @Test("a scheme has none when the desktop names none", arguments: ["exit 0", "echo", "echo ' '"]) func noHandler(
        query: String
    ) throws {
        #expect(try !opener("exit 0", query: query).hasHandler(forScheme: "app"))
    }

    @Test("what is no scheme has no handler", arguments: ["", "a b", "x:y\n", "-v", "é"]) func noScheme(scheme: String)
        throws
    {
        #expect(try !opener("exit 0", query: "echo app.desktop").hasHandler(forScheme: scheme))
    }

    @Test("every scheme has a handler when nobody is to be asked") func noQuery() throws {
        #expect(try opener("exit 0").hasHandler(forScheme: "app"))
    }

    @Test("a desktop that writes without end of sense is read to its end") func longAnswer() throws {
        let opener = try opener("exit 0", query: "yes app.desktop | head -c 300000")
        #expect(try opener.hasHandler(forScheme: "app"))
    }

    @Test("a desktop that fails to tell is an error") func failingQuery() throws {
        #expect(throws: URLOpenerError.failed(program: Self.shell, status: 5)) {
            try opener("exit 0", query: "echo app.desktop; exit 5").hasHandler(forScheme: "app")
        }
        let missing = URLOpener(handlerQuery: [folder.file("missing")], environment: environment)
        #expect(throws: URLOpenerError.notStarted(program: folder.file("missing"), code: ENOENT)) {
            try missing.hasHandler(forScheme: "app")
        }
        let nobody = URLOpener(handlerQuery: [], environment: environment)
        #expect(throws: URLOpenerError.noCommand) { try nobody.hasHandler(forScheme: "app") }
    }

    @Test("a desktop that does not answer in time is ended, with all that it has started") func slowQuery() throws {
        for pipe in ["alive", "never"] { try #require(mkfifo(folder.file(pipe), 0o600) == 0) }
        // A pipe hangs up when the last of its writers has gone, but only if it had one.
        let alive = open(folder.file("alive"), O_RDONLY | O_NONBLOCK)
        try #require(alive >= 0)
        defer { close(alive) }
        close(open(folder.file("alive"), O_WRONLY))

        // Both keep the answer's pipe open: the one that waits, and the one that waits for it.
        let opener = try opener(
            "exit 0", query: #"exec 3> "$1/alive"; (read -r line < "$1/never"); exit 0"#,
            queryTimeLimit: .milliseconds(50))
        #expect(throws: URLOpenerError.tookTooLong(program: Self.shell)) {
            try opener.hasHandler(forScheme: "app")
        }
        var waiting = pollfd(fd: alive, events: 0, revents: 0)
        #expect(poll(&waiting, 1, 60_000) == 1)
    }
}
