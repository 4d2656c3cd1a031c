import HeftKit
import Testing

@Suite("Tip adjustment on the network") struct HTTPTipAdjustmentTests {
    private static let guid = "d50af540-a1b0-11e6-85e6-07b2a5f091ec"
    private static let timestamp = "2016-11-01T15:50:16.000Z"

    private func adjust(_ host: ScriptedHost) async throws -> TipAdjustmentStatus {
        let manager = HeftManager()
        manager.tipAdjustmentService = HTTPTipAdjustment(at: try host.address)
        try #require(manager.tips.setUp(Shop.secret))
        return await manager.tips.adjust(Self.guid, 1000, at: Self.timestamp)
    }

    @Test("goes out to the byte, once") func request() async throws {
        let host = try ScriptedHost(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        #expect(try await adjust(host) == .authorised)
        let body =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tipadjustment>\n\t<originalGuid>\(Self.guid)</originalGuid>\n"
            + "\t<tipAmount>1000</tipAmount>\n\t<timestamp>\(Self.timestamp)</timestamp>\n</tipadjustment>"
        #expect(
            host.requests.entries == [
                "POST /sdk/financial/v1/tipadjustment/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n"
                    + "Content-Type: text/xml\r\nhmac: KJo4aRUmaqrktao2NANoEDh8spR26v6mbghhsFIcoHY=\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
            ])
    }

    @Test(
        "what the host answers is what became of it, and nothing is sent twice",
        arguments: [
            (.bytes("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"), .declined),
            (.bytes("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"), .failed),
            (.bytes("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"), .failed),
            (.bytes("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"), .failed), (.end, .failed),
        ] as [(ScriptedHost.Answer, TipAdjustmentStatus)])
    func codes(answer: ScriptedHost.Answer, status: TipAdjustmentStatus) async throws {
        let host = try ScriptedHost(answer, .bytes("HTTP/1.1 200 OK\r\n\r\n"))
        #expect(try await adjust(host) == status)
        #expect(host.requests.entries.count == 1)
    }

    @Test("a cancelled task does not wait for the host") func cancel() async throws {
        let host = try ScriptedHost(.silence)
        let task = Task { try await adjust(host) }
        for await _ in host.asked { break }
        task.cancel()
        #expect(try await task.value == .failed)
    }
}
