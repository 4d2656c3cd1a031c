import ChargeURL
import Testing

@Suite("A return address") struct ReturnAddressTests {
    private static let addresses = [
        "app://", "app://done", "app://done/", "app:done", "app://done?", "app://done?x", "app:", "a+b-c.d:?#",
        "https://pos.example.test/#/paid", "https://pos.example.test/?a=1#",
        "HTTPS://POS.Example.Test:8443/A%2fb/?c=%7E&d=+",
        "fmp://$/Till.fmp12?script=Card%20Done&param=77", "fmp://~/Till.fmp12?script=Done&$x=1",
        "app://x?b=2&a=1&&b=3&c&=d&e=%41%c3%A9&f=a%0Cb".replacing("%0C", with: "%20"),
        "app://x?q=\"<>\\^`{|}~!'()*;:@,[]", "x-app://a;b$(touch%20/tmp/pwned)",
        "app://x?ifcc_request_nonce=abc&ifcc_other=1&amount=2", "fm1+user://h",
    ]

    @Test("keeps its bytes, also through a request", arguments: addresses) func bytes(text: String) throws {
        #expect(try ReturnAddress(text).text == text)
        let request = try ChargeRequest(Charge.url(.returnURL, text, and: "&amount=1"))
        #expect(request.returnAddress?.text == text)
        #expect(request.returnAddress == (try ReturnAddress(text)))
        #expect(request.returnAddress != (try ReturnAddress(text, usesFileMakerForm: true)))
    }

    private static let refused: [(String, ReturnAddressError)] = [
        ("action", .malformed(.noScheme)), ("//host/path", .malformed(.noScheme)), (":x", .malformed(.noScheme)),
        ("%61pp://x", .malformed(.noScheme)), ("-rf", .malformed(.noScheme)), ("9app:x", .malformed(.noScheme)),
        ("file:///etc/passwd", .refusedScheme("file")), ("FiLe:x", .refusedScheme("file")),
        ("javascript:alert(1)", .refusedScheme("javascript")),
        ("JAVASCRIPT://%0aalert(1)", .refusedScheme("javascript")),
        ("data:text/html,x", .refusedScheme("data")),
        ("com-innerfence-ccterminal://charge/1.0.0/?amount=9", .refusedScheme("com-innerfence-ccterminal")),
        ("app://x\r\ny", .controlCharacter), ("app://x\u{0}", .controlCharacter),
        ("app://x\u{1B}[2J", .controlCharacter),
        ("app://x\u{7F}", .controlCharacter), ("app://x\u{85}", .controlCharacter),
        ("app://x?a=%0d%0aSet-Cookie:b", .controlCharacter), ("app://x?a=%0A", .controlCharacter),
        ("app://x/%00", .controlCharacter), ("app://x#%1b", .controlCharacter), ("app://x?%7F=1", .controlCharacter),
        ("app://x?a=%C2%85", .controlCharacter),
        ("app://x y", .malformed(.unencodedByte(position: 8))), (" app://x", .malformed(.unencodedByte(position: 1))),
        ("app://é", .malformed(.unencodedByte(position: 7))),
        ("app://x?a=100%", .badPercentEncoding), ("app://x/%zz", .badPercentEncoding),
        ("app://%4", .badPercentEncoding),
        ("app://x?ifcc_responseType=approved", .reservedName("ifcc_responseType")),
        ("app://x?a=1&%69fcc_amount=1", .reservedName("ifcc_amount")),
        ("app://x?$ifcc_errorMessage", .reservedName("$ifcc_errorMessage")),
    ]

    @Test("is refused when it cannot be opened safely", arguments: refused)
    func refusal(text: String, error: ReturnAddressError) {
        #expect(throws: error) { try ReturnAddress(text) }
        #expect(throws: ChargeRequestError.returnURL(error)) {
            try ChargeRequest(Charge.url(.returnURL, text, and: "&amount=1"))
        }
    }

    @Test("is as long as a request at most") func length() throws {
        let text = "app:" + String(repeating: "x", count: 65532)
        #expect(try ReturnAddress(text).text.utf8.count == 65536)
        #expect(throws: ReturnAddressError.malformed(.tooLong(bytesMax: 65536))) { try ReturnAddress(text + "x") }
    }

    @Test(
        "shows a person where the answer goes",
        arguments: [
            ("https://shop.example/a?b#c", "https://shop.example"), ("com-your-app://action/", "com-your-app://action"),
            ("HTTPS://Shop.example:8443", "https://Shop.example:8443"), ("app:done?x", "app:"), ("app://", "app://"),
            ("https://bank.example@shop.example/", "https://shop.example"),
            ("https://a@b@c.example", "https://c.example"),
            ("fmp://$/Till.fmp12", "fmp://$"), ("https:///x", "https://"),
        ])
    func origin(text: String, origin: String) throws {
        #expect(try ReturnAddress(text).origin == origin)
    }
}
