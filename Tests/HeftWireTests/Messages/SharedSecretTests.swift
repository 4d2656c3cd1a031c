import HeftWire
import Testing

@Suite("A shared secret") struct SharedSecretTests {
    private let digits = Sample.secret

    @Test("is 64 hexadecimal digits of either case, with or without white space") func spellings() throws {
        let letters = String(repeating: "aB", count: 32)
        let expected = try SharedSecret(letters).challengeResponse(random: [1], mx: [2])
        for text in [
            letters.uppercased(), letters.lowercased(), " \(letters)\r\n", letters.map { "\($0)\t" }.joined(),
        ] {
            #expect(try SharedSecret(text).challengeResponse(random: [1], mx: [2]) == expected)
        }
        #expect(try SharedSecret(digits).challengeResponse(random: [1], mx: [2]) != expected)
    }

    @Test("is not any other number of digits", arguments: [0, 1, 62, 63, 65, 128])
    func length(count: Int) {
        #expect(throws: SharedSecret.Refusal.wrongLength(count)) {
            try SharedSecret(String(repeating: "0", count: count))
        }
    }

    @Test("is not made of anything but hexadecimal digits", arguments: ["G", "-", "é", "０", "\u{0}", "\u{A0}"])
    func notHex(character: String) {
        #expect(throws: SharedSecret.Refusal.notHexadecimal) { try SharedSecret(digits.dropLast() + character) }
    }

    @Test("shows nothing of itself, however it is printed, and neither does its refusal") func redacted() throws {
        let secret = try SharedSecret(digits)
        var dumped = ""
        dump(secret, to: &dumped)
        dump(ReaderSession.Configuration(secret: secret), to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\([secret])",
            "\(ReaderSession.Configuration(secret: secret))", "\(Optional(secret) as Any)",
        ]
        for text in texts {
            #expect(text.contains("(shared secret)"))
            // 0x30 and 0x31 are among the key's bytes, and stand in no length or count here.
            for part in ["0102", "3132", "48, 49", "1, 2, 3", "[1"] { #expect(!text.contains(part)) }
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
        for refusal in [SharedSecret.Refusal.wrongLength(63), .notHexadecimal] {
            #expect(!"\(refusal)".contains(digits.prefix(4)))
        }
    }

    @Test("the proof covers the reader's random, cut or filled to 32 bytes, and mx") func proof() throws {
        let secret = try SharedSecret(digits)
        let random = [UInt8](1...32)
        let proof = secret.challengeResponse(random: random, mx: [7])
        #expect(proof.count == 32)
        #expect(secret.challengeResponse(random: random + [33], mx: [7]) == proof)
        #expect(secret.challengeResponse(random: random, mx: [8]) != proof)
        #expect(secret.challengeResponse(random: [], mx: [7]) == secret.challengeResponse(random: [0, 0], mx: [7]))
    }
}
