import EventLogging
import FoundationEssentials
import Glibc
import HeftKit
import PtyHarness
import ReaderSimulator
import Testing

/// The program itself: arguments, files, and how it ends.
@Suite("till-gateway") struct ProgramTests {
    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProcess.End {
        try ChildProcess(PtyProgram.built("till-gateway"), arguments, environment: environment).waitForEnd()
    }

    private func failure(_ status: Int32, _ sentence: String) -> ChildProcess.End {
        ChildProcess.End(status: status, output: "", error: "till-gateway: \(sentence)\n")
    }

    @Test(
        "wrong usage is one line, and nothing is done",
        arguments: [
            (["--colour", "red"], "--colour is no option of till-gateway. See till-gateway help."),
            (["serve"], "till-gateway does not know what to do with \"serve\". See till-gateway help."),
            (["--port"], "--port needs a value. See till-gateway help."),
            (["--bind="], "--bind needs a value. See till-gateway help."),
            (["--port", "65536"], "--port takes a whole number from 0 to 65535."),
            (["--port", "-1"], "--port takes a whole number from 0 to 65535."),
            (["--port", "1", "--port", "2"], "--port is given twice. Give it once."),
            (
                ["--clock-ahead", "soon"],
                "--clock-ahead takes whole seconds, at most a year; below 0 the clock is behind."
            ),
            (["--key", "a"], "--certificate and --key belong together. Give both, or none for HTTP without TLS."),
            (["\u{1b}[31m"], "till-gateway does not know what to do with \"\u{FFFD}[31m\". See till-gateway help."),
        ])
    func usage(arguments: [String], sentence: String) throws {
        #expect(try run(arguments) == failure(64, sentence))
    }

