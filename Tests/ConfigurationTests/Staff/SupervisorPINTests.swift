import Configuration
import SeededRandom
import Testing

@Suite("Supervisor's PIN") struct SupervisorPINTests {
    @Test("the right PIN matches what was stored, others do not") func matches() throws {
        var random = SplitMix64(seed: 1)
        let pin = try SupervisorPIN.hashed("4711", random: &random)
        let stored = try #require(SupervisorPIN(stored: pin.stored))
        #expect(stored == pin)
        #expect(stored.matches("4711"))
        for other in ["4712", "471", "47110", "", "4711 ", "\u{664}711"] { #expect(!stored.matches(other)) }
    }

    /// The hash as another implementation of scrypt makes it:
    /// `hashlib.scrypt(b"123456", salt=bytes(range(16)), n=2**14, r=8, p=1, dklen=32, maxmem=2**26)`
    @Test("a hash is scrypt's") func known() throws {
        let stored = try #require(
            SupervisorPIN(
                stored:
                    "scrypt$14$8$1$000102030405060708090a0b0c0d0e0f$53e59f1f9f56c2317d99f7a1e76fd1d43677ccb19c2c125e054f9a81281e0aec"
            ))
        #expect(stored.matches("123456"))
        #expect(!stored.matches("123457"))
    }

    @Test("the same PIN gives another text each time") func salt() throws {
        var random = SystemRandomNumberGenerator()
        let first = try SupervisorPIN.hashed("1234", random: &random)
        let second = try SupervisorPIN.hashed("1234", random: &random)
        #expect(first.stored != second.stored)
        #expect(!first.stored.contains("1234$"))
    }

    @Test(
        "what cannot be a PIN is refused",
        arguments: [
            ("", .wrongLength), ("123", .wrongLength), ("1234567890123", .wrongLength), ("12a4", .notDigits),
            ("12 34", .notDigits), ("١٢٣٤", .notDigits),
        ] as [(String, SupervisorPIN.Refusal)])
    func refused(typed: String, refusal: SupervisorPIN.Refusal) {
        var random = SplitMix64(seed: 2)
        #expect(throws: refusal) { try SupervisorPIN.hashed(typed, random: &random) }
        #expect(!refusal.sentence.contains(typed) || typed.isEmpty)
    }

    @Test(
        "a text that is no hash, a weak one, or one that would keep the till busy is none",
        arguments: [
            "", "1234", "scrypt$14$8$1$00$00", "scrypt$4$8$1$@SALT@$@HASH@", "scrypt$30$8$1$@SALT@$@HASH@",
            "scrypt$14$8$99$@SALT@$@HASH@", "scrypt$14$4096$1$@SALT@$@HASH@", "bcrypt$14$8$1$@SALT@$@HASH@",
            "scrypt$14$8$1$@SALT@$@HASH@$", "scrypt$-1$8$1$@SALT@$@HASH@", "scrypt$14$8$1$@SALT@0$@HASH@",
            "scrypt$14$8$1$+1@SALT@$@HASH@",
        ])
    func noHash(text: String) {
        let salt = String(repeating: "ab", count: 16)
        let hash = String(repeating: "cd", count: 32)
        func filled(_ text: String) -> String {
            text.replacing("@SALT@", with: salt).replacing("@HASH@", with: hash)
        }
        #expect(SupervisorPIN(stored: filled(text)) == nil)
        #expect(SupervisorPIN(stored: filled("scrypt$14$8$1$@SALT@$@HASH@")) != nil)
    }

    @Test("it shows nothing of itself") func redacted() throws {
        var random = SplitMix64(seed: 3)
        let pin = try SupervisorPIN.hashed("1234", random: &random)
        var dumped = ""
        dump(pin, to: &dumped)
        for text in ["\(pin)", String(reflecting: pin), dumped] {
            #expect(!text.contains("1234") && !text.contains("scrypt"))
        }
    }
}
