/// One request, ready to be sent.
struct HTTPRequest: Sendable {
    enum Method: Sendable {
        case get
        case post([UInt8])
    }

    struct Field: Equatable, Sendable {
        var name: String
        /// Without line ends.
        var value: String
    }

    var address: HostAddress
    /// Path and query; it begins with a slash and holds printable ASCII alone.
    var target: String
    var method: Method
    /// `Host`, `Content-Length` and `Connection` are not among them.
    var fields: [Field]
    /// For the whole exchange.
    var timeout: Duration
    /// The longest body of an answer that is taken, in bytes.
    var answerMax: Int
}

/// The answer to a request, whatever its code.
struct HTTPResponse: Equatable, Sendable {
    var code: Int
    /// What stands behind the code, printable ASCII alone; often empty.
    var reason: String
    var fields: [HTTPRequest.Field]
    var body: [UInt8]

    /// The last value of a field; nil where it has none.
    func value(of name: String) -> String? {
        fields.last { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Whether the host sends the caller elsewhere. Nobody goes there.
    var isRedirect: Bool { (300...399).contains(code) }
}

/// Why a request has no answer. Whether the host has it nobody can tell, unless it was never reached.
package enum HTTPFailure: Error, Equatable, Sendable {
    /// The configuration does not allow this host.
    case notAllowed
    /// The request makes no sense.
    case unreadable
    /// There is no such host, or it takes no connection.
    case unreachable(String)
    /// Its certificate is not trusted, or there is no agreement on TLS.
    case untrusted(String)
    case timedOut
    /// The host sends the caller elsewhere.
    case redirected(code: Int)
    /// The answer is longer than allowed.
    case tooLong
    /// The connection ended before the answer was complete, or what came is no HTTP.
    case broken(String)
    case cancelled

    /// What happened, and what to look at, for a person. It says nothing of money.
    package var sentence: String {
        switch self {
        case .notAllowed: "The reader asked for a host that this till may not reach. Check the list of hosts."
        case .unreadable: "The reader's request to its bank makes no sense. Update the reader."
        case .unreachable: "The bank's host cannot be reached. Check the network."
        case .untrusted: "The bank's host cannot be trusted. Check this machine's date and time, and the certificates."
        case .timedOut: "The bank's host did not answer in time. Check the network."
        case .redirected: "The bank's host sends the till elsewhere, where it does not go. Ask the acquirer."
        case .tooLong: "The bank's answer is longer than a reader takes. Ask the acquirer."
        case .broken: "The connection to the bank's host broke off. Check the network."
        case .cancelled: "The exchange with the bank was given up."
        }
    }
}
