/// An e-mail message with the same words as plain text and as HTML, in the bytes that a `sendmail` reads (RFC 5322, 2045
/// and 2047).
///
/// Every header is one of ours: what stands in an address or a subject can neither end a header nor begin one. Both texts
/// are base64, so no line of theirs means anything to a mail program.
package struct MailMessage: Equatable, Sendable {
    /// Whom it goes to: an address that has been checked.
    package var recipient: String
    package var subject: String
    package var text: String
    package var html: String

    /// What separates the parts. It stands in no part: `=` and `_` do not meet in base64.
    private static let boundary = "=_till_receipt_="
    /// The longest line of base64, and how many bytes of text an encoded word of a header holds.
    private static let base64LineMax = 76
    private static let encodedWordBytesMax = 45

    package init(to recipient: String, subject: String, text: String, html: String) {
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.html = html
    }

    package var bytes: [UInt8] {
        let lines =
            [
                "To: \(MailMessage.address(recipient))", "Subject: \(MailMessage.encoded(subject))",
                "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
                "Content-Type: multipart/alternative; boundary=\"\(MailMessage.boundary)\"", "",
            ] + MailMessage.part("text/plain", text) + MailMessage.part("text/html", html)
            + ["--\(MailMessage.boundary)--", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func part(_ type: String, _ text: String) -> [String] {
        let encoded = base64(Array(text.utf8))
        var lines: [String] = []
        var rest = encoded[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(base64LineMax)))
            rest = rest.dropFirst(base64LineMax)
        }
        return [
            "--\(boundary)", "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ] + lines + [""]
    }

    /// Without control characters and spaces, whoever checked it.
    private static func address(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }))
    }

    /// As it is where it is plain ASCII of one line, else as encoded words, each of whole characters.
    private static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.count <= 60
        if isPlain, !text.contains("=?") { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > encodedWordBytesMax { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(base64($0))?=" }.joined(separator: "\n ")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let second = rest.popFirst()
            let third = rest.popFirst()
            let group = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
            text.append(digits[Int(group >> 18 & 63)])
            text.append(digits[Int(group >> 12 & 63)])
            text.append(second == nil ? UInt8(ascii: "=") : digits[Int(group >> 6 & 63)])
            text.append(third == nil ? UInt8(ascii: "=") : digits[Int(group & 63)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
