import Dispatch
import FoundationEssentials
import ReaderSimulator
import Synchronization

/// Answers requests: the acquirer, tip adjustments, the transaction feed, pictures of signatures, and what is for tests
/// alone.
final class Gateway: Sendable {
    static let tipPath = "/sdk/financial/v1/tipadjustment/"
    static let feedPath = "/sdk/financial/v1/transactions"
    static let faultsPath = "/test/faults"
    static let batchesPath = "/test/batches"
    /// What `X-Api-Key` must say for feed, batches and faults.
    static let apiKeyField = "x-api-key"

    private let shelf: Shelf
    private let faults = Mutex(FaultPlan())
    private let apiKey: Secret?
    private let sharedSecret: Secret
    private let now: @Sendable () -> Int64
    private let log: @Sendable (String) -> Void

    /// The books and the queue that they stay on.
    // Unchecked because the books are touched on the queue alone.
    private struct Shelf: @unchecked Sendable {
        let books: GatewayBooks
        let queue = DispatchQueue(label: "till-gateway.books")

        func use<Value>(_ body: (GatewayBooks) throws(BooksError) -> Value) -> Result<Value, BooksError> {
            queue.sync {
                do throws(BooksError) {
                    return .success(try body(books))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// - Parameters:
    ///   - apiKey: nil switches feed, batches and faults off.
    ///   - sharedSecret: the text that tip adjustments are signed with.
    ///   - now: milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - log: takes one line a request, of words of our own.
    init(
        books: sending GatewayBooks, apiKey: Secret?, sharedSecret: Secret, now: @escaping @Sendable () -> Int64,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        shelf = Shelf(books: books)
        self.apiKey = apiKey
        self.sharedSecret = sharedSecret
        self.now = now
        self.log = log
    }

    /// Whether a connection that begins goes wrong.
    func garblesConnection() -> Bool {
        let isGarbled = faults.withLock { $0.takeConnection() }
        if isGarbled { log("connection: answered with nonsense") }
        return isGarbled
    }

    func answer(_ request: WebRequest) -> WebAnswer {
        if HostRequest.Kind.allCases.contains(where: { $0.path == request.path }) { return answerReader(request) }
        switch request.path {
        case Gateway.tipPath: return answerTip(request)
        case Gateway.feedPath: return answerFeed(request)
        case Gateway.faultsPath: return WebAnswer(.whole(answerFaults(request)))
        case Gateway.batchesPath: return WebAnswer(.whole(answerBatches(request)))
        default:
            if let payment = TestHost.payment(ofSignature: request.path) {
                return answerSignature(request, of: payment)
            }
            return WebAnswer(.whole(WebReply(404, "There is nothing here.")))
        }
    }

    // MARK: Faults

    /// Longer than any answer that a client takes.
    private static let oversizedCount = 6 << 20

    /// Carries out what is asked of a place, as the next fault for it wants.
    private func perform(at place: Fault.Place, _ work: () -> WebAnswer) -> WebAnswer {
        guard let fault = faults.withLock({ $0.take(at: place) }) else { return work() }
        log("\(place.rawValue): fault \(fault.kind.rawValue)")
        switch fault.kind {
        case .dropBefore, .badTLS: return WebAnswer(.dropped)
        case .serverError: return WebAnswer(.whole(WebReply(500, "A fault was asked for.")))
        case .redirect:
            var reply = WebReply(302, "A fault was asked for.")
            reply.location = "https://elsewhere.example/"
            return WebAnswer(.whole(reply))
        case .notThere: return WebAnswer(.whole(WebReply(404, "A fault was asked for.")))
        case .delay, .dropAfter, .silentAfter, .truncated, .oversized, .otherSale: break
        }
        var answer = work()
        switch (fault.kind, answer.form) {
        case (.delay, _): answer.delay = .milliseconds(fault.milliseconds)
        case (.dropAfter, _): answer.form = .dropped
        case (.silentAfter, _): answer.form = .silent
        case (.truncated, .whole(let reply)): answer.form = .truncated(reply)
        case (.otherSale, .whole(let reply)): answer.form = .whole(Gateway.ofAnotherPayment(reply))
        case (.oversized, .whole(let reply)):
            let body = reply.body + [UInt8](repeating: 0, count: Gateway.oversizedCount)
            answer.form = .whole(WebReply(reply.code, contentType: reply.contentType, body: body))
        default: break
        }
        return answer
    }

    /// An approval that nobody asked for, where the answer is one to a reader.
    private static func ofAnotherPayment(_ reply: WebReply) -> WebReply {
        guard reply.code == 200, reply.contentType == readerType else { return reply }
        var other = HostReply(.approved)
        other.id = "00000000-0000-4000-8000-000000000000"
        other.authorisedMinor = 100
        other.authorisationCode = "000000"
        return WebReply(200, contentType: readerType, body: other.body)
    }

    /// What reader and acquirer send each other.
    private static let readerType = "application/octet-stream"

    private func failed(_ place: String, _ error: BooksError) -> WebReply {
        log("\(place): the books cannot be used: \(error.detail)")
        return WebReply(500, "The books cannot be used.")
    }

    // MARK: The acquirer

    private func answerReader(_ request: WebRequest) -> WebAnswer {
        guard request.method == "POST" else { return WebAnswer(.whole(WebReply(405, "A reader posts."))) }
        let asked: HostRequest
        do throws(HostRequest.Refusal) {
            asked = try HostRequest(path: request.path, body: request.body)
        } catch {
            return WebAnswer(.whole(WebReply(400, "This is no request of a reader.")))
        }
        return perform(at: asked.kind.place) {
            switch shelf.use({ (books) throws(BooksError) in try books.decide(asked, at: now()) }) {
            case .success(let reply?):
                log("\(asked.kind.rawValue) \(asked.amountMinor) in \(asked.currency): \(reply.result.rawValue)")
                return WebAnswer(
                    .whole(WebReply(200, contentType: Gateway.readerType, body: reply.body)))
            case .success(nil):
                log("\(asked.kind.rawValue) \(asked.amountMinor) in \(asked.currency): no answer")
                return WebAnswer(.silent)
            case .failure(let error): return WebAnswer(.whole(failed(asked.kind.rawValue, error)))
            }
        }
    }

    // MARK: Tips

    private func answerTip(_ request: WebRequest) -> WebAnswer {
        guard request.method == "POST" else { return WebAnswer(.whole(WebReply(405, "A tip is posted."))) }
        return perform(at: .tip) {
            // Whoever has not signed is not told more.
            let sale = TestHost.tippedSale(in: request.body) ?? ""
            let result = shelf.use { (books) throws(BooksError) in
                try books.adjustTip(
                    of: sale, body: request.body, signature: request.fields["hmac"] ?? "", secret: sharedSecret.text,
                    at: now())
            }
            switch result {
            case .success(let code):
                log("tip: \(code)")
                return WebAnswer(
                    .whole(WebReply(code, code == 200 ? "The tip is changed." : "The tip is not changed.")))
            case .failure(let error): return WebAnswer(.whole(failed("tip", error)))
            }
        }
    }

    // MARK: Signatures

    /// The picture of whatever payment there is: all cardholders of the simulator write alike.
    private func answerSignature(_ request: WebRequest, of payment: String) -> WebAnswer {
        guard request.method == "GET" else { return WebAnswer(.whole(WebReply(405, "A picture is read."))) }
        return perform(at: .signature) {
            switch shelf.use({ (books) throws(BooksError) in try books.holds(payment) }) {
            case .success(true):
                log("signature: given")
                return WebAnswer(.whole(WebReply(200, contentType: "image/png", body: SignaturePicture.file)))
            case .success(false): return WebAnswer(.whole(WebReply(404, "There is no such payment.")))
            case .failure(let error): return WebAnswer(.whole(failed("signature", error)))
            }
        }
    }

    // MARK: The feed

    private static let pageMax = 500
    private static let pageUsual = 100

    private func answerFeed(_ request: WebRequest) -> WebAnswer {
        guard request.method == "GET" else { return WebAnswer(.whole(WebReply(405, "The feed is read."))) }
        return perform(at: .feed) {
            if let refusal = refusal(request) { return WebAnswer(.whole(refusal)) }
            guard let terminal = request.query["terminal"], !terminal.isEmpty,
                let from = Gateway.number(request, "from"), let to = Gateway.number(request, "to"), from <= to,
                let after = Gateway.number(request, "after", usual: 0), after >= 0,
                let limit = Gateway.number(request, "limit", usual: Int64(Gateway.pageUsual)),
                (1...Int64(Gateway.pageMax)).contains(limit)
            else {
                return WebAnswer(
                    .whole(
                        WebReply(
                            400, "Ask with terminal, from and to (milliseconds since 1970), perhaps after and limit.")))
            }
            // One more than a page says whether another one follows.
            let lines = shelf.use { (books) throws(BooksError) in
                try books.payments(terminal: terminal, from: from, to: to, after: after, limit: Int(limit) + 1)
            }
            switch lines {
            case .success(let lines):
                log("feed: \(min(lines.count, Int(limit))) payments")
                return WebAnswer(.whole(Gateway.json(FeedDocument(lines, limit: Int(limit)))))
            case .failure(let error): return WebAnswer(.whole(failed("feed", error)))
            }
        }
    }

    private static func number(_ request: WebRequest, _ name: String, usual: Int64? = nil) -> Int64? {
        guard let text = request.query[name] else { return usual }
        return Int64(text)
    }

    /// Nil where the request has the key.
    private func refusal(_ request: WebRequest) -> WebReply? {
        guard let apiKey else { return WebReply(403, "No API key is set up, so this is off. See till-gateway help.") }
        guard let given = request.fields[Gateway.apiKeyField] else { return WebReply(401, "The API key is missing.") }
        return apiKey.isSame(as: given) ? nil : WebReply(401, "The API key is wrong.")
    }

    static func json(_ document: some Encodable) -> WebReply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return WebReply(200, contentType: "application/json", body: Array(try encoder.encode(document)) + [0x0A])
        } catch {
            return WebReply(500, "The answer could not be put into words.")
        }
    }

    // MARK: For tests alone

    private struct FaultDocument: Encodable {
        var kind: String
        var on: String?
        var count: Int
        var milliseconds: Int
    }

    private func answerFaults(_ request: WebRequest) -> WebReply {
        if let refusal = refusal(request) { return refusal }
        switch request.method {
        case "GET": break
        case "DELETE": faults.withLock { $0.clear() }
        case "POST":
            guard let fault = Fault(request.query) else {
                let kinds = Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                let places = Fault.Place.allCases.map(\.rawValue).joined(separator: ", ")
                return WebReply(
                    400, "Ask with kind (\(kinds)), perhaps on (\(places)), count (1-1000), milliseconds (of a delay).")
            }
            guard faults.withLock({ $0.add(fault) }) else { return WebReply(409, "There are too many faults.") }
        default: return WebReply(405, "Faults are read (GET), added (POST) and cleared (DELETE).")
        }
        let listed = faults.withLock { $0.faults }
        return Gateway.json(
            listed.map {
                FaultDocument(
                    kind: $0.kind.rawValue, on: $0.place?.rawValue, count: $0.count, milliseconds: $0.milliseconds)
            })
    }

    private func answerBatches(_ request: WebRequest) -> WebReply {
        if let refusal = refusal(request) { return refusal }
        guard request.method == "GET" else { return WebReply(405, "Batches are read.") }
        switch shelf.use({ (books) throws(BooksError) in try books.batches() }) {
        case .success(let lines): return Gateway.json(lines)
        case .failure(let error): return failed("batches", error)
        }
    }
}

extension HostRequest.Kind {
    fileprivate var place: Fault.Place {
        switch self {
        case .sale, .refund: .authorization
        case .saleReversal, .refundReversal: .reversal
        case .day: .reconciliation
        case .update: .initialisation
        }
    }
}

extension Fault {
    /// Reads a query; nil when it makes no sense.
    fileprivate init?(_ query: [String: String]) {
        guard let kind = query["kind"].flatMap(Kind.init(rawValue:)) else { return nil }
        self.init(kind: kind)
        if let word = query["on"] {
            guard let place = Place(rawValue: word) else { return nil }
            self.place = place
        }
        guard let count = Int(query["count"] ?? "1"), (1...Fault.countMax).contains(count),
            let milliseconds = Int(query["milliseconds"] ?? "0"), (0...Fault.millisecondsMax).contains(milliseconds)
        else { return nil }
        self.count = count
        self.milliseconds = milliseconds
    }
}
