import SeededRandom
import Testing

@testable import TillJournal

@Suite("Card number mask") struct CardNumberMaskTests {
    @Test(
        "hides all but the last four digits",
        arguments: [
            ("4111111111111111", "************1111"),
            ("PAN=4111111111111111D2512", "PAN=************1111D2512"),
            ("a 4222222222222 b", "a *********2222 b"),
            ("6304000000000000000", "***************0000"),
            ("41111111111111112512101", "*******************2101"),
            ("0004111111111111111", "***************1111"),
            ("4111 1111 1111 1111", "**** **** **** 1111"),
            ("4111-1111-1111-1111.", "****-****-****-1111."),
            ("3782 822463 10005", "**** ****** *0005"),
            ("4111&nbsp;1111&nbsp;1111&nbsp;1111", "****&nbsp;****&nbsp;****&nbsp;1111"),
            ("4111\u{A0}1111\u{A0}1111\u{A0}1111", "****\u{A0}****\u{A0}****\u{A0}1111"),
            ("1234 4111 1111 1111 1111", "1234 **** **** **** 1111"),
            ("é4111111111111111\u{0}5555555555554444🎉", "é************1111\u{0}************4444🎉"),
        ])
    func hides(text: String, masked: String) {
        #expect(CardNumberMask.masked(text) == masked)
        #expect(CardNumberMask.masked(masked) == masked)
    }

    @Test(
        "leaves what is no card number",
        arguments: [
            "", "1234", "411111111111", "AID A0000000031010", "A0000000041010", "T1-000418-K7Q2",
            "2026-11-30 01:30:53", "+44 7911 123456", "4111 1111 1111 1112", "************1111",
            "12345678-1234-1234-1234-123456789012", "0.00 1000 2000 300",
            "ba4d1d19-7181-4590-8227-8b59659429fd", "id ba4d1d19-7181-4590-8227-8b59659429fd.",
        ])
    func leaves(text: String) {
        #expect(CardNumberMask.masked(text) == text)
    }

    @Test("hides a card number beside a GUID, or in what only looks like the groups of one") func besideGUID() {
        let guid = "ba4d1d19-7181-4590-8227-8b59659429fd"
        #expect(CardNumberMask.masked("\(guid) 4111-1111-1111-1111") == "\(guid) ****-****-****-1111")
        #expect(CardNumberMask.masked("a-4111-1111-1111-1111-b") == "a-****-****-****-1111-b")
        #expect(CardNumberMask.masked(String(repeating: "4", count: 60)).hasPrefix("****"))
    }

    @Test("never changes a GUID", arguments: ["0123456789", "01234567890123456789abcdef", "0123456789ABCDEF"])
    func guids(alphabet: String) {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let digits = [8, 4, 4, 4, 12].map { count in
                String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "0" })
            }
            let guid = digits.joined(separator: "-")
            #expect(CardNumberMask.masked(guid) == guid)
        }
    }

    @Test(
        "a shown card number keeps its last four digits only",
        arguments: [("411111******1111", "************1111"), ("1111", "1111"), ("", ""), ("x12 3456", "x** 3456")])
    func lastFour(shown: String, kept: String) {
        #expect(CardNumberMask.lastFour(shown) == kept)
    }

    @Test("a text of any length is kept, cut between characters and masked") func length() {
        let number = "4111111111111111"
        let text = String(repeating: "é", count: KeptText.longest / 2 - 4) + number + String(repeating: "é", count: 20)
        let kept = KeptText.kept(text)
        #expect(kept.utf8.count <= KeptText.longest)
        #expect(kept.hasSuffix("…"))
        #expect(!kept.contains("41111"))
        #expect(KeptText.kept(String(repeating: "x", count: KeptText.longest)).utf8.count == KeptText.longest)
    }
}
