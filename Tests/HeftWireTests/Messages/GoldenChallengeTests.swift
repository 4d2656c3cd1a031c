import HeftWire
import Testing

@Suite("Golden vectors of the challenge") struct GoldenChallengeTests {
    struct Entry: GoldenEntry {
        var id: String
        var shared_secret: String
        var random_hex: HexBytes
        var mx_hex: HexBytes
        var zx_hex: HexBytes
        var secret_is_64_digits: Bool
        var response_hex: HexBytes
    }

    @Test("every entry was read") func count() throws {
        let file = try GoldenFile<Entry>("challenge")
        #expect(file.entries.count == file.count)
        #expect(file.count > 0)
    }

    @Test(
        "the answer proves the secret, and no other text is one", arguments: try GoldenFile<Entry>("challenge").entries)
    func answer(entry: Entry) throws {
        let secret: SharedSecret
        if entry.secret_is_64_digits {
            secret = try SharedSecret(entry.shared_secret)
        } else {
            #expect(throws: SharedSecret.Refusal.wrongLength(entry.shared_secret.count)) {
                try SharedSecret(entry.shared_secret)
            }
            // The original takes a key of zeros for it; the function itself must agree.
            secret = try SharedSecret(String(repeating: "0", count: 64))
        }
        let zx = secret.challengeResponse(random: entry.random_hex.bytes, mx: entry.mx_hex.bytes)
        #expect(zx == entry.zx_hex.bytes)
        let message = POSMessage.challengeAnswer(mx: entry.mx_hex.bytes, zx: zx)
        #expect(try message.encoded() == entry.response_hex.bytes)
    }
}
