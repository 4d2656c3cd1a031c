import EventLogging
import HeftKit
import HeftTransport
import Money
import Testing

/// The feed's client, with a host that answers by a script.
@Suite("The transaction feed on the network") struct HTTPTransactionFeedTests {
    /// Tue, 06 Oct 2026 14:00:00 GMT, by the till's clock.
    private static let now: Int64 = 1_791_295_200_000
    private static let query = FeedQuery(readerSerial: "000012348421", window: now - 60_000...now)
    private let timers = TestTimers()

    private func feed(_ host: ScriptedHost) throws -> HTTPTransactionFeed {
        HTTPTransactionFeed(at: try host.address, apiKey: "key-1", timers: timers, now: { Self.now })
    }

    private func ask(_ feed: HTTPTransactionFeed, _ query: FeedQuery = query) throws -> Result<FeedAnswer, FeedError> {
        let results = EventLog<Result<FeedAnswer, FeedError>>()
        feed.transactions(of: query) { results.append($0) }
        return try #require(results.wait { $0.first }, "the feed gave no answer")
    }

    private func answer(_ json: String, code: String = "200 OK", date: String? = nil) -> ScriptedHost.Answer {
        let clock = date.map { "Date: \($0)\r\n" } ?? ""
        return .bytes("HTTP/1.1 \(code)\r\n\(clock)Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
    }

    private func row(_ id: String, at time: Int64 = now) -> String {
        """
        {"transactionID":"\(id)","type":"SALE","amount":1250,"currency":826,"result":"AUTHORISED","at":\(time)}
        """
    }

    private func sale(_ id: String, at time: Int64 = now) -> FeedTransaction {
        FeedTransaction(
            transactionID: id, type: "SALE", amountMinor: 1250, currency: .gbp, result: "AUTHORISED", happenedAt: time)
    }

    private func page(_ rows: String..., next: String? = nil, isComplete: Bool = true) -> String {
        let following = next.map { ",\"next\":\"\($0)\"" } ?? ""
        return "{\"transactions\":[\(rows.joined(separator: ","))],\"complete\":\(isComplete)\(following)}"
    }

    @Test("asks by serial number and time, with the key in a header, and reads every field") func fields() throws {
        let host = try ScriptedHost(
            answer(
                """
                {"complete":true,"transactions":[{"transactionID":"G-1","type":"REFUND","amount":1250,"authorised":1000,
                "currency":978,"customerReference":"T1-\\u0001","result":"PARTIAL_APPROVAL","reversed":true,
                "at":\(Self.now - 1),"originalTransactionID":"G-0","authorisationCode":"005354","cardScheme":"Visa",
                "maskedCardNumber":"************1111","more":[1]}]}
                """))
        let expected = FeedTransaction(
            transactionID: "G-1", type: "REFUND", amountMinor: 1250, authorisedMinor: 1000, currency: .eur,
            customerReference: "T1-\u{1}", result: "PARTIAL_APPROVAL", isReversed: true, happenedAt: Self.now - 1,
            originalTransactionID: "G-0", authorisationCode: "005354", cardScheme: "Visa",
            maskedCardNumber: "************1111")
        #expect(try ask(feed(host)) == .success(FeedAnswer([expected], isComplete: true)))
        #expect(
            host.requests.entries == [
                "GET /sdk/financial/v1/transactions?terminal=000012348421&from=1791295135000&to=1791295205000&limit=500"
                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nX-Api-Key: key-1\r\n\r\n"
            ])
    }

    @Test("reads on until the last page, and is complete when every page is", arguments: [true, false])
    func pages(isComplete: Bool) throws {
        let host = try ScriptedHost(
            answer(page(row("A"), row("B"), next: "7&8")), answer(page(next: "9", isComplete: isComplete)),
            answer(page(row("C"))))
        let expected = FeedAnswer([sale("A"), sale("B"), sale("C")], isComplete: isComplete)
        #expect(try ask(feed(host)) == .success(expected))
        let lines = host.requests.entries.compactMap { $0.split(separator: "\r\n").first }
        #expect(lines.count == 3)
        #expect(lines[1].hasSuffix("&limit=500&after=7%268 HTTP/1.1"))
        #expect(lines[2].hasSuffix("&after=9 HTTP/1.1"))
    }

