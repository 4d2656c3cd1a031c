import Testing

@testable import Pictures

@Suite("What a reader sends as a signature") struct SignatureContentTests {
    /// `%PNG` and zeros: long enough for no one to take it for a word.
    private static let file: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 60)
    private static let text = "iVBORw0KGgo" + String(repeating: "A", count: 80)

    @Test("an address is by https, and nothing but an address") func address() {
        #expect(SignatureContent(" https://host/a.png\n") == .address("https://host/a.png"))
        #expect(SignatureContent("HTTPS://host/a.png?x=1") == .address("HTTPS://host/a.png?x=1"))
        #expect(SignatureContent("http://host/a.png") == .refused(.scheme("http")))
        #expect(SignatureContent("file:///etc/passwd") == .refused(.scheme("file")))
        #expect(SignatureContent("see https://host/a.png") == .receipt("see https://host/a.png"))
        let long = "https://" + String(repeating: "a", count: SignatureContent.addressBytesMax)
        #expect(SignatureContent(long) != .address(long))
    }

    @Test(
        "a picture in base64 comes with breaks, without padding, in either alphabet or as a data address",
        arguments: [
            text + "=", text, "\n " + text, String(text.prefix(40)) + "\r\n" + String(text.dropFirst(40)) + "\n",
            "data:image/png;base64," + text, "DATA:;base64,\n" + text,
        ])
    func file(text: String) {
        #expect(SignatureContent(text) == .file(Self.file))
    }

    @Test(
        "anything else is a receipt",
        arguments: ["", "<html><p>SIGN</p></html>", "SIGN HERE", "SIGNATUR", "TOTAL 5.00\nSIGN", "<img src=https://x>"])
    func receipt(text: String) {
        #expect(SignatureContent(text) == .receipt(text))
    }

    @Test("a picture that is too long or no base64 is refused for what it is") func refused() {
        let long = String(repeating: "A", count: Base64Text.charactersMax + 1)
        #expect(
            SignatureContent(long)
                == .refused(.text(.tooManyBytes(long.count, limit: Base64Text.charactersMax))))
        #expect(SignatureContent("data:image/png;base64,%%%") == .refused(.text(.notBase64)))
        #expect(SignatureContent("data:image/png;base64,") == .refused(.text(.empty)))
        #expect(SignatureContent("data:image/png") == .refused(.text(.notBase64)))
    }

    @Test(
        "base64 is read to the byte",
        arguments: [
            ("TQ", "M"), ("TQ==", "M"), ("TWE=", "Ma"), ("TWFu", "Man"), ("T W\tF\nu", "Man"), ("TWFuTQ", "ManM"),
        ])
    func bytes(text: String, expected: String) throws {
        #expect(try Base64Text.bytes(of: text) == Array(expected.utf8))
    }

    @Test("both alphabets mean the same") func alphabets() throws {
        #expect(try Base64Text.bytes(of: "+/+/") == [0xFB, 0xFF, 0xBF])
        #expect(try Base64Text.bytes(of: "-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test("text that cannot be base64 is refused", arguments: ["T", "TWFuT", "TW=u", "T.Q=", "é"])
    func notBase64(text: String) {
        #expect(throws: PictureError.notBase64) { try Base64Text.bytes(of: text) }
    }
}
