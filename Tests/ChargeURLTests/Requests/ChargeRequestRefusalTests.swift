import ChargeURL
import Money
import SeededRandom
import Testing

@Suite("A charge request is refused") struct ChargeRequestRefusalTests {
    @Test(
        "when it is no charge request of this version",
        arguments: [
            ("", .malformed(.noScheme)), ("amount=1", .malformed(.noScheme)),
            ("://charge/1.0.0/", .malformed(.noScheme)),
            ("1com:x", .malformed(.noScheme)), ("com_innerfence:x", .malformed(.noScheme)),
            ("com-innerfence-ccterminal", .malformed(.noScheme)),
            ("https://charge/1.0.0/?amount=1", .otherScheme("https")),
            ("com-innerfence-ccterminal2://charge/1.0.0/", .otherScheme("com-innerfence-ccterminal2")),
            ("com-innerfence-ccterminal:charge/1.0.0/", .otherPath),
            ("com-innerfence-ccterminal:///charge/1.0.0/", .otherPath),
            ("com-innerfence-ccterminal://refund/1.0.0/", .otherPath),
            ("com-innerfence-ccterminal://x@charge/1.0.0/", .otherPath),
            ("com-innerfence-ccterminal://charge:1/1.0.0/", .otherPath),
            ("com-innerfence-ccterminal://charge", .otherPath), ("com-innerfence-ccterminal://charge/", .otherPath),
            ("com-innerfence-ccterminal://charge/1.0.0", .otherPath),
            ("com-innerfence-ccterminal://charge/1.0.0?amount=1", .otherPath),
            ("com-innerfence-ccterminal://charge/1.0.0/x", .otherPath),
            ("com-innerfence-ccterminal://charge/1.0.0//", .otherPath),
            ("com-innerfence-ccterminal://charge//1.0.0/", .otherPath),
            ("com-innerfence-ccterminal://charge/2.0.0/?amount=1", .otherVersion("2.0.0")),
            ("com-innerfence-ccterminal://charge/2.0.0", .otherVersion("2.0.0")),
            ("com-innerfence-ccterminal://charge/1.0.00/", .otherVersion("1.0.00")),
            ("com-innerfence-ccterminal://charge/1%2E0.0/", .otherVersion("1%2E0.0")),
        ] as [(String, ChargeRequestError)])
    func address(url: String, error: ChargeRequestError) {
        #expect(throws: error) { try ChargeRequest(url) }
        #expect(ChargeRequest.returnAddress(of: url) == nil)
    }

    @Test(
        "for one parameter, which is named",
        arguments: [
            ("amount=", .amount(.empty)), ("amount", .amount(.empty)),
            ("amount=10,99", .amount(.unexpectedCharacter(",", position: 3))),
            ("amount=1.000", .amount(.tooManyDecimals(text: "1.000", count: 3, currency: .usd))),
            ("amount=1.00&currency=JPY", .amount(.tooManyDecimals(text: "1.00", count: 2, currency: .jpy))),
            ("amount=1,234.56", .amount(.unexpectedCharacter(",", position: 2))),
            ("amount=-1", .amount(.unexpectedCharacter("-", position: 1))),
            ("amount=+1", .amount(.unexpectedCharacter("+", position: 1))),
            ("amount=%201", .amount(.unexpectedCharacter(" ", position: 1))),
            ("amount=1e3", .amount(.unexpectedCharacter("e", position: 2))),
            ("amount=.5", .amount(.noDigitBefore(separator: "."))),
            ("amount=5.", .amount(.noDigitAfter(separator: "."))),
            ("amount=1.2.3", .amount(.secondSeparator(".", position: 4))),
            ("amount=%D9%A3", .amount(.unexpectedCharacter("٣", position: 1))),
            ("amount=%24%31", .amount(.unexpectedCharacter("$", position: 1))),
            ("amount=1%0A", .amount(.unexpectedCharacter("\n", position: 2))),
            ("amount=1%00", .amount(.unexpectedCharacter("\0", position: 2))),
            ("amount=1000000000000000", .amountTooLong(digitsMax: 15)),
            ("amount=0000000000000001", .amountTooLong(digitsMax: 15)),
            ("amount=12345678901234.56", .amountTooLong(digitsMax: 15)),
            ("amount=99999999999999999999", .amount(.tooLarge(text: "99999999999999999999"))),
            ("amount=1&amount=1", .repeated(.amount)), ("amount=1&%61mount=2", .repeated(.amount)),
            ("email=a%40b.example&email=", .repeated(.email)), ("fm=1&fm=1", .repeated(.fileMaker)),
            ("returnURL=a:b&returnURL=a:b", .repeated(.returnURL)),
            ("amountFixed=1", .fixedWithoutAmount),
            ("currency=ZZZ", .unknownCurrency), ("currency=", .unknownCurrency), ("currency=US", .unknownCurrency),
            ("currency=USDX", .unknownCurrency), ("currency=XXX", .unknownCurrency),
            ("currency=0840", .unknownCurrency),
            ("currency=%E2%84%AAWD", .unknownCurrency), ("currency=%24", .unknownCurrency),
            ("taxRate=", .taxRate(.empty)), ("taxRate=100", .taxRateTooHigh), ("taxRate=100.000", .taxRateTooHigh),
            ("taxRate=-1", .taxRate(.unexpectedCharacter("-", position: 1))),
            ("taxRate=8.1255", .taxRate(.tooManyPercentageDecimals(text: "8.1255", count: 4))),
            ("taxRate=8,5", .taxRate(.unexpectedCharacter(",", position: 2))),
            ("taxRate=8.5%25", .taxRate(.unexpectedCharacter("%", position: 4))),
            ("taxRate=Default", .taxRate(.unexpectedCharacter("D", position: 1))),
            ("description=%zz", .badPercentEncoding(parameter: "description")),
            ("description=100%", .badPercentEncoding(parameter: "description")),
            ("description=%2", .badPercentEncoding(parameter: "description")),
            ("description=%+1", .badPercentEncoding(parameter: "description")),
            ("%zz=1", .badPercentEncoding(parameter: "%zz")), ("other=%zz", .badPercentEncoding(parameter: "other")),
            ("description=caf%E9", .notUTF8(.description)), ("zip=%C0%AF", .notUTF8(.zip)),
            ("zip=%ED%A0%80", .notUTF8(.zip)), ("amount=%FF", .notUTF8(.amount)),
            ("amount=1#paid", .fragment), ("returnURL=app://x/#/paid&amountFixed=1", .fragment),
            ("returnURL=action", .returnURL(.malformed(.noScheme))),
            ("returnURL=javascript%3Aalert(1)", .returnURL(.refusedScheme("javascript"))),
            ("returnURL=FILE%3A%2F%2F%2Fetc%2Fpasswd", .returnURL(.refusedScheme("file"))),
        ] as [(String, ChargeRequestError)])
    func parameter(query: String, error: ChargeRequestError) {
        #expect(throws: error) { try ChargeRequest(Charge.base + "?" + query) }
    }

