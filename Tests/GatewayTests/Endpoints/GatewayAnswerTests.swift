import FoundationEssentials
import HeftWire
import ReaderSimulator
import Testing

@testable import till_gateway

/// The server's answers without a network: what comes in as values, and what goes out.
@Suite("The gateway's answers") struct GatewayAnswerTests {
    private static let key = Secret(text: "key-1")
    private static let serial = "000012348421"

    private func gateway(apiKey: Secret? = key, books path: String? = nil) throws -> Gateway {
        Gateway(
            books: try GatewayBooks(path: path), apiKey: apiKey, sharedSecret: Secret(text: "secret"), now: { 1000 })
    }

    private func sale(_ id: String, _ amount: UInt32 = 1250) -> WebRequest {
        var request = HostRequest(kind: .sale, batch: 1, date: "20261004143205", terminal: Self.serial)
        request.id = id
        request.amountMinor = amount
        request.currency = 826
        let http = request.http(host: "bank.example")
        let end = http.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        return WebRequest(method: "POST", path: request.kind.path, body: Array(http[end...]))
    }

    private func feed(_ query: [String: String], key: String? = "key-1") -> WebRequest {
        WebRequest(
            method: "GET", path: Gateway.feedPath,
            query: ["terminal": Self.serial, "from": "0", "to": "2000"].merging(query) { $1 },
            fields: key.map { ["x-api-key": $0] } ?? [:])
    }

    private func code(_ answer: WebAnswer) -> Int? {
        if case .whole(let reply) = answer.form { reply.code } else { nil }
    }

    private func text(_ answer: WebAnswer) -> String {
        if case .whole(let reply) = answer.form { String(decoding: reply.body, as: UTF8.self) } else { "" }
    }

    @Test("a page ends with what the next one begins after, and the last one with nothing") func pages() throws {
        let gateway = try gateway()
        for id in ["A", "B", "C"] { #expect(code(gateway.answer(sale(id))) == 200) }
        let first = text(gateway.answer(feed(["limit": "2"])))
        #expect(first.contains("\"next\":\"2\""))
        #expect(first.contains("\"transactionID\":\"B\""))
        #expect(!first.contains("\"transactionID\":\"C\""))
        for query in [["limit": "2", "after": "2"], ["limit": "1", "after": "2"]] {
            let last = text(gateway.answer(feed(query)))
            #expect(last.contains("\"transactionID\":\"C\""))
            #expect(!last.contains("next"))
            #expect(last.contains("\"complete\":true"))
        }
    }

    @Test(
        "a question that makes no sense is refused",
        arguments: [
            ["terminal": ""], ["from": "x"], ["to": "1.5"], ["from": "2", "to": "1"], ["limit": "0"], ["limit": "501"],
            ["limit": "x"], ["after": "-1"], ["to": "99999999999999999999"],
        ])
    func badQuestions(query: [String: String]) throws {
        #expect(try code(gateway().answer(feed(query))) == 400)
    }

    @Test("the widest question is none too wide") func widest() throws {
        let gateway = try gateway()
        _ = gateway.answer(sale("A"))
        let answer = gateway.answer(feed(["from": "\(Int64.min)", "to": "\(Int64.max)", "after": "0", "limit": "500"]))
        #expect(text(answer).contains("\"transactionID\":\"A\""))
    }

    @Test("the key is asked for first", arguments: [Gateway.feedPath, Gateway.faultsPath, Gateway.batchesPath])
    func key(path: String) throws {
        let request = WebRequest(method: "GET", path: path)
        var wrong = request
        wrong.fields["x-api-key"] = "key-2"
        #expect(try code(gateway().answer(request)) == 401)
        #expect(try code(gateway().answer(wrong)) == 401)
        wrong.fields["x-api-key"] = ""
        #expect(try code(gateway(apiKey: nil).answer(wrong)) == 403)
    }

    @Test("another method, or another path, is told so") func methods() throws {
        let gateway = try gateway()
        for path in [HostRequest.Kind.sale.path, Gateway.tipPath] {
            #expect(code(gateway.answer(WebRequest(method: "GET", path: path))) == 405)
        }
        #expect(code(gateway.answer(WebRequest(method: "POST", path: Gateway.feedPath))) == 405)
        #expect(code(gateway.answer(WebRequest(method: "GET", path: "/"))) == 404)
    }

    @Test("texts from outside come back as they came, whatever they hold") func hostileTexts() throws {
        let gateway = try gateway()
        var request = HostRequest(kind: .sale, batch: 1, date: "20261004143205", terminal: Self.serial)
        request.id = "A'; DROP TABLE payment; --"
        request.amountMinor = 1250
        request.currency = 826
        request.customerReference = "\"\\ <é>&"
        let http = request.http(host: "bank.example")
        let end = http.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        let post = WebRequest(method: "POST", path: request.kind.path, body: Array(http[end...]))
        #expect(code(gateway.answer(post)) == 200)
        let page = text(gateway.answer(feed([:])))
        #expect(page.contains("\"transactionID\":\"A'; DROP TABLE payment; --\""))
        #expect(page.contains("\"customerReference\":\"\\\"\\\\ <é>&\""))
    }

    @Test(
        "an unreadable body is refused and changes nothing",
        arguments: [[], [0], Array("<a>".utf8), Array(repeating: 0xFF, count: 5000)])
    func unreadable(body: [UInt8]) throws {
        let gateway = try gateway()
        for path in HostRequest.Kind.allCases.map(\.path) {
            #expect(code(gateway.answer(WebRequest(method: "POST", path: path, body: body))) == 400)
        }
        #expect(code(gateway.answer(WebRequest(method: "POST", path: Gateway.tipPath, body: body))) == 401)
        #expect(text(gateway.answer(feed([:]))) == "{\"complete\":true,\"transactions\":[]}\n")
    }

    @Test("a signed tip that cannot be read is told so") func unreadableTip() throws {
        let body = Array("<tipadjustment></tipadjustment>".utf8)
        let signature = Data(HMACSHA256.code(key: Array("secret".utf8), message: body)).base64EncodedString()
        let request = WebRequest(method: "POST", path: Gateway.tipPath, fields: ["hmac": signature], body: body)
        #expect(try code(gateway().answer(request)) == 400)
    }

    // MARK: Faults

    private func faultRequest(_ query: [String: String], _ method: String = "POST") -> WebRequest {
        WebRequest(method: method, path: Gateway.faultsPath, query: query, fields: ["x-api-key": "key-1"])
    }

    @Test("faults come in their order, where they belong, and so often as was asked") func faults() throws {
        let gateway = try gateway()
        _ = gateway.answer(faultRequest(["kind": "500", "on": "feed", "count": "2"]))
        let listed = gateway.answer(faultRequest(["kind": "drop-after", "on": "authorization"]))
        #expect(
            text(listed)
                == "[{\"count\":2,\"kind\":\"500\",\"milliseconds\":0,\"on\":\"feed\"},"
                + "{\"count\":1,\"kind\":\"drop-after\",\"milliseconds\":0,\"on\":\"authorization\"}]\n")
        #expect(gateway.answer(sale("A")).form == .dropped)
        #expect(code(gateway.answer(sale("B"))) == 200)
        #expect(code(gateway.answer(feed([:]))) == 500)
        #expect(code(gateway.answer(feed([:]))) == 500)
        #expect(code(gateway.answer(feed([:]))) == 200)
        #expect(text(gateway.answer(faultRequest([:], "GET"))) == "[]\n")
    }

