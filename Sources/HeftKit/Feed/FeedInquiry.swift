/// One question to the transaction feed, from its first page to the answer: what to do next, and nothing done.
///
/// | state | event | next |
/// |---|---|---|
/// | asked for a page | a page with a next one | asks for that |
/// | | the last page | done |
/// | | the first page, by a clock far from the one assumed | asks anew by that clock, once |
/// | | no answer, or 408, 429, 5xx | waits, then asks again; done after ``attemptsMax`` |
/// | | anything else | done |
///
/// Reading changes nothing at the server, so it may be asked again as often as need be.
struct FeedInquiry {
    enum Step: Equatable {
        /// Ask for the page at this path and query.
        case ask(String)
        /// Call ``waited()`` after that.
        case wait(Duration)
        case done(Result<FeedAnswer, FeedError>)
    }

    /// How often a page is asked for.
    static let attemptsMax = 4
    /// More pages than these are no answer: a list that is cut off might lack the payment that is looked for.
    static let pagesMax = 200
    /// Clocks nearer than this count as the same: the server tells its time in whole seconds, and answers take a while.
    static let clockTolerance: Int64 = 5000

    /// How far the server's clock is ahead of the till's, in milliseconds.
    private(set) var skew: Int64
    /// The same as the last answer had it, to the second; nil where it did not tell the time.
    private var measured: Int64?
    private let path: String
    private let pageLength: Int
    private let query: FeedQuery
    private var rows: [FeedTransaction] = []
    private var isComplete = true
    private var next: String?
    private var attempts = 0
    private var pages = 0
    private var hasAskedAnew = false

    /// - Parameters:
    ///   - path: of the feed.
    ///   - pageLength: how many rows a page is asked for.
    ///   - skew: as far as earlier answers have told.
    init(_ query: FeedQuery, path: String, pageLength: Int, skew: Int64) {
        self.query = query
        self.path = path
        self.pageLength = pageLength
        self.skew = skew
    }

    /// The first step.
    mutating func begin() -> Step { ask() }

    /// The wait is over.
    mutating func waited() -> Step { ask() }

    /// - Parameter now: the till's clock as the answer came, in milliseconds since 1970-01-01 00:00:00 UTC.
    mutating func answered(_ result: Result<HTTPResponse, HTTPFailure>, at now: Int64) -> Step {
        switch result {
        case .success(let response): return answered(response, at: now)
        case .failure(let failure):
            switch failure {
            case .timedOut: return tryAgain("no answer in time")
            case .unreachable(let reason), .broken(let reason): return tryAgain(reason)
            case .untrusted(let reason): return .done(.failure(.unreachable(reason)))
            case .cancelled: return .done(.failure(.unreachable("cancelled")))
            case .tooLong: return .done(.failure(.unreadable("the answer is too long")))
            case .notAllowed, .unreadable, .redirected: return .done(.failure(.refused("the request")))
            }
        }
    }

    private mutating func answered(_ response: HTTPResponse, at now: Int64) -> Step {
        switch response.code {
        case 200: return take(response, at: now)
        case 408, 429, 500...599: return tryAgain("code \(response.code)")
        default: return .done(.failure(.refused("code \(response.code)")))
        }
    }

    private mutating func tryAgain(_ reason: String) -> Step {
        guard attempts < FeedInquiry.attemptsMax else { return .done(.failure(.unreachable(reason))) }
        // 1, 2 and 4 seconds.
        return .wait(.seconds(1 << (attempts - 1)))
    }

    // MARK: Pages

    private mutating func ask() -> Step {
        attempts += 1
        let slack = FeedInquiry.clockTolerance
        var target = "\(path)?terminal=\(FeedInquiry.encoded(query.readerSerial))"
        target += "&from=\(FeedInquiry.sum(query.window.lowerBound, skew, -slack))"
        target += "&to=\(FeedInquiry.sum(query.window.upperBound, skew, slack))&limit=\(pageLength)"
        if let next { target += "&after=\(FeedInquiry.encoded(next))" }
        return .ask(target)
    }

    private mutating func take(_ response: HTTPResponse, at now: Int64) -> Step {
        if pages == 0, let clock = HTTPDate.milliseconds(response.value(of: "Date") ?? "") {
            let measured = FeedInquiry.sum(clock, 0, now == .min ? .max : -now)
            self.measured = measured
            if FeedInquiry.isFar(measured, skew) {
                skew = FeedInquiry.isFar(measured, 0) ? measured : 0
                if !hasAskedAnew {
                    hasAskedAnew = true
                    attempts = 0
                    return ask()
                }
                // A clock that jumps: what it says was asked for may not be all.
                isComplete = false
            }
        }
        guard let page = FeedPage(response.body) else { return .done(.failure(.unreadable("no page"))) }
        for row in page.transactions {
            guard let transaction = FeedTransaction(row, skew: skew) else {
                return .done(.failure(.unreadable("a time")))
            }
            if query.window.contains(transaction.happenedAt) { rows.append(transaction) }
        }
        isComplete = isComplete && page.complete == true
        guard let following = page.next else {
            return .done(.success(FeedAnswer(rows, isComplete: isComplete, clockSkew: measured)))
        }
        pages += 1
        guard following != next, pages < FeedInquiry.pagesMax else {
            return .done(.failure(.unreadable("pages without an end")))
        }
        next = following
        attempts = 0
        return ask()
    }

    private static func isFar(_ one: Int64, _ other: Int64) -> Bool {
        let (difference, isTooMuch) = one.subtractingReportingOverflow(other)
        return isTooMuch || difference.magnitude > UInt64(clockTolerance)
    }

    /// The nearest that there is.
    private static func sum(_ values: Int64...) -> Int64 {
        values.reduce(0) { sum, value in
            let (result, isTooMuch) = sum.addingReportingOverflow(value)
            return isTooMuch ? (value < 0 ? .min : .max) : result
        }
    }

    /// For a value in a query. Source: RFC 3986, unreserved characters.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.append(Character(Unicode.Scalar(byte)))
            default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