    @Test("a serial number is sent as a value, whatever it holds") func encoding() throws {
        let host = try ScriptedHost(answer(page()))
        _ = try ask(feed(host), FeedQuery(readerSerial: "1&to=0 \r\nø", window: Int64.min...Int64.max))
        let sent = try #require(host.requests.entries.first)
        #expect(
            sent.hasPrefix(
                "GET /sdk/financial/v1/transactions?terminal=1%26to%3D0%20%0D%0A%C3%B8&from=-9223372036854775808"
                    + "&to=9223372036854775807&limit=500 HTTP/1.1\r\n"))
    }

    @Test(
        "a page that does not come is asked for again, after 1, 2 and 4 seconds",
        arguments: [1, 2, 3])
    func retries(failures: Int) throws {
        let bad: [ScriptedHost.Answer] = [
            .end, answer("", code: "503 Busy"), answer("", code: "429 Too Many Requests"),
        ]
        let host = try ScriptedHost(Array(bad.prefix(failures)) + [answer(page(row("A")))])
        #expect(try ask(feed(host)) == .success(FeedAnswer([sale("A")], isComplete: true)))
        #expect(host.requests.entries.count == failures + 1)
        #expect(timers.delays == Array([1, 2, 4].prefix(failures)))
    }

    @Test("each page has its own attempts, and a page that never comes is no answer") func exhausted() throws {
        let error = answer("", code: "500 Internal Server Error")
        let host = try ScriptedHost([error, error, answer(page(row("A"), next: "1")), error, error, error, error])
        #expect(try ask(feed(host)) == .failure(.unreachable("code 500")))
        #expect(timers.delays == [1, 2, 1, 2, 4])
        #expect(host.requests.entries.count == 7)
    }

    @Test(
        "what asking again does not help is told at once",
        arguments: [
            ("401 Unauthorized", "", .refused("code 401")), ("403 Forbidden", "", .refused("code 403")),
            ("400 Bad Request", "", .refused("code 400")), ("302 Found", "", .refused("code 302")),
            ("200 OK", "", .unreadable("no page")), ("200 OK", "{}", .unreadable("no page")),
            ("200 OK", "{\"transactions\":[{\"transactionID\":\"A\"}],\"complete\":true}", .unreadable("no page")),
            (
                "200 OK",
                "{\"transactions\":[{\"transactionID\":\"A\",\"type\":\"SALE\",\"amount\":12.5,\"currency\":826,"
                    + "\"result\":\"AUTHORISED\",\"at\":1}]}", .unreadable("no page")
            ),
            (
                "200 OK",
                "{\"transactions\":[{\"transactionID\":\"\",\"type\":\"SALE\",\"amount\":1,\"currency\":826,"
                    + "\"result\":\"AUTHORISED\",\"at\":1}]}", .unreadable("no page")
            ),
            (
                "200 OK",
                "{\"transactions\":[{\"transactionID\":\"A\",\"type\":\"SALE\",\"amount\":-1,\"currency\":826,"
                    + "\"result\":\"AUTHORISED\",\"at\":1}]}", .unreadable("no page")
            ),
        ] as [(String, String, FeedError)])
    func refusals(code: String, body: String, error: FeedError) throws {
        let host = try ScriptedHost(answer(body, code: code))
        #expect(try ask(feed(host)) == .failure(error))
        #expect(host.requests.entries.count == 1)
        #expect(timers.delays == [])
    }

    @Test("pages that lead back to themselves are no list") func endless() throws {
        let host = try ScriptedHost(repeating: answer(page(row("A"), next: "1")), count: 3)
        #expect(try ask(feed(host)) == .failure(.unreadable("pages without an end")))
        #expect(host.requests.entries.count == 2)
    }

    @Test("a feed that does not say that it is complete is not") func notComplete() throws {
        let host = try ScriptedHost(answer("{\"transactions\":[]}"))
        #expect(try ask(feed(host)) == .success(FeedAnswer([], isComplete: false)))
    }

    // MARK: Clocks

    @Test(
        "a clock within a few seconds is the same clock",
        arguments: [("Tue, 06 Oct 2026 14:00:04 GMT", 4000), ("nonsense", nil)] as [(String, Int64?)])
    func sameClock(date: String, measured: Int64?) throws {
        let host = try ScriptedHost(
            answer(page(row("A", at: Self.now - 60_001), row("B", at: Self.now - 60_000)), date: date))
        let feed = try feed(host)
        let rows = [sale("B", at: Self.now - 60_000)]
        #expect(try ask(feed) == .success(FeedAnswer(rows, isComplete: true, clockSkew: measured)))
        #expect(feed.clockSkew == 0)
    }

    @Test("a server whose clock is an hour ahead is asked by its clock, and its times are turned into the till's")
    func skew() throws {
        let hour: Int64 = 3_600_000
        let date = "Tue, 06 Oct 2026 15:00:00 GMT"
        let whole = answer(page(row("A", at: Self.now + hour - 1)), date: date)
        let host = try ScriptedHost(answer(page(), date: date), whole, whole)
        let feed = try feed(host)
        let expected = FeedAnswer([sale("A", at: Self.now - 1)], isComplete: true, clockSkew: hour)
        #expect(try ask(feed) == .success(expected))
        #expect(feed.clockSkew == hour)
        #expect(host.requests.entries[1].contains("&from=1791298735000&to=1791298805000&"))
        // What was learnt once need not be learnt again.
        #expect(try ask(feed) == .success(expected))
        #expect(host.requests.entries.count == 3)
    }

    @Test("a clock that jumps while it is asked proves nothing") func jumping() throws {
        let host = try ScriptedHost(
            answer(page(), date: "Tue, 06 Oct 2026 15:00:00 GMT"), answer(page(), date: "Tue, 06 Oct 2026 13:00:00 GMT")
        )
        #expect(try ask(feed(host)) == .success(FeedAnswer([], isComplete: false, clockSkew: -3_600_000)))
    }

    @Test("a key that could begin a header of its own is not sent") func badKey() throws {
        let host = try ScriptedHost(answer(page()))
        let feed = HTTPTransactionFeed(
            at: try host.address, apiKey: "a\r\nX-Evil: b", timers: timers, now: { Self.now })
        guard case .failure(.unreachable) = try ask(feed) else {
            Issue.record("it was sent")
            return
        }
        #expect(host.requests.entries.isEmpty)
    }
}
