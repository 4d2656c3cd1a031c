import Glibc
import Testing

@testable import till

@Suite("Ctrl-C and the wish of the system that a sale end") struct InterruptTests {
    private func startSale(_ shop: Shop, timeScale: String) throws -> TillProcess {
        try shop.start("sale", "12.34", "--currency", "GBP", "--sim-speed", "real", "--time-scale", timeScale)
    }

    @Test("while the card is awaited the reader cancels", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func atCard(signal: Int32) throws {
        let shop = try Shop()
        let till = try startSale(shop, timeScale: "4")
        #expect(try till.waitForError("Waiting for card"))
        till.signal(signal)
        let end = try till.waitForEnd()
        #expect(end.status == 2)
        #expect(end.errorLines.last == "You cancelled and the reader confirmed. No money was taken.")
        #expect(end.outputLines.count == 1)
        #expect(end.output.hasPrefix("CANCELLED  12.34 GBP"))
        #expect(try shop.expectTruth().map { $0["result"] } == ["cancelled"])
        #expect(try shop.readerBooks().host.transactions.isEmpty)
    }

    @Test("while the PIN is typed it cannot be cancelled, and says so", arguments: [SIGINT, SIGTERM])
    func atPIN(signal: Int32) throws {
        let shop = try Shop()
        let till = try startSale(shop, timeScale: "8")
        #expect(try till.waitForError("Waiting for PIN entry"))
        till.signal(signal)
        let end = try till.waitForEnd()
        #expect(end.status == 0)
        #expect(
            end.errorLines.contains(
                "It cannot be cancelled here now. The customer can press the red key on the reader."))
        #expect(try shop.expectTruth().map { $0["result"] } == ["approved"])
    }

    @Test(
        "at any moment ends in one clear result, cancelled as long as the reader allows it",
        arguments: KilledOperation.all[0].points.filter { ![.beforeConnect, .connected, .inDoubtLoaded].contains($0) })
    func anywhere(point: CrashPoint) throws {
        let shop = try Shop()
        let end = try shop.run(
            "sale", "12.34", "--currency", "GBP", "--sim-speed", "real", "--time-scale", "8",
            settings: ["TILL_INTERRUPT_AT": point.rawValue])
        let early: [CrashPoint] = [
            .beforeIntent, .referenceMinted, .afterIntent, .beforeRequest, .afterRequest, .statusReported, .statusNoted,
        ]
        let isCancelled = early.contains(point)
        #expect(end.status == (isCancelled ? 2 : 0), "\(end.error)")
        #expect(end.outputLines.count == 1)
        #expect(try shop.expectTruth().map { $0["result"] } == [isCancelled ? "cancelled" : "approved"])
    }

    @Test("at the start of the program no money is taken")
    func atStart() throws {
        let shop = try Shop()
        let till = try startSale(shop, timeScale: "4")
        till.signal(SIGINT)
        let end = try till.waitForEnd()
        #expect(end.status == 2 || end.status == -SIGINT, "\(end.error)")
        #expect(try shop.readerBooks().host.transactions.isEmpty)
        _ = try shop.recover()
        try shop.expectTruth()
    }

    @Test("while the reader is asked for a lost answer the sale is left as unknown")
    func whileAsking() throws {
        let shop = try Shop()
        let till = try shop.start("sale", "12.34", "--currency", "GBP", "--sim-speed", "brisk")
        #expect(try till.waitForError("Waiting for card"))
        try shop.breakReader()
        #expect(try till.waitForError("The answer did not arrive."))
        till.signal(SIGINT)
        let end = try till.waitForEnd()
        #expect(end.status == 5)
        #expect(end.output.hasPrefix("UNKNOWN  12.34 GBP"))
        try shop.mendReader()
        _ = try shop.recover()
        #expect(try shop.expectTruth().count == 1)
    }
}
