import Dispatch
import HeftTransport

/// Fetches what links lead to, over the network.
///
/// A document may be made a while after its link was given out: what is not there is asked for again, after 1, 2 and 4
/// seconds. Reading changes nothing at the host. A host that moves a document is followed as long as it stays the same
/// host, over the same port.
package final class HTTPDocuments: Sendable {
    /// The longest document that is fetched unless another limit is asked for, in bytes.
    package static let usualLongest = 1_048_576
    private static let waits: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// How often one document may be moved.
    private static let movesMax = 3

    private let client: HTTPClient
    private let allowances: [HostAllowance]
    private let longest: Int
    private let timeout: Duration
    private let timers: any TimerScheduler
    private let queue = DispatchQueue(label: "heft.documents")

    /// - Parameters:
    ///   - allowances: the hosts that may be asked.
    ///   - certificateAuthorities: whom their certificates must come from.
    ///   - longest: of a document, in bytes.
    ///   - timeout: for one attempt.
    ///   - timers: for the waits between attempts.
    package init(
        allowing allowances: [HostAllowance] = [.vendor], certificateAuthorities: CertificateAuthorities = .system,
        longest: Int = HTTPDocuments.usualLongest, timeout: Duration = .seconds(20),
        timers: any TimerScheduler = DispatchTimers()
    ) {
        client = HTTPClient(authorities: certificateAuthorities)
        self.allowances = allowances
        self.longest = longest
        self.timeout = timeout
        self.timers = timers
    }

    /// Starts to fetch a document.
    ///
    /// - Parameters:
    ///   - link: an `https` address, as it came from outside.
    ///   - completion: called once, from any thread, also after a cancel.
    package func fetch(
        _ link: String, completion: @escaping @Sendable (Result<LinkedDocument, LinkedDocumentError>) -> Void
    ) -> any HostCall {
        let run = Run(self, request(link), completion)
        queue.async { run.attempt() }
        return run
    }

    private func request(_ link: String) -> HTTPRequest? {
        guard let link = DocumentLink(link),
            allowances.contains(where: { $0.address(name: link.address.name, port: link.address.port) == link.address })
        else { return nil }
        return HTTPRequest(
            address: link.address, target: link.target, method: .get,
            fields: [HTTPRequest.Field(name: "Accept", value: "*/*")], timeout: timeout, answerMax: longest)
    }

    /// Fetches one document.
    // Unchecked because every stored `var` is touched on the queue of documents alone.
    private final class Run: HostCall, @unchecked Sendable {
        private let documents: HTTPDocuments
        private var request: HTTPRequest?
        private var moves = 0
        private var completion: (@Sendable (Result<LinkedDocument, LinkedDocumentError>) -> Void)?
        private var waits = HTTPDocuments.waits[...]
        private var timer: (any ScheduledTimer)?
        private var call: HTTPCall?

        init(
            _ documents: HTTPDocuments, _ request: HTTPRequest?,
            _ completion: @escaping @Sendable (Result<LinkedDocument, LinkedDocumentError>) -> Void
        ) {
            self.documents = documents
            self.request = request
            self.completion = completion
        }

        func cancel() {
            documents.queue.async { [self] in
                timer?.cancel()
                call?.cancel()
                end(.failure(.cancelled))
            }
        }

        func attempt() {
            timer = nil
            guard completion != nil else { return }
            guard let request else { return end(.failure(.notAllowed)) }
            call = documents.client.send(request) { [self] result in
                documents.queue.async { self.answered(result) }
            }
        }

        private func answered(_ result: Result<HTTPResponse, HTTPFailure>) {
            call = nil
            guard completion != nil else { return }
            switch result {
            case .success(let response): answered(response)
            case .failure(.tooLong): end(.failure(.tooLong))
            case .failure(.untrusted(let reason)): end(.failure(.unavailable(.untrusted(reason))))
            // It was waited for long enough.
            case .failure(.timedOut): end(.failure(.unavailable(.timedOut)))
            case .failure(let failure): tryAgain(or: .unavailable(failure))
            }
        }

        private func answered(_ response: HTTPResponse) {
            switch response.code {
            case 200:
                let type = response.value(of: "Content-Type") ?? ""
                end(.success(LinkedDocument(contentType: type, bytes: response.body)))
            case 404, 425: tryAgain(or: .notThere)
            case 408, 429, 500...599: tryAgain(or: .unavailable(nil))
            case 300...399: follow(response)
            default: end(.failure(.unavailable(nil)))
            }
        }

        private func follow(_ response: HTTPResponse) {
            guard let address = request?.address, let location = response.value(of: "Location"),
                let target = DocumentLink.target(of: location, on: address), moves < HTTPDocuments.movesMax
            else { return end(.failure(.unavailable(.redirected(code: response.code)))) }
            moves += 1
            request?.target = target
            attempt()
        }

        private func tryAgain(or error: LinkedDocumentError) {
            guard let wait = waits.popFirst() else { return end(.failure(error)) }
            timer = documents.timers.schedule(after: wait, on: documents.queue) { [self] in attempt() }
        }

        private func end(_ result: Result<LinkedDocument, LinkedDocumentError>) {
            let completion = completion
            self.completion = nil
            timer = nil
            completion?(result)
        }
    }
}
