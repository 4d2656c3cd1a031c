import EventLogging
import HeftKit
import Testing

@Suite("Tip adjustment") struct TipAdjustmentTests {
    private static let guid = "d50af540-a1b0-11e6-85e6-07b2a5f091ec"
    private static let timestamp = "2016-11-01T15:50:16.000Z"

    /// A service that writes down what it is asked, and always says the same.
    private final class Service: TipAdjustmentService {
        let requests = EventLog<TipAdjustmentRequest>()
        let answer: TipAdjustmentStatus

        init(_ answer: TipAdjustmentStatus = .authorised) {
            self.answer = answer
        }

        func send(_ request: TipAdjustmentRequest) async -> TipAdjustmentStatus {
            requests.append(request)
            return answer
        }
    }

    private let manager = HeftManager()

    @Test("builds the request to the byte, and signs it with the text of the secret") func request() async throws {
        let service = Service()
        manager.tipAdjustmentService = service
        #expect(manager.tips.setUp(Shop.secret))
        let status = await manager.tips.adjust(TipAdjustmentTests.guid, 1000, at: TipAdjustmentTests.timestamp)
        #expect(status == .authorised)
        let request = try #require(service.requests.entries.first)
        let body =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tipadjustment>\n\t<originalGuid>\(TipAdjustmentTests.guid)"
            + "</originalGuid>\n\t<tipAmount>1000</tipAmount>\n\t<timestamp>\(TipAdjustmentTests.timestamp)</timestamp>\n"
            + "</tipadjustment>"
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        // Made with another implementation of HMAC over the same bytes.
        #expect(request.signature == "KJo4aRUmaqrktao2NANoEDh8spR26v6mbghhsFIcoHY=")
        #expect(
            request.headers == ["Content-Type": "text/xml", "Accept": "*/*", "hmac": request.signature])
    }

    @Test(
        "brings the service's word to the callback, once",
        arguments: [TipAdjustmentAuthorised, TipAdjustmentDeclined, TipAdjustmentFailed])
    func callback(status: TipAdjustmentStatus) async {
        manager.tipAdjustmentService = Service(status)
        #expect(manager.tips.setUp(Shop.secret))
        let (told, tell) = AsyncStream.makeStream(of: TipAdjustmentStatus.self)
        let isSent = manager.tips.adjust("x", 0, at: "") { tell.yield($0) }
        #expect(isSent)
        #expect(await told.first { _ in true } == status)
    }

    private func isSent(_ transaction: String, _ amount: Int) -> Bool {
        manager.tips.adjust(transaction, amount, at: "") { _ in }
    }

    @Test("is refused without a secret, a service, an id, or with a tip below zero") func refused() async {
        let service = Service()
        #expect(!isSent("x", 1))
        manager.tipAdjustmentService = service
        #expect(!isSent("x", 1))
        #expect(!manager.tips.setUp(String(Shop.secret.dropLast())))
        #expect(!manager.tips.setUp(Shop.secret.dropLast() + "g"))
        #expect(await manager.tips.adjust("x", 1, at: "") == .failed)
        #expect(manager.tips.setUp(Shop.secret))
        #expect(!isSent("", 1))
        #expect(!isSent("x", -1))
        #expect(service.requests.entries.isEmpty)
        #expect(await manager.tips.adjust("<&>", 1, at: "") == .authorised)
        let bodies = service.requests.entries.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.allSatisfy { $0.contains("<originalGuid>&lt;&amp;&gt;</originalGuid>") })
    }

    @Test("the host's codes mean what they say", arguments: [(200, 0), (403, 1), (500, 2), (0, 2), (204, 2)])
    func codes(code: Int, status: Int) {
        #expect(TipAdjustmentStatus(httpCode: code).rawValue == status)
    }

    @Test("the free functions refuse while nothing sends, and a secret is 64 digits") func freeFunctions() async {
        #expect(!setupHandpointApiConnection("secret"))
        #expect(setupHandpointApiConnection(Shop.secret))
        #expect(!tipAdjustment(TipAdjustmentTests.guid, 1000, nil))
        let called = EventLog<Bool>()
        let isSent = tipAdjustment(TipAdjustmentTests.guid, 1000, { _ in called.append(true) })
        #expect(!isSent)
        #expect(await tipAdjustment(TipAdjustmentTests.guid, 1000) == TipAdjustmentFailed)
        #expect(called.entries.isEmpty)
    }
}
