import ChargeURL
import Dispatch
import Glibc
import SeededRandom
import Testing

@Suite("A nonce") struct ChargeNonceTests {
    private static func nonces(_ count: Int, seed: UInt64 = 1) -> [ChargeNonce] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in ChargeNonce(using: &random) }
    }

    @Test("is 27 characters that need no encoding, all of them in use") func form() {
        let nonces = Self.nonces(100)
        #expect(Set(nonces).count == 100)
        #expect(Set(nonces.flatMap(\.text)).count == 64)
        for nonce in nonces {
            #expect(ChargeNonce(nonce.text) == nonce)
            #expect(nonce.text.utf8.count == 27)
        }
    }

    @Test(
        "is nothing else",
        arguments: ["", "A", String(repeating: "A", count: 26) + "+", String(repeating: "A", count: 28)])
    func noNonce(text: String) {
        #expect(ChargeNonce(text) == nil)
    }

    @Test("does not show in a text or a dump") func redacted() throws {
        let nonce = try #require(Self.nonces(1).first)
        var text = "\(nonce) \(String(reflecting: nonce)) \([nonce])"
        dump(nonce, to: &text)
        #expect(!text.contains(nonce.text))
    }

    @Test("is taken out of a file once, by whichever program comes") func file() throws {
        let folder = try TemporaryFolder()
        let nonces = Self.nonces(3)
        #expect(try FileNonceStore(path: folder.file("nonces")).isEmpty())
        for nonce in nonces { try FileNonceStore(path: folder.file("nonces")).insert(nonce) }
        let store = FileNonceStore(path: folder.file("nonces"))
        #expect(try store.take(nonces[1]) == .outstanding)
        #expect(try store.take(nonces[1]) == .unknown)
        #expect(try store.take(nonces[0]) == .outstanding && !store.isEmpty())
        #expect(try store.take(nonces[2]) == .outstanding && store.isEmpty())
        #expect(try store.take(nonces[2]) == .noneOutstanding)
    }

    @Test("in a file is for this user alone, and nothing else is left in the folder") func mode() throws {
        let folder = try TemporaryFolder()
        try FileNonceStore(path: folder.file("nonces")).insert(Self.nonces(1)[0])
        #expect(try folder.names == ["nonces", "nonces.lock"])
        #expect(try folder.mode("nonces") == 0o600 && folder.mode("nonces.lock") == 0o600)
    }

    @Test("is not trusted to a file that others may read", arguments: [0o644, 0o640, 0o602] as [mode_t])
    func open(mode: mode_t) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "nonces", mode: mode)
        #expect(throws: ChargeNonceStoreError.notPrivate(path: path)) {
            try FileNonceStore(path: path).insert(Self.nonces(1)[0])
        }
        #expect(throws: ChargeNonceStoreError.notPrivate(path: path)) { try FileNonceStore(path: path).isEmpty() }
    }

    @Test("is not written through a link, a pipe or into a folder") func notFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "target", mode: 0o600)
        try #require(symlink(folder.file("target"), folder.file("link")) == 0)
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        try #require(mkdir(folder.file("folder"), 0o700) == 0)
        let errors: [(String, ChargeNonceStoreError)] = [
            ("link", .notOpened(path: folder.file("link"), code: ELOOP)),
            ("pipe", .notPrivate(path: folder.file("pipe"))),
            ("folder", .notPrivate(path: folder.file("folder"))),
        ]
        for (name, error) in errors {
            #expect(throws: error) { try FileNonceStore(path: folder.file(name)).insert(Self.nonces(1)[0]) }
        }
        #expect(try folder.text("target").isEmpty)
    }

    @Test("survives what a power cut left, and lines that are no nonces") func leftovers() throws {
        let folder = try TemporaryFolder()
        let nonces = Self.nonces(2)
        try folder.write("half", to: "nonces.new", mode: 0o600)
        try folder.write(
            "garbage\n\u{FFFD}\n\n\(nonces[0].text)\n" + String(repeating: "x", count: 9000), to: "nonces", mode: 0o600)
        let store = FileNonceStore(path: folder.file("nonces"))
        try store.insert(nonces[1])
        #expect(try folder.text("nonces") == nonces.map { $0.text + "\n" }.joined())
        #expect(try folder.names == ["nonces", "nonces.lock"])
        #expect(try store.take(nonces[0]) == .outstanding)
    }

    @Test("makes the oldest of more than sixteen forgotten", arguments: [true, false]) func many(inFile: Bool) throws {
        let folder = try TemporaryFolder()
        let store: any ChargeNonceStore = inFile ? FileNonceStore(path: folder.file("nonces")) : InMemoryNonceStore()
        let nonces = Self.nonces(17)
        for nonce in nonces { try store.insert(nonce) }
        #expect(try store.take(nonces[0]) == .unknown)
        for nonce in nonces.dropFirst() { #expect(try store.take(nonce) == .outstanding) }
        #expect(try store.isEmpty())
    }

    @Test("is not lost when programs write at once") func atOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("nonces")
        for seed in 1...5 as ClosedRange<UInt64> {
            let nonces = Self.nonces(ChargeNonces.countMax, seed: seed)
            // Threads of their own, for the library waits for the lock.
            DispatchQueue.concurrentPerform(iterations: nonces.count) { index in
                #expect(throws: Never.self) { try FileNonceStore(path: path).insert(nonces[index]) }
            }
            for nonce in nonces { #expect(try FileNonceStore(path: path).take(nonce) == .outstanding) }
        }
    }
}
