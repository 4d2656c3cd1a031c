import HeftKit
import SeededRandom
import Testing

@Suite("Card data in what is logged") struct CardDataRedactionTests {
    @Test(
        "is hidden but for its last four digits",
        arguments: [
            ("4111111111111111", "************1111"),
            ("card 4111 1111 1111 1111.", "card **** **** **** 1111."),
            ("4111-1111-1111-1111", "****-****-****-1111"),
            ("378282246310005", "***********0005"),
            ("3782 822463 10005", "**** ****** *0005"),
            ("0004111111111111111", "***************1111"),
            ("991234111111111111111199", "********************1199"),
            (";4111111111111111=25121010000012345678?", ";************1111=********************?"),
            ("%B4111111111111111^DOE/JOHN^2512101?", "%B************1111^****************?"),
            ("57 4111111111111111D2512101; 9F27 40", "57 ************************; 9F27 40"),
            ("5A 08 4111111111111111\n95 00", "5A ** ****************\n95 00"),
            ("5A=5413339999999999|4F", "5A=****************|4F"),
            ("9F2701405A084111111111111111950500000080", "9F2701405A08****************950500000080"),
        ])
    func hidden(text: String, logged: String) {
        #expect(CardDataRedaction.redacted(text) == logged)
    }

    @Test(
        "is told from other numbers, which stay",
        arguments: [
            "", "invoice 4111111111111112", "4111 1111 1111 1112", "************1111", "A0000000031010",
            "4F A0000000031010; 9F27 40; 9F36 0001; 95 0000008000; 9B E800", "2026-10-04 14:32:05",
            "d50af540-a1b0-11e6-85e6-07b2a5f091ec", "£57 5A 12", "57", "5A ", "Borð 5 & <bar> #7", "日本 4111",
        ])
    func kept(text: String) {
        #expect(CardDataRedaction.redacted(text) == text)
    }

    @Test("is not seen in a GUID", arguments: ["0123456789", "01234567890123456789abcdef", "0123456789ABCDEF"])
    func guids(alphabet: String) {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let groups = [8, 4, 4, 4, 12].map { count in
                String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "0" })
            }
            let guid = groups.joined(separator: "-")
            #expect(CardDataRedaction.redacted(guid) == guid)
        }
        let guid = "41111111-1111-1111-a000-8b59659429fd"
        #expect(CardDataRedaction.redacted(guid) == guid)
        #expect(CardDataRedaction.redacted("\(guid) 4111111111111111") == "\(guid) ************1111")
    }

    @Test("is looked for in any bytes without a trap") func anyText() {
        var random = SplitMix64(seed: 11)
        let alphabet = Array("0123456789 -=^?;5A57D\u{A0}é\n").map(String.init)
        for _ in 0..<2000 {
            let length = Int.random(in: 0...60, using: &random)
            let text = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
            let once = CardDataRedaction.redacted(text)
            #expect(once.utf8.count == text.utf8.count)
        }
    }
}
