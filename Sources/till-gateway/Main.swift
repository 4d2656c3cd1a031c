import Files
import Glibc

/// The program: reads its arguments, opens the books, and serves until a signal ends it.
@main enum Main {
    /// What simulated readers and development tills share. Source: `ReaderProtocol.md` §7.
    private static let developmentSecret = "0102030405060708091011121314151617181920212223242526272829303132"
    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

    static func main() {
        forbidCoreDumps()
        occupyStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        // The books are for nobody else.
        umask(0o077)
        // Before any thread is started, so that all have them blocked and this one alone takes them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in endingSignals { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do throws(GatewayFailure) {
            let invocation = try GatewayInvocation(
                Array(CommandLine.arguments.dropFirst()),
                environment: variables([GatewayArguments.apiKeyVariable, GatewayArguments.sharedSecretVariable]))
            switch invocation {
            case .help: write(GatewayArguments.help, to: STDOUT_FILENO)
            case .version: write("till-gateway 0.1\n", to: STDOUT_FILENO)
            case .serve(let arguments):
                let server = try serve(arguments)
                var received: Int32 = 0
                sigwait(&signals, &received)
                server.stop()
            }
        } catch {
            write("till-gateway: \(printable(error.sentence))\n", to: STDERR_FILENO)
            exit(error.status)
        }
    }

    private static func serve(_ arguments: GatewayArguments) throws(GatewayFailure) -> WebServer {
        let apiKey = try arguments.apiKeyPath.map { (path) throws(GatewayFailure) in
            try SecretFile.secret(path, name: "API key")
        }
        let sharedSecret = try arguments.sharedSecretPath.map { (path) throws(GatewayFailure) in
            try SecretFile.secret(path, name: "shared secret")
        }
        let tls = try tls(arguments)
        let clock = { @Sendable in now() + arguments.clockAhead * 1000 }
        let gateway = Gateway(
            books: try GatewayBooks(path: arguments.booksPath), apiKey: apiKey,
            sharedSecret: sharedSecret ?? Secret(text: developmentSecret), now: clock,
            log: { write("till-gateway: \($0)\n", to: STDERR_FILENO) })
        let listener = try Listener(address: arguments.address, port: arguments.port)
        let server = WebServer(
            answer: { gateway.answer($0) }, garbles: { gateway.garblesConnection() },
            // The library's own is right.
            date: { arguments.clockAhead == 0 ? nil : WebDate.text(millisecondsSince1970: clock()) })
        try server.start(on: listener, tls: tls)
        let name = arguments.address.contains(":") ? "[\(arguments.address)]" : arguments.address
        let scheme = tls == nil ? "http" : "https"
        write("till-gateway listens at \(scheme)://\(name):\(listener.port)\n", to: STDOUT_FILENO)
        return server
    }

    private static func tls(_ arguments: GatewayArguments) throws(GatewayFailure) -> WebServer.TLS? {
        guard let certificatePath = arguments.certificatePath, let keyPath = arguments.keyPath else { return nil }
        return WebServer.TLS(
            key: try SecretFile.text(keyPath, name: "certificate's key", isSecret: true),
            certificate: try SecretFile.text(certificatePath, name: "certificate", isSecret: false))
    }

    /// A connection that got the number of a closed standard stream would be printed into.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// The secrets must not end in a file by accident.
    private static func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    private static func variables(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
    }

    /// Milliseconds since 1970-01-01 00:00:00 UTC.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Arguments stand in sentences, and may hold anything.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isPrintable ? $0 : "\u{FFFD}" }))
    }

    /// Writes all of it; what a reader that went away misses is nothing to worry about.
    private static func write(_ text: String, to descriptor: Int32) {
        try? Descriptor.writeAll(text.utf8, to: descriptor)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
