import FoundationEssentials
import Glibc
import Testing

@testable import till

@Suite("till journal and till decide") struct CareTests {
    private func shop() throws -> Shop {
        let shop = try Shop()
        _ = try shop.run("sale", "12.34", "--currency", "GBP", "--reference", "Table 4")
        return shop
    }

    /// A reader that has lost its memory cannot say what became of the sale.
    private func shopInDoubt() throws -> Shop {
        let shop = try Shop()
        _ = try shop.run(
            "sale", "12.34", "--currency", "GBP", "--reference", "Table 4",
            settings: ["TILL_CRASH_AT": "host-answered"])
        try FileManager.default.removeItem(atPath: shop.simulator)
        return shop
    }

    @Test("books in order are said to be in order")
    func check() throws {
        let shop = try shop()
        let end = try shop.run("journal", "check")
        #expect(end.status == 0)
        #expect(end.output == "The books \(shop.journal) are in order.\n")
    }

    @Test("a copy is another file of the same books, and never replaces one")
    func backup() throws {
        let shop = try shop()
        let copy = shop.folder + "/copy.sqlite"
        let end = try shop.run("journal", "backup", copy)
        #expect(end.status == 0)
        #expect(end.output == "The books \(shop.journal) were copied to \(copy).\n")
        #expect(try shop.run("history", "--journal", copy).output == shop.run("history").output)
        let bytes = shop.contents(of: copy)
        let again = try shop.run("journal", "backup", copy)
        #expect(again.status == 69)
        #expect(
            again.error == "till: There is a file \(copy) already, and it was left as it is. Choose another name.\n")
        #expect(shop.contents(of: copy) == bytes)
    }

    @Test("damaged books are set aside when somebody says so, and nothing of them is lost")
    func setAside() throws {
        let shop = try Shop()
        let garbage = "This is no database, and long enough that nobody takes it for an empty one.\n"
        try shop.write(garbage, to: shop.journal)
        for words in [["journal", "check"], ["journal", "backup", shop.folder + "/copy"], ["journal", "set-aside"]] {
            #expect(try shop.run(words).status != 0)
            #expect(shop.contents(of: shop.journal) == Array(garbage.utf8))
        }
        let end = try shop.run("journal", "set-aside", "--yes")
        #expect(end.status == 0)
        #expect(end.output.hasPrefix("The books \(shop.journal) are now \(shop.journal).aside-"))
        let kept = try shop.everyFile().filter { $0.key.contains(".aside-") }
        #expect(kept.values.map { $0 } == [Array(garbage.utf8)])
        #expect(try shop.run("sale", "1", "--currency", "GBP").status == 0)
        #expect(try shop.history().count == 1)
    }

    @Test("a supervisor settles what stays in doubt, by name and with the evidence", arguments: ["approved", "failed"])
    func decide(verdict: String) throws {
        let shop = try shopInDoubt()
        #expect(try shop.run("recover").status == 5)
        let end = try shop.run(
            "decide", "Table 4", verdict, "--by", "Ann", "--evidence", "The bank's list of 14:00", "--json")
        #expect(end.status == 0)
        #expect(try JSONValue(end.output)["result"]?.string == verdict)
        #expect(try shop.recover() == [])
        let decisions = try JSONValue(shop.run("show", "1", "--json").output)["decisions"]?.elements
        #expect(decisions?.map { $0["kind"]?.string } == [verdict])
        #expect(decisions?.map { $0["supervisor"] } == ["Ann"])
        #expect(decisions?.map { $0["evidence"] } == ["The bank's list of 14:00"])
        let again = try shop.run("decide", "1", "failed", "--by", "Ann", "--evidence", "x")
        #expect(again.status == 3)
        #expect(again.error.hasSuffix(" is known. There is nothing to decide.\n"))
    }

    @Test(
        "a decision that is cut short is made or not made, and never twice",
        arguments: [(CrashPoint.beforeDecision, false), (.afterDecision, true)])
    func decisionKilled(point: CrashPoint, isMade: Bool) throws {
        let shop = try shopInDoubt()
        let words = ["decide", "1", "failed", "--by", "Ann", "--evidence", "The bank's list"]
        #expect(try shop.run(words, settings: ["TILL_CRASH_AT": point.rawValue]).status == -SIGKILL)
        #expect(try shop.history().map { $0["result"] } == [isMade ? "failed" : "unknown"])
        #expect(try shop.run(words).status == (isMade ? 3 : 0))
        let decisions = try JSONValue(shop.run("show", "1", "--json").output)["decisions"]?.elements
        #expect(decisions?.count == 1)
    }

    @Test("--anyway is kept with the operation in doubt that it passes over")
    func anyway() throws {
        let shop = try shopInDoubt()
        let refused = try shop.run("sale", "12.34", "--currency", "GBP")
        #expect(refused.status == 3)
        #expect(try shop.history().count == 1)
        #expect(try shop.run("sale", "12.34", "--currency", "GBP", "--anyway").status == 0)
        let decisions = try JSONValue(shop.run("show", "1", "--json").output)["decisions"]?.elements
        #expect(decisions?.map { $0["kind"] } == ["anotherCustomer"])
        #expect(try shop.history().map { $0["result"] } == ["approved", "unknown"])
    }

    @Test("--anyway needs a supervisor's name and reason where a PIN is set, and keeps them")
    func anywayBySupervisor() throws {
        let shop = try shopInDoubt()
        #expect(try shop.run(["pin", "--save"], input: "123456").status == 0)
        let words = ["sale", "12.34", "--currency", "GBP", "--anyway"]
        let refused = try shop.run(words)
        #expect(refused.status == 64)
        #expect(
            refused.error == "till: A supervisor decides here whether the same amount is charged again. "
                + "Say who, and why: --by NAME --evidence TEXT.\n")
        #expect(try shop.run(words + ["--by", "Ann"]).status == 64)
        #expect(try shop.history().count == 1)
        #expect(try shop.run(words + ["--by", "Ann", "--evidence", "Two guests, two coffees"]).status == 0)
        let decisions = try JSONValue(shop.run("show", "1", "--json").output)["decisions"]?.elements
        #expect(decisions?.map { $0["kind"] } == ["anotherCustomer"])
        #expect(decisions?.map { $0["supervisor"] } == ["Ann"])
        #expect(decisions?.map { $0["evidence"] } == ["Two guests, two coffees"])
    }
}
