import Dispatch
import HeftTransport
import Synchronization

/// Reads the acquirer's transaction feed over the network, page by page.
///
/// A page that does not come is asked for again, up to four times, after 1, 2 and 4 seconds: reading changes nothing. The
/// server says what time it has; where its clock and the till's are more than 5 seconds apart, it is asked by its own
/// clock, and the times of its rows are turned into the till's. A list that could not be read to its end is an error and
/// no answer. What a row means for a payment is for others to find out.
package final class HTTPTransactionFeed: TransactionFeed {
    /// Where the feed is on its host.
    package static let usualPath = "/sdk/financial/v1/transactions"
    /// The longest page that is read, in bytes.
    private static let answerMax = 4_194_304

    private let client: HTTPClient
    private let address: HostAddress
    private let path: String
    private let apiKey: SecretText
    private let pageLength: Int
    private let timeout: Duration
    private let timers: any TimerScheduler
    private let now: @Sendable () -> Int64
    private let skew = Mutex<Int64>(0)
    private let queue = DispatchQueue(label: "heft.feed")

    /// - Parameters:
    ///   - address: of the feed's host.
    ///   - path: of the feed on it; printable ASCII without a query.
    ///   - apiKey: goes out in the header `X-Api-Key`; printable ASCII.
    ///   - pageLength: how many rows a page is asked for, 1–500.
    ///   - certificateAuthorities: whom the host's certificate must come from.
    ///   - timeout: for one page.
    ///   - timers: for the waits between attempts.
    ///   - now: the till's clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    package init(
        at address: HostAddress, path: String = HTTPTransactionFeed.usualPath, apiKey: String,
        pageLength: Int = 500, certificateAuthorities: CertificateAuthorities = .system,
        timeout: Duration = .seconds(20),
        timers: any TimerScheduler = DispatchTimers(), now: @escaping @Sendable () -> Int64
    ) {
        client = HTTPClient(authorities: certificateAuthorities)
        self.address = address
        self.path = path
        self.apiKey = SecretText(text: apiKey)
        self.pageLength = pageLength
        self.timeout = timeout
        self.timers = timers
        self.now = now
    }

    /// How far the server's clock was ahead of the till's in the last answer, in milliseconds; 0 where the two were less
    /// than 5 seconds apart, and before the first.
    package var clockSkew: Int64 { skew.withLock { $0 } }

    package func transactions(
        of query: FeedQuery, completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
    ) {
        let inquiry = FeedInquiry(query, path: path, pageLength: pageLength, skew: clockSkew)
        let run = Run(self, inquiry, completion)
        queue.async { run.begin() }
    }

    /// Carries out the steps of one question.
    // Unchecked because every stored `var` is touched on the feed's queue alone.
    private final class Run: @unchecked Sendable {
        private let feed: HTTPTransactionFeed
        private var inquiry: FeedInquiry
        private let completion: @Sendable (Result<FeedAnswer, FeedError>) -> Void
        private var timer: (any ScheduledTimer)?

        init(
            _ feed: HTTPTransactionFeed, _ inquiry: FeedInquiry,
            _ completion: @escaping @Sendable (Result<FeedAnswer, FeedError>) -> Void
        ) {
            self.feed = feed
            self.inquiry = inquiry
            self.completion = completion
        }

        func begin() { carryOut(inquiry.begin()) }

        private func carryOut(_ step: FeedInquiry.Step) {
            switch step {
            case .ask(let target):
                _ = feed.client.send(feed.request(target)) { [self] result in
                    feed.queue.async { self.answered(result) }
                }
            case .wait(let duration):
                timer = feed.timers.schedule(after: duration, on: feed.queue) { [self] in
                    timer = nil
                    carryOut(inquiry.waited())
                }
            case .done(let result):
                completion(result)
            }
        }

        private func answered(_ result: Result<HTTPResponse, HTTPFailure>) {
            let step = inquiry.answered(result, at: feed.now())
            feed.skew.withLock { $0 = inquiry.skew }
            carryOut(step)
        }
    }

    private func request(_ target: String) -> HTTPRequest {
        HTTPRequest(
            address: address, target: target, method: .get,
            fields: [
                HTTPRequest.Field(name: "Accept", value: "application/json"),
                HTTPRequest.Field(name: "X-Api-Key", value: apiKey.text),
            ], timeout: timeout, answerMax: HTTPTransactionFeed.answerMax)
    }
}
