/// A request that has come as a whole.
struct WebRequest: Equatable, Sendable {
    var method: String
    /// Without the query, percent signs resolved.
    var path: String
    /// The last of each name.
    var query: [String: String] = [:]
    /// By name in lower case, the last of each.
    var fields: [String: String] = [:]
    var body: [UInt8] = []
}

/// An answer.
struct WebReply: Equatable, Sendable {
    var code: Int
    var contentType = "text/plain; charset=utf-8"
    var body: [UInt8] = []
    /// For a redirect.
    var location: String?

    /// A sentence for whoever tries it by hand.
    init(_ code: Int, _ sentence: String) {
        self.code = code
        body = Array((sentence + "\n").utf8)
    }

    init(_ code: Int, contentType: String, body: [UInt8]) {
        self.code = code
        self.contentType = contentType
        self.body = body
    }
}

/// What a client gets to see of an answer, after a while perhaps.
struct WebAnswer: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case whole(WebReply)
        /// All of the head and half of the body, then the connection ends.
        case truncated(WebReply)
        /// The connection ends without a byte.
        case dropped
        /// Nothing comes, for as long as the client waits.
        case silent
    }

    var form: Form
    var delay: Duration = .zero

    init(_ form: Form, after delay: Duration = .zero) {
        self.form = form
        self.delay = delay
    }
}
