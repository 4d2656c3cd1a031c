import FoundationEssentials
import Testing

@testable import Receipts

@Suite("An e-mail message") struct MailMessageTests {
    private func text(_ message: MailMessage) -> String { String(decoding: message.bytes, as: UTF8.self) }

    private func parts(_ message: MailMessage) -> [String] {
        text(message).split(separator: "--=_till_receipt_=", omittingEmptySubsequences: false).map(String.init)
    }

    private func decoded(_ part: String) -> String? {
        guard let body = part.firstRange(of: "\n\n")?.upperBound else { return nil }
        return Data(base64Encoded: part[body...].filter { $0 != "\n" }).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("it has the words as text and as HTML, each whole") func parts() {
        let plain = String(repeating: "Größe ☕ 4,20\n", count: 50)
        let message = MailMessage(to: "ann@example.com", subject: "Receipt", text: plain, html: "<b>\(plain)</b>")
        let parts = parts(message)
        #expect(parts.count == 4)
        #expect(parts[1].contains("Content-Type: text/plain; charset=utf-8"))
        #expect(decoded(parts[1]) == plain)
        #expect(parts[2].contains("Content-Type: text/html; charset=utf-8"))
        #expect(decoded(parts[2]) == "<b>\(plain)</b>")
        #expect(parts[3] == "--\n")
        #expect(text(message).split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
    }

    @Test("text of every length is encoded as it is", arguments: 0..<10) func lengths(count: Int) {
        let plain = String(repeating: "x", count: count)
        #expect(decoded(parts(MailMessage(to: "a@b.example", subject: "", text: plain, html: ""))[1]) == plain)
    }

    @Test(
        "no address and no subject begins a header of its own",
        arguments: ["x\nBcc: thief@example.com", "x\r\n\r\nbody", "x\u{0}y", "x\u{2028}y"])
    func injection(hostile: String) throws {
        let text = text(MailMessage(to: hostile, subject: hostile, text: "", html: ""))
        let end = try #require(text.firstRange(of: "\n\n")).lowerBound
        let names = text[..<end].split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(names == ["To", "Subject", "MIME-Version", "Auto-Submitted", "Content-Type"])
    }

    @Test("a subject that is not plain is written in encoded words of whole characters") func subject() {
        let subject = "Quittung über 12,50 € — " + String(repeating: "ß", count: 60)
        let header = text(MailMessage(to: "a@b.example", subject: subject, text: "", html: ""))
        let words = header.split(separator: "\n").compactMap { line -> String? in
            guard let start = line.firstRange(of: "=?utf-8?B?")?.upperBound, line.hasSuffix("?=") else { return nil }
            return Data(base64Encoded: String(line[start...].dropLast(2))).flatMap {
                String(bytes: $0, encoding: .utf8)
            }
        }
        #expect(words.count > 1)
        #expect(words.joined() == subject)
    }
}
