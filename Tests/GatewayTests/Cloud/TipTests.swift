import HeftKit
import ReaderSimulator
import Testing

@Suite("Tips over the network") struct TipTests {
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"
    private static let time = "2026-10-04T14:40:00.000Z"

    private func adjust(
        _ bank: Bank, _ sale: String, _ tip: Int, secret: String = secret
    ) async throws -> TipAdjustmentStatus {
        let manager = HeftManager()
        manager.tipAdjustmentService = try #require(bank.program).tips()
        try #require(manager.tips.setUp(secret))
        return await manager.tips.adjust(sale, tip, at: TipTests.time)
    }

    @Test("a second adjustment replaces the first", arguments: [BankKind.http, .https])
    func replaces(kind: BankKind) async throws {
        let bank = try Bank(kind)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        for (tip, total) in [(250, 1500), (100, 1350), (0, 1250)] {
            #expect(try await adjust(bank, "A", tip) == .authorised)
            #expect(try #require(bank.program).batches().contains("\"total\":\(total)}"))
        }
    }

    @Test("a sale that is unknown, declined or taken back has no tip") func declined() async throws {
        let bank = try Bank(.http)
        #expect(try await adjust(bank, "A", 250) == .declined)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        #expect(try bank.decide(.saleReversal, "B", 1250, of: "A").result == .approved)
        #expect(try await adjust(bank, "A", 250) == .declined)
        #expect(try bank.decide(.sale, "C", 1000).result == .declined)
        #expect(try await adjust(bank, "C", 250) == .declined)
    }

    @Test("a request that was signed with another secret, or the same in another case, changes nothing")
    func wrongSecret() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(String(repeating: "aB", count: 32) + "\n", to: "secret")
        let program = try GatewayProgram(folder: folder, "--shared-secret-file", file)
        let bank = Bank(program)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        #expect(try await adjust(bank, "A", 250) == .failed)
        #expect(try await adjust(bank, "A", 250, secret: String(repeating: "AB", count: 32)) == .failed)
        #expect(try program.batches().contains("\"total\":1250}"))
        #expect(try await adjust(bank, "A", 250, secret: String(repeating: "aB", count: 32)) == .authorised)
    }

    @Test("without the server's word it failed", arguments: ["500", "drop-after", "truncated", "redirect"])
    func faults(kind: String) async throws {
        let bank = try Bank(.http)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        try #require(bank.program).fault("kind=\(kind)&on=tip")
        #expect(try await adjust(bank, "A", 250) == .failed)
        // Another attempt does no harm.
        #expect(try await adjust(bank, "A", 250) == .authorised)
        #expect(try #require(bank.program).batches().contains("\"total\":1500}"))
    }
}
