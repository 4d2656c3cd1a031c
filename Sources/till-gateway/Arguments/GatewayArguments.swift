/// What the command line asks for.
enum GatewayInvocation: Equatable {
    case serve(GatewayArguments)
    case help
    case version

    /// - Parameters:
    ///   - words: without the program's name.
    ///   - environment: the variables that name files.
    /// - Throws: ``GatewayFailure/usage(_:)``.
    init(_ words: [String], environment: [String: String]) throws(GatewayFailure) {
        switch words.first {
        case "help", "--help", "-h": self = .help
        case "version", "--version": self = .version
        default: self = .serve(try GatewayArguments(words, environment: environment))
        }
    }
}

/// How the server is to run.
struct GatewayArguments: Equatable {
    var address = "127.0.0.1"
    /// 0 for one that is free.
    var port: UInt16 = 8080
    /// Of a certificate in PEM; nil for HTTP without TLS.
    var certificatePath: String?
    var keyPath: String?
    /// Nil for books that are forgotten.
    var booksPath: String?
    var apiKeyPath: String?
    var sharedSecretPath: String?
    /// How far its clock goes wrong, in seconds; below 0 it is behind.
    var clockAhead: Int64 = 0

    static let apiKeyVariable = "TILL_GATEWAY_API_KEY_FILE"
    static let sharedSecretVariable = "TILL_SHARED_SECRET_FILE"

    init(_ words: [String], environment: [String: String]) throws(GatewayFailure) {
        apiKeyPath = GatewayArguments.path(environment[GatewayArguments.apiKeyVariable])
        sharedSecretPath = GatewayArguments.path(environment[GatewayArguments.sharedSecretVariable])
        var words = words[...]
        var given: Set<String> = []
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            guard GatewayArguments.options.contains(name) else {
                throw .usage(
                    name.hasPrefix("-")
                        ? "\(name) is no option of till-gateway. See till-gateway help."
                        : "till-gateway does not know what to do with \"\(name)\". See till-gateway help.")
            }
            guard given.insert(name).inserted else { throw .usage("\(name) is given twice. Give it once.") }
            guard let value = parts.count > 1 ? parts[1] : words.popFirst(), !value.isEmpty else {
                throw .usage("\(name) needs a value. See till-gateway help.")
            }
            try take(name, value)
        }
        guard (certificatePath == nil) == (keyPath == nil) else {
            throw .usage("--certificate and --key belong together. Give both, or none for HTTP without TLS.")
        }
    }

    private static let options: Set = [
        "--bind", "--port", "--certificate", "--key", "--books", "--api-key-file", "--shared-secret-file",
        "--clock-ahead",
    ]

    /// A year, in seconds.
    private static let clockMax: Int64 = 366 * 86_400

    private static func path(_ value: String?) -> String? { value?.isEmpty == false ? value : nil }

    private mutating func take(_ name: String, _ value: String) throws(GatewayFailure) {
        switch name {
        case "--bind": address = value
        case "--port":
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(value) else {
                throw .usage("--port takes a whole number from 0 to 65535.")
            }
            port = number
        case "--certificate": certificatePath = value
        case "--key": keyPath = value
        case "--books": booksPath = value
        case "--api-key-file": apiKeyPath = value
        case "--clock-ahead":
            guard let seconds = Int64(value), (-GatewayArguments.clockMax...GatewayArguments.clockMax).contains(seconds)
            else { throw .usage("--clock-ahead takes whole seconds, at most a year; below 0 the clock is behind.") }
            clockAhead = seconds
        default: sharedSecretPath = value
        }
    }

    static let help = """
        till-gateway: the test host of a simulated reader as a server; no money moves

          till-gateway                  serve HTTP until Ctrl-C
              --bind ADDRESS            where to listen (127.0.0.1: this machine alone)
              --port N                  0 takes a free one and prints it (8080)
              --certificate FILE.pem    serve HTTPS
              --key FILE.pem            the certificate's key; readable by its owner alone
              --books FILE              keep the books in FILE (without it they are forgotten at the end)
              --api-key-file FILE       the key that the transaction feed, the batches and the faults ask for;
                                        or the file that \(apiKeyVariable) names. Without a key they are off
              --shared-secret-file FILE what tip adjustments are signed with, or the file that
                                        \(sharedSecretVariable) names (the secret of simulated readers)
              --clock-ahead SECONDS     a clock that is wrong, to test with; below 0 it is behind (0)
          till-gateway help | version

        Files with secrets must be readable by their owner alone. Exit status: 0 ended by a signal, 64 wrong usage,
        69 a file, a port or the books cannot be used.

        """
}
