import EventLogging
import HeftKit
import Testing

@Suite("Documents behind links") struct HTTPDocumentsTests {
    private let timers = TestTimers()

    private func answer(_ code: String, _ body: String = "") -> ScriptedHost.Answer {
        .bytes("HTTP/1.1 \(code)\r\nContent-Type: image/png\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private func fetch(
        _ host: ScriptedHost, _ link: String? = nil, longest: Int = 100
    ) throws -> Result<LinkedDocument, LinkedDocumentError> {
        let documents = HTTPDocuments(allowing: [.address(try host.address)], longest: longest, timers: timers)
        let results = EventLog<Result<LinkedDocument, LinkedDocumentError>>()
        _ = documents.fetch(link ?? "http://127.0.0.1:\(host.port)/signatures/1.png") { results.append($0) }
        return try #require(results.wait { $0.first }, "nothing came")
    }

    private let picture = LinkedDocument(contentType: "image/png", bytes: Array("picture".utf8))

    @Test("a document is fetched by its path and query, without what is behind a #") func fetched() throws {
        let host = try ScriptedHost(answer("200 OK", "picture"))
        #expect(try fetch(host, "http://127.0.0.1:\(host.port)/a/../b?c=d#e") == .success(picture))
        #expect(
            host.requests.entries
                == ["GET /a/../b?c=d HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n"])
    }

    @Test("one that is not there yet is asked for again, a little later") func notYet() throws {
        let host = try ScriptedHost(answer("404 Not Found"), answer("404 Not Found"), answer("200 OK", "picture"))
        #expect(try fetch(host) == .success(picture))
        #expect(timers.delays == [1, 2])
    }

    @Test("a host that fails is asked again", arguments: ["503 Busy", "429 Slow Down"])
    func failing(code: String) throws {
        let host = try ScriptedHost(answer(code), .end, answer("200 OK", "picture"))
        #expect(try fetch(host) == .success(picture))
    }

    @Test(
        "after a while it is given up",
        arguments: [("404 Not Found", .notThere), ("500 Oh", .unavailable(nil))] as [(String, LinkedDocumentError)])
    func givenUp(code: String, error: LinkedDocumentError) throws {
        let host = try ScriptedHost(repeating: answer(code), count: 4)
        #expect(try fetch(host) == .failure(error))
        #expect(host.requests.entries.count == 4)
    }

    private func moved(_ location: String) -> ScriptedHost.Answer {
        .bytes("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("a document that its host has moved is followed on the same host, a few times") func movedHere() throws {
        let host = try ScriptedHost(moved("/b.png?x=1#top"), answer("200 OK", "picture"))
        #expect(try fetch(host) == .success(picture))
        #expect(host.requests.entries.last?.hasPrefix("GET /b.png?x=1 HTTP/1.1\r\n") == true)
        let endless = try ScriptedHost(repeating: moved("/again"), count: 9)
        #expect(try fetch(endless) == .failure(.unavailable(.redirected(code: 302))))
        #expect(endless.requests.entries.count == 4)
        let whole = try ScriptedHost(answer("404 Not Found"), answer("200 OK", "picture"))
        let first = try ScriptedHost(moved("http://127.0.0.1:\(whole.port)/b.png"))
        #expect(try fetch(first) == .failure(.unavailable(.redirected(code: 302))), "another port is another host")
        #expect(whole.requests.entries.isEmpty)
    }

    @Test(
        "one that is sent to another host, or by another scheme, is not followed",
        arguments: [
            "https://elsewhere.example/1.png", "//elsewhere.example/1.png", "https://127.0.0.1/1.png", "1.png", "",
            "file:///etc/passwd", "http://localhost/", "javascript:alert(1)", "/a b",
        ])
    func movedAway(location: String) throws {
        let host = try ScriptedHost(moved(location), answer("200 OK", "picture"))
        #expect(try fetch(host) == .failure(.unavailable(.redirected(code: 302))))
        #expect(host.requests.entries.count == 1)
    }

    @Test("a host that does not answer in time is not asked again") func silent() throws {
        let host = try ScriptedHost(.silence, answer("200 OK", "picture"))
        let documents = HTTPDocuments(
            allowing: [.address(try host.address)], timeout: .milliseconds(200), timers: timers)
        let results = EventLog<Result<LinkedDocument, LinkedDocumentError>>()
        _ = documents.fetch("http://127.0.0.1:\(host.port)/") { results.append($0) }
        #expect(results.wait { $0.first } == .failure(.unavailable(.timedOut)))
        #expect(timers.delays == [])
    }

    @Test(
        "what asking again does not help is told at once",
        arguments: [
            ("403 Forbidden", "", .unavailable(nil)), ("302 Found", "", .unavailable(.redirected(code: 302))),
            ("200 OK", "longer than it may be", .tooLong),
        ] as [(String, String, LinkedDocumentError)])
    func refused(code: String, body: String, error: LinkedDocumentError) throws {
        let host = try ScriptedHost(answer(code, body))
        #expect(try fetch(host, longest: 10) == .failure(error))
        #expect(timers.delays == [])
    }

    @Test(
        "a text that is no link, or leads to a host that is not allowed, is not followed",
        arguments: [
            "", "signature", "file:///etc/passwd", "https://bank.example/1.png", "http://bank.example/1.png",
            "https://127.0.0.1/1.png", "http://127.0.0.1:1/1.png", "http://u@127.0.0.1/", "javascript://127.0.0.1/",
        ])
    func notAllowed(link: String) throws {
        let host = try ScriptedHost()
        #expect(try fetch(host, link) == .failure(.notAllowed))
        #expect(try fetch(host, "https://127.0.0.1:\(host.port)/") == .failure(.notAllowed))
        #expect(try fetch(host, "http://127.0.0.1:\(host.port)/a b") == .failure(.notAllowed))
        #expect(host.requests.entries.isEmpty)
    }

    @Test("a cancelled fetch ends at once, once") func cancel() throws {
        let host = try ScriptedHost(.silence)
        let documents = HTTPDocuments(allowing: [.address(try host.address)], timers: timers)
        let results = EventLog<Result<LinkedDocument, LinkedDocumentError>>()
        let call = documents.fetch("http://127.0.0.1:\(host.port)/") { results.append($0) }
        try #require(host.requests.wait(where: { _ in true }))
        call.cancel()
        #expect(results.wait { $0.first } == .failure(.cancelled))
        call.cancel()
        #expect(results.entries == [.failure(.cancelled)])
    }
}
