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
}
