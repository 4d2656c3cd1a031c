import Testing

@Suite("till day start") struct StartTests {
    @Test("the reader starts its day, and it stands in the books") func start() throws {
        let shop = try Shop()
        let end = try shop.run("day", "start")
        #expect(end.status == 0)
        #expect(end.outputLines.count == 1)
        #expect(end.outputLines.first?.hasPrefix("DONE  ref T1-000001") == true)
        let entry = try #require(try shop.history().first)
        #expect(entry["kind"] == "startOfDay")
        #expect(entry["result"] == "processed")
        #expect(try shop.history().count == 1)
    }

    @Test("one document for programs, without an amount") func document() throws {
        let shop = try Shop()
        let document = try JSONValue(shop.run("day", "start", "--json").output)
        #expect(document["kind"] == "startOfDay")
        #expect(document["result"] == "processed")
        #expect(document["text"] == "The reader has started its day.")
        #expect(document["amount"] == nil)
    }

    @Test("a till that is killed before the request leaves no doubt that money moved") func killed() throws {
        let shop = try Shop()
        _ = try shop.run("day", "start", settings: ["TILL_CRASH_AT": "after-intent"])
        let end = try shop.run("recover", "--json")
        #expect(end.status == 0)
        #expect(try shop.history().first?["result"] == "failed")
        #expect(try shop.run("day", "start").status == 0)
    }
}
