import SeededRandom
import Testing

@testable import HeftKit

/// What comes from a reader or over the network is read or refused, whatever it is.
@Suite("Hostile bytes") struct HostileBytesTests {
    private static let request = Array(
        "POST /pay?a=b HTTP/1.1\r\nHost: bank.example\r\nX-A: 1\r\nX-B:2\r\nContent-Length: 4\r\n\r\nbody".utf8)
    private static let page = Array(
        """
        {"transactions":[{"transactionID":"A","type":"SALE","amount":1250,"currency":826,"result":"AUTHORISED","at":1,
        "reversed":false}],"next":"1","complete":true}
        """.utf8)

    /// The bytes with some changed, taken away and put in.
    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        let nasty: [UInt8] = [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x23, 0x3A, 0x5C, 0x7B, 0x7D, 0x80, 0xFF]
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = nasty.randomElement(using: &random) ?? 0
            case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.insert(nasty.randomElement(using: &random) ?? 0, at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
            }
        }
        return bytes
    }

    @Test("a reader's request never becomes two requests or two headers", arguments: [1, 2, 3] as [UInt64])
    func requests(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var read = 0
        for _ in 0..<4000 {
            guard let relayed = RelayedRequest(mutated(Self.request, &random)) else { continue }
            read += 1
            #expect(relayed.target.hasPrefix("/"))
            #expect(relayed.target.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 })
            for field in relayed.fields {
                #expect(field.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A })
                #expect(field.value.utf8.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) })
            }
        }
        #expect(read > 100, "the test looks at too little")
    }

    @Test("a request that is cut anywhere in its head is none, and in its body is another") func cut() {
        let head = Self.request.count - 4
        for length in 0..<head { #expect(RelayedRequest(Array(Self.request.prefix(length))) == nil) }
        for length in head...Self.request.count {
            #expect(RelayedRequest(Array(Self.request.prefix(length)))?.body.count == length - head)
        }
    }

    @Test("a head that is too long is none") func longHead() {
        let long = Array("POST / HTTP/1.1\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n".utf8)
        #expect(RelayedRequest(long) == nil)
        let body = Array("POST / HTTP/1.1\r\n\r\n\(String(repeating: "x", count: 20_000))".utf8)
        #expect(RelayedRequest(body)?.body.count == 20_000)
    }

    @Test("a page of the feed is read or refused", arguments: [1, 2, 3] as [UInt64])
    func pages(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var read = 0
        for _ in 0..<2000 {
            guard let page = FeedPage(mutated(Self.page, &random)) else { continue }
            read += 1
            #expect(page.transactions.allSatisfy { !$0.transactionID.isEmpty && $0.amount >= 0 })
        }
        #expect(read > 20, "the test looks at too little")
        #expect(FeedPage(Array(repeating: 0x5B, count: 100_000)) == nil)
    }

    @Test(
        "a time is that of the calendar",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] as [(String, Int64)])
    func dates(text: String, seconds: Int64) {
        #expect(HTTPDate.milliseconds(text) == seconds * 1000)
    }

    @Test(
        "what is no such time is none",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
        ])
    func noDates(text: String) {
        #expect(HTTPDate.milliseconds(text) == nil)
    }
}