    @Test("help and version are printed") func help() throws {
        for word in ["help", "--help", "-h"] {
            let end = try run([word])
            #expect(end.status == 0)
            #expect(end.output.hasPrefix("till-gateway: the test host"))
            #expect(end.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        }
        #expect(try run(["version"]).output == "till-gateway 0.1\n")
    }

    @Test("an address that is not here is told") func address() throws {
        #expect(
            try run(["--bind", "bank.example"])
                == failure(69, "bank.example is no address of this machine. Use 127.0.0.1."))
        #expect(
            try run(["--bind", "192.0.2.1", "--port", "0"])
                == failure(69, "Port 0 of 192.0.2.1 cannot be used: Cannot assign requested address."))
    }

    @Test("a port that is taken is told") func portTaken() throws {
        let first = try GatewayProgram()
        #expect(
            try run(["--port", "\(first.address.port)"])
                == failure(69, "Port \(first.address.port) of 127.0.0.1 cannot be used: Address already in use."))
        #expect(try first.end().status == 0)
    }

    @Test("it listens at IPv6 too") func ipv6() throws {
        let process = try ChildProcess(PtyProgram.built("till-gateway"), ["--bind", "::1", "--port", "0"])
        let line = try process.firstLine()
        process.signal(SIGTERM)
        let end = try process.waitForEnd()
        // A machine without IPv6 says so.
        guard let line else {
            #expect(end.status == 69)
            return
        }
        #expect(line.hasPrefix("till-gateway listens at http://[::1]:"))
    }

    @Test("a secret that others can read is not used, and none is shown") func secrets() throws {
        let folder = try ScratchFolder()
        let open = try folder.write("tell-nobody\n", to: "open", mode: 0o640)
        let chmod = "so it is not used. Do: chmod 600 \(open)"
        #expect(try run(["--api-key-file", open]) == failure(69, "Others can read the API key in \(open), \(chmod)"))
        #expect(
            try run(["--shared-secret-file", open])
                == failure(69, "Others can read the shared secret in \(open), \(chmod)"))
        #expect(
            try run(["--certificate", open, "--key", open])
                == failure(69, "Others can read the certificate's key in \(open), \(chmod)"))
        #expect(
            try run([], environment: ["TILL_GATEWAY_API_KEY_FILE": open])
                == failure(69, "Others can read the API key in \(open), \(chmod)"))
        #expect(
            try run([], environment: ["TILL_SHARED_SECRET_FILE": open])
                == failure(69, "Others can read the shared secret in \(open), \(chmod)"))
        let words = try folder.write("tell nobody", to: "words")
        #expect(
            try run(["--api-key-file", words])
                == failure(69, "The API key in \(words) is not one word. Write it alone into the file."))
        #expect(
            try run(["--api-key-file", folder.path])
                == failure(69, "\(folder.path) is no file. Name a file with the API key."))
        #expect(
            try run(["--api-key-file", folder.path + "/none"])
                == failure(69, "The API key in \(folder.path)/none cannot be read: No such file or directory."))
    }

    @Test("a key and a certificate that are none are told") func badCertificate() throws {
        let folder = try ScratchFolder()
        let good = try TestCertificate(.good, in: folder)
        let nonsense = try folder.write("nonsense", to: "nonsense.pem")
        #expect(
            try run(["--port", "0", "--certificate", nonsense, "--key", good.key])
                == failure(69, "Key and certificate cannot be used: give both in PEM, of a pair."))
    }

    @Test("a file that is none of its books is refused and left alone") func foreignBooks() throws {
        let folder = try ScratchFolder()
        let file = try folder.write("These are no books, and long enough to be looked at as some.", to: "notes.txt")
        #expect(
            try run(["--port", "0", "--books", file])
                == failure(69, "The books in \(file) cannot be used: file is not a database."))
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("These are no books"))
    }

    @Test("what was decided is in the books when the program is killed before it answers") func killed() throws {
        let folder = try ScratchFolder()
        let first = Bank(try GatewayProgram(books: "books.sqlite", folder: folder))
        try #require(first.program).fault("kind=drop-after")
        #expect(try first.ask(Bank.request(.sale, "A", 1250)) == .failed)
        #expect(try #require(first.program).end(SIGKILL).status == -SIGKILL)
        let second = Bank(try GatewayProgram(books: "books.sqlite", folder: folder))
        #expect(try second.decide(.sale, "A", 1250).authorisationCode == "005354")
        #expect(try second.decide(.saleReversal, "B", 1250, of: "A").result == .approved)
        #expect(try #require(second.program).batches() == "[]\n")
        #expect(try #require(second.program).end().status == 0)
        var status = stat()
        #expect(stat("\(folder.path)/books.sqlite", &status) == 0)
        #expect(status.st_mode & 0o077 == 0)
    }

    @Test("a signal ends it at once, whoever waits for an answer", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: Int32) throws {
        let bank = try Bank(.http)
        let program = try #require(bank.program)
        let answers = EventLog<Bool>()
        try program.fault("kind=silent-after")
        let request = Bank.request(.sale, "A", 1250)
        let exchange = HostExchange(
            id: 1, host: bank.name, port: bank.port, timeout: 600, request: request.http(host: bank.name))
        _ = bank.gateway.perform(exchange) { answers.append($0 == .failed) }
        try program.waitForLog("till-gateway: sale 1250 in 826: approved\n")
        let end = try program.end(number)
        #expect(end.status == 0)
        #expect(answers.wait { $0.first } == true)
    }

    @Test("without a key the feed, the batches and the faults are off") func noKey() throws {
        let process = try ChildProcess(PtyProgram.built("till-gateway"), ["--port", "0"])
        let line = try #require(try process.firstLine())
        let url = try #require(line.split(separator: " ").last)
        for path in ["/test/faults", "/test/batches", "/sdk/financial/v1/transactions?terminal=1&from=0&to=1"] {
            let end = try ChildProcess("/usr/bin/curl", ["-q", "-sS", "-w", "%{http_code}", url + path]).waitForEnd()
            #expect(end.output == "No API key is set up, so this is off. See till-gateway help.\n403")
        }
        process.signal(SIGTERM)
        #expect(try process.waitForEnd().status == 0)
    }
}
