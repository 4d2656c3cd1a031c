import Glibc
import Testing

@testable import till

/// A sale and what the host makes of it when nothing is in the way.
struct KilledSale: Sendable, CustomTestStringConvertible {
    var amount: String
    var arguments: [String] = []

    var testDescription: String { amount }
    var words: [String] { ["sale", amount, "--currency", "GBP"] + arguments }

    static let approved = KilledSale(amount: "12.34")
    /// Its answer is cut off, so that the till asks the reader for it.
    static let cutOff = KilledSale(amount: "90.05", arguments: ["--time-scale", TestAmountCase.timeScale])
    static let all = [
        approved, cutOff, KilledSale(amount: "10.00"), KilledSale(amount: "37.57"),
        KilledSale(amount: "30.00", arguments: ["--signature", "accept"]),
    ]

    /// Whether the sale comes past this point.
    func reaches(_ point: CrashPoint) -> Bool {
        switch point {
        case .beforeRecovery: amount == KilledSale.cutOff.amount
        case .signatureAsked: amount == "30.00"
        case .beforeIntent, .afterIntent, .beforeRequest, .afterRequest, .statusReported, .beforeRelay, .relayNoted,
            .hostAnswered, .beforeOutcome, .afterOutcome, .resultPrinted:
            true
        }
    }
}

@Suite("A till that is killed") struct KilledTests {
    private func kill(_ sale: KilledSale, at point: CrashPoint, in shop: Shop) throws {
        let end = try shop.run(sale.words, settings: ["TILL_CRASH_AT": point.rawValue])
        let expected = sale.reaches(point) ? -SIGKILL : nil
        if let expected { #expect(end.status == expected, "\(end.error)") } else { #expect(end.status >= 0) }
    }

    @Test(
        "leaves books that recover resolves to the truth, once",
        arguments: CrashPoint.allCases, KilledSale.all)
    func recovered(point: CrashPoint, sale: KilledSale) throws {
        let shop = try Shop()
        try kill(sale, at: point, in: shop)
        let resolved = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.count == (point == .beforeIntent ? 0 : 1))
        #expect(rows.map { $0["amount"]?.string } == rows.map { _ in sale.amount })
        #expect(resolved.allSatisfy(rows.contains))
        // Asked once more, it has nothing to add.
        let host = try shop.readerBooks().standing.map(\.id)
        #expect(try shop.recover() == [])
        #expect(try shop.history() == rows)
        #expect(try shop.readerBooks().standing.map(\.id) == host)
    }

    @Test("leaves books that the next sale resolves before it begins", arguments: CrashPoint.allCases)
    func nextSale(point: CrashPoint) throws {
        let shop = try Shop()
        try kill(.approved, at: point, in: shop)
        let end = try shop.run("sale", "12.34", "--currency", "GBP", "--json")
        #expect(end.status == 0, "\(end.error)")
        let rows = try shop.expectTruth()
        #expect(rows.count == (point == .beforeIntent ? 1 : 2))
        #expect(rows.first == (try JSONValue(end.output)))
        #expect(try shop.readerBooks().host.transactions.count <= rows.count)
    }

    @Test(
        "while it recovers leaves books that the next recover resolves",
        arguments: [CrashPoint.beforeRecovery, .beforeOutcome, .afterOutcome])
    func recoveryKilled(point: CrashPoint) throws {
        let shop = try Shop()
        try kill(.approved, at: .hostAnswered, in: shop)
        #expect(try shop.run("recover", settings: ["TILL_CRASH_AT": point.rawValue]).status == -SIGKILL)
        _ = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.map { $0["result"] } == ["approved"])
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
            let end = try shop.run(KilledSale.approved.words, settings: ["TILL_CRASH_AT": point.rawValue])
            #expect(end.status == -SIGKILL || end.status == 0, "\(end.error)")
        }
        _ = try shop.recover()
        let rows = try shop.expectTruth()
        #expect(rows.contains { $0["result"] == "approved" })
        #expect(rows.count < CrashPoint.allCases.count)
    }
}