    @Test(
        "when a byte is not encoded that must be",
        arguments: [" ", "\n", "\u{0}", "\u{1B}", "\u{7F}", "é", "\u{202E}", "💳"])
    func unencoded(text: String) {
        let url = Charge.base + "?description="
        #expect(throws: ChargeRequestError.malformed(.unencodedByte(position: url.utf8.count + 1))) {
            try ChargeRequest(url + text)
        }
    }

    @Test("for an e-mail address that is too long, since shortened it would be another") func longEmail() throws {
        let address = { (count: Int) in
            let label = String(repeating: "b", count: 60) + "."
            let domain = "a@" + String(repeating: label, count: 4)
            return domain + String(repeating: "c", count: count - domain.count)
        }
        #expect(try ChargeRequest(Charge.url(.email, address(255))).email == address(255))
        #expect(throws: ChargeRequestError.emailTooLong(scalarsMax: 255)) {
            try ChargeRequest(Charge.url(.email, address(256)))
        }
    }

    @Test(
        "for an e-mail address that is none",
        arguments: [
            "john", "john@", "@example.com", "john@example", "john@@example.com", "a@b@example.com", "john@.com",
            "john@example..com", "john@example.com.", ".john@example.com", "john.@example.com", "jo..hn@example.com",
            "jo hn@example.com", "john@exam ple.com", "john@-example.com", "john@example-.com", "john@exa_mple.com",
            "john@example.com\r\nBcc: x@example.com", "john\u{0}@example.com", "\"j\"@example.com",
            "<john@example.com>",
            "john@example.com,a@b.example", "john@[1.2.3.4]", String(repeating: "j", count: 65) + "@example.com",
            "j@" + String(repeating: "e", count: 64) + ".com",
        ])
    func email(text: String) {
        #expect(throws: ChargeRequestError.email) { try ChargeRequest(Charge.url(.email, text)) }
    }

    @Test(
        "and not for an e-mail address that is one",
        arguments: [
            "john@example.com", "j@e.co", "john.smith+till=2@mail.example.co.uk", "o'neill@example.com",
            "jón@þór.example", "1@2.example", "a@xn--bcher-kva.example", "पता@उदाहरण.example",
        ])
    func goodEmail(text: String) throws {
        #expect(try ChargeRequest(Charge.url(.email, text)).email == text)
    }

    @Test("and its caller can be told where it said so") func answer() throws {
        let plain = try #require(ChargeRequest.returnAddress(of: Charge.base + "?amount=10,99&returnURL=app%3A%2F%2Fx"))
        #expect(ChargeResponse(.error, to: plain).url == "app://x?ifcc_responseType=error")
        let form = try #require(
            ChargeRequest.returnAddress(of: Charge.base + "?x=%zz&zip=%FF&fm=1&amount=1&amount=2&returnURL=app%3Ax"))
        #expect(ChargeResponse(.error, to: form).url == "app:x?$ifcc_responseType=error")
    }

    @Test(
        "and nobody is told where nobody, or more than one, is named",
        arguments: [
            "", "?returnURL=", "?amount=x", "?returnURL=a:b&returnURL=c:d", "?returnURL=a:b&fm=1&fm=0",
            "?returnURL=%zz",
            "?returnURL=data:x", "?returnURL=a:%FF", "?returnURL=a:b#c",
        ])
    func noAnswer(query: String) {
        #expect(ChargeRequest.returnAddress(of: Charge.base + query) == nil)
    }

    @Test("whatever bytes it has, without a trap") func fuzz() {
        var random = SplitMix64(seed: 7)
        let seed = Array(
            (Charge.base + "?amount=10.99&taxRate=8.5&fm=1&email=a%40b.example&returnURL=fmp%3A%2F%2F%24%2FT%3Fa%3Db#x")
                .utf8)
        let marks = Array("%&=?#:/+.0ifcc_$\u{0}\u{FF}".utf8)
        var read = 0
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = marks.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: index)
                default: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
                }
            }
            let url = String(decoding: bytes, as: UTF8.self)
            if (try? ChargeRequest(url)) != nil { read += 1 }
            _ = ChargeRequest.returnAddress(of: url)
        }
        #expect((1..<20_000).contains(read))
    }
}
