import FoundationEssentials
import HeftWire
import ReaderSimulator
import Testing

@Suite("The test host's tip service") struct TipAdjustmentTests {
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"

    /// A host that has taken 12.50 for the sale `A`.
    private func host() -> TestHost {
        var host = TestHost()
        var request = HostRequest(kind: .sale, batch: 1, date: Bench.start, terminal: "1")
        request.id = "A"
        request.amountMinor = 1250
        request.currency = 826
        _ = host.decide(request)
        return host
    }

    private func body(_ id: String = "A", tip: String = "250") -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <tipadjustment>
            \t<originalGuid>\(id)</originalGuid>
            \t<tipAmount>\(tip)</tipAmount>
            \t<timestamp>2016-11-01T15:50:16.000Z</timestamp>
            </tipadjustment>
            """.utf8)
    }

    private func signature(of body: [UInt8], secret: String = secret) -> String {
        Data(HMACSHA256.code(key: Array(secret.utf8), message: body)).base64EncodedString()
    }

    private func send(_ body: [UInt8], to host: inout TestHost) -> Int {
        host.adjustTip(body: body, signature: signature(of: body), secret: Self.secret)
    }

    @Test("a second adjustment replaces the first") func replaces() {
        var host = host()
        for tip in ["250", "300", "0"] {
            let code = send(body(tip: tip), to: &host)
            #expect(code == 200)
            #expect(host.transaction("A")?.adjustedTipMinor == UInt32(tip))
        }
    }

    @Test("what was not signed with the secret changes nothing", arguments: ["", "AAAA", "no base64!"])
    func signature(text: String) {
        var host = host()
        let before = host
        let code = host.adjustTip(body: body(), signature: text, secret: Self.secret)
        #expect(code == 401)
        #expect(host == before)
        let other = host.adjustTip(
            body: body(), signature: signature(of: body(), secret: Self.secret.replacing("0", with: "1")),
            secret: Self.secret)
        #expect(other == 401)
    }

    @Test("an unknown sale is refused, and what cannot be read is no request") func refused() {
        var host = host()
        let before = host
        for (body, expected) in [
            (body("B"), 403), (body(""), 400), (body(tip: "-1"), 400), (body(tip: "1.5"), 400),
            (Array("<x/>".utf8), 400),
            ([], 400),
        ] {
            let code = send(body, to: &host)
            #expect(code == expected)
        }
        #expect(host == before)
    }
}
