import Glibc
import Testing

@testable import till

@Suite("A till that is killed") struct KilledTests {
    private static let sale = ["sale", "12.34", "--currency", "GBP"]
    /// Where no intent stands in the books yet.
    private static let beforeTheIntent: Set<CrashPoint> = [
        .beforeConnect, .connected, .inDoubtLoaded, .beforeIntent, .referenceMinted,
    ]

    @Test("leaves books that recover resolves to the truth, once", arguments: Killing.all)
    func recovered(killing: Killing) throws {
        let shop = try Shop()
        let (operation, point) = (killing.operation, killing.point)
        for words in operation.before { #expect(try shop.run(words).status == 0) }
        let before = try shop.history()
        let killed = try shop.run(operation.words, settings: ["TILL_CRASH_AT": point.rawValue])
        try #require(killed.status == -SIGKILL, "\(killed.error)")
        let resolved = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.count == before.count + (KilledTests.beforeTheIntent.contains(point) ? 0 : 1))
        #expect(Array(rows.suffix(before.count)) == before)
        #expect(resolved.allSatisfy(rows.contains))
        // Asked once more, it has nothing to add.
        let host = try shop.readerBooks().moved.map(\.id)
        #expect(try shop.recover() == [])
        #expect(try shop.history() == rows)
        #expect(try shop.readerBooks().moved.map(\.id) == host)
        #expect(try shop.run("journal", "check").status == 0)
    }

    @Test("can be told to do the same again, and does it once", arguments: Killing.all.filter(\.isReturnOrClose))
    func again(killing: Killing) throws {
        let shop = try Shop()
        for words in killing.operation.before { #expect(try shop.run(words).status == 0) }
        _ = try shop.run(killing.operation.words, settings: ["TILL_CRASH_AT": killing.point.rawValue])
        // What was done already is refused, what was not is done; either way the truth is one.
        let end = try shop.run(killing.operation.words)
        #expect([0, 3].contains(end.status), "\(end.error)")
        let rows = try shop.expectTruth()
        let done = rows.filter { $0["kind"] != "sale" && ["approved", "processed"].contains($0["result"]) }
        #expect(!done.isEmpty)
        if killing.operation.words.first == "reverse" {
            #expect(rows.filter { $0["heading"] == "VOIDED" }.count == 1)
        }
    }

    @Test("every point is one at which some operation was killed")
    func everyPoint() {
        let killed = Set(Killing.all.map(\.point)).union([.beforeDecision, .afterDecision, .cancelSent])
        #expect(killed == Set(CrashPoint.allCases))
        #expect(killed.count >= 25)
    }

    @Test("leaves books that the next sale resolves before it begins", arguments: KilledOperation.all[0].points)
    func nextSale(point: CrashPoint) throws {
        let shop = try Shop()
        #expect(try shop.run(KilledTests.sale, settings: ["TILL_CRASH_AT": point.rawValue]).status == -SIGKILL)
        let end = try shop.run("sale", "12.34", "--currency", "GBP", "--json")
        #expect(end.status == 0, "\(end.error)")
        let rows = try shop.expectTruth()
        #expect(rows.count == (KilledTests.beforeTheIntent.contains(point) ? 1 : 2))
        #expect(rows.first == (try JSONValue(end.output)))
        #expect(try shop.readerBooks().host.transactions.count <= rows.count)
    }

    @Test(
        "while it recovers leaves books that the next recover resolves",
        arguments: [
            CrashPoint.beforeConnect, .connected, .inDoubtLoaded, .beforeRecovery, .afterRecovery, .recoveryAnswered,
            .beforeOutcome, .afterOutcome, .outcomeKnown,
        ])
    func recoveryKilled(point: CrashPoint) throws {
        let shop = try Shop()
        _ = try shop.run(KilledTests.sale, settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(try shop.run("recover", settings: ["TILL_CRASH_AT": point.rawValue]).status == -SIGKILL)
        _ = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.map { $0["result"] } == ["approved"])
        #expect(try shop.recover() == [])
    }

    @Test("while the reader cancels leaves a sale that recover resolves to the truth", arguments: ["real", "brisk"])
    func cancelKilled(speed: String) throws {
        let shop = try Shop()
        let killed = try shop.run(
            "sale", "12.34", "--currency", "GBP", "--sim-speed", speed, "--time-scale", "20",
            settings: ["TILL_INTERRUPT_AT": "status-reported", "TILL_CRASH_AT": "cancel-sent"])
        try #require(killed.status == -SIGKILL, "\(killed.error)")
        _ = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.count == 1)
        #expect(try shop.readerBooks().moved.isEmpty == (rows[0]["result"] != "approved"))
        #expect(try shop.recover() == [])
    }

    @Test("after any step that it reports leaves books that recover resolves", arguments: 1...8)
    func killedAfterStep(number: Int) throws {
        let shop = try Shop()
        let till = try shop.start(
            "sale", "12.34", "--currency", "GBP", "--sim-speed", "real", "--time-scale", "20")
        #expect(try till.waitForErrorLine(number: number) != nil)
        till.signal(SIGKILL)
        #expect(try till.waitForEnd().status == -SIGKILL)
        _ = try shop.recover()
        #expect(try shop.expectTruth().count == 1)
        #expect(try shop.recover() == [])
    }

    @Test("again and again keeps what each sale has come to")
    func killedOften() throws {
        let shop = try Shop()
        for point in CrashPoint.allCases {
            let end = try shop.run(KilledTests.sale, settings: ["TILL_CRASH_AT": point.rawValue])
            #expect(end.status == -SIGKILL || end.status == 0, "\(end.error)")
        }
        _ = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.contains { $0["result"] == "approved" })
        #expect(rows.count < CrashPoint.allCases.count)
    }
}

extension Killing {
    /// Whether it gives back the rest or closes the day: what can be done once only.
    fileprivate var isReturnOrClose: Bool {
        operation.words.first == "reverse" || operation.words.first == "report"
    }
}