    @Test("a delay is on the answer, and a fault of connections on no request") func delay() throws {
        let gateway = try gateway()
        _ = gateway.answer(faultRequest(["kind": "bad-tls"]))
        _ = gateway.answer(faultRequest(["kind": "delay", "milliseconds": "1500"]))
        #expect(gateway.answer(sale("A")).delay == .milliseconds(1500))
        #expect(gateway.garblesConnection())
        #expect(!gateway.garblesConnection())
    }

    @Test("faults that make no sense are refused, and all of them can be cleared") func badFaults() throws {
        let gateway = try gateway()
        for query in [
            [:], ["kind": "fire"], ["kind": "500", "on": "moon"], ["kind": "500", "count": "0"],
            ["kind": "500", "count": "1001"], ["kind": "delay", "milliseconds": "-1"],
            ["kind": "delay", "milliseconds": "600001"], ["kind": "delay", "count": "x"],
        ] as [[String: String]] {
            #expect(code(gateway.answer(faultRequest(query))) == 400)
        }
        _ = gateway.answer(faultRequest(["kind": "500"]))
        #expect(text(gateway.answer(faultRequest([:], "DELETE"))) == "[]\n")
        #expect(code(gateway.answer(sale("A"))) == 200)
    }

    @Test("more faults than a limit are refused") func manyFaults() throws {
        var plan = FaultPlan()
        for _ in 0..<Fault.countMax {
            let isAdded = plan.add(Fault(kind: .delay))
            #expect(isAdded)
        }
        let isAdded = plan.add(Fault(kind: .delay))
        #expect(!isAdded)
    }

    // MARK: Books

    @Test("books that another program has broken are an error of the server, and nothing is said to be decided")
    func brokenBooks() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books.sqlite"
        let gateway = try gateway(books: path)
        let other = try BooksDatabase(path: path)
        try other.execute("BEGIN EXCLUSIVE; DROP TABLE payment; COMMIT")
        #expect(code(gateway.answer(sale("A"))) == 500)
    }

    @Test("a secret does not print itself") func secretText() {
        let secret = Secret(text: "tell-nobody")
        #expect(
            !"\(secret) \(String(reflecting: secret)) \(Mirror(reflecting: secret).children.count)".contains("tell"))
        #expect(secret.isSame(as: "tell-nobody"))
        #expect(!secret.isSame(as: "tell-nobodz"))
        #expect(!secret.isSame(as: "tell-nobod"))
    }
}
