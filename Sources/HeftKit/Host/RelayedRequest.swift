/// A reader's HTTP request, taken apart to be sent by the till. Source: `ReaderProtocol.md` §6.
struct RelayedRequest: Equatable {
    /// The longest request line and header lines together, in bytes.
    private static let longestHead = 16_384
    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// What the till says itself, and what is of the connection or of the answer's form: that is between till and host.
    private static let ownFields: Set = [
        "accept", "content-type", "host", "connection", "content-length", "accept-language", "accept-encoding",
        "transfer-encoding", "expect", "te", "trailer", "upgrade", "keep-alive", "proxy-connection",
        "proxy-authorization",
    ]

    /// Path and query.
    var target: String
    /// The request's own header fields that go on to the host.
    var fields: [HTTPRequest.Field]
    var body: [UInt8]

    /// Nil for what is no HTTP/1 request for a path, or holds a character that could begin another line of it.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: RelayedRequest.emptyLine), end.lowerBound <= RelayedRequest.longestHead,
            let lines = RelayedRequest.lines(bytes[..<end.lowerBound]), let first = lines.first,
            let target = RelayedRequest.target(first)
        else { return nil }
        self.target = target
        fields = []
        for line in lines.dropFirst() {
            guard let field = RelayedRequest.field(line) else { return nil }
            if !RelayedRequest.ownFields.contains(field.name.lowercased()) { fields.append(field) }
        }
        body = Array(bytes[end.upperBound...])
    }

    private static func lines(_ head: ArraySlice<UInt8>) -> [Substring]? {
        guard head.allSatisfy({ $0 == 0x0D || $0 == 0x0A || $0 == 0x09 || (0x20...0x7E).contains($0) }) else {
            return nil
        }
        // The pair is one character; a part of it that stands alone is found below.
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return lines.allSatisfy { !$0.contains("\r") && !$0.contains("\n") } ? lines : nil
    }

    private static func target(_ line: Substring) -> String? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
            !words[1].contains("#"), !words[1].contains("\t")
        else { return nil }
        return String(words[1])
    }

    private static func field(_ line: Substring) -> HTTPRequest.Field? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon]
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return HTTPRequest.Field(name: String(name), value: String(value))
    }

    /// Source: RFC 9110, token.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
