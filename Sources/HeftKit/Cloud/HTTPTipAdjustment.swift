import Synchronization

/// Sends tip adjustments over the network. Source: `ReaderProtocol.md` §9.
///
///     HeftManager.shared().tipAdjustmentService = HTTPTipAdjustment()
public struct HTTPTipAdjustment: TipAdjustmentService {
    /// The longest answer that is read, in bytes. Its code alone counts.
    private static let answerMax = 65_536

    private let client: HTTPClient
    private let address: HostAddress
    private let timeout: Duration

    /// - Parameters:
    ///   - address: ``HostAddress/vendor`` for real adjustments, ``HostAddress/vendorTest`` for tests.
    ///   - certificateAuthorities: whom the host's certificate must come from.
    ///   - timeout: for a whole adjustment.
    public init(
        at address: HostAddress = .vendor, certificateAuthorities: CertificateAuthorities = .system,
        timeout: Duration = .seconds(30)
    ) {
        client = HTTPClient(authorities: certificateAuthorities)
        self.address = address
        self.timeout = timeout
    }

    /// Sends the request once.
    ///
    /// - Returns: the status of the answer's code; ``TipAdjustmentStatus/failed`` without one, and where the task is
    ///   cancelled. The host may have changed the tip then.
    public func send(_ request: TipAdjustmentRequest) async -> TipAdjustmentStatus {
        let fields = request.headers.sorted { $0.key < $1.key }.map { HTTPRequest.Field(name: $0, value: $1) }
        let http = HTTPRequest(
            address: address, target: TipAdjustmentRequest.path, method: .post(request.body), fields: fields,
            timeout: timeout, answerMax: HTTPTipAdjustment.answerMax)
        switch await client.response(to: http) {
        case .success(let response): return TipAdjustmentStatus(httpCode: response.code)
        case .failure: return .failed
        }
    }
}

extension HTTPClient {
    /// Sends a request and waits for what came of it. A cancelled task cancels the exchange.
    func response(to request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
        let call = TaskCall()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call.set(send(request) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            call.cancel()
        }
    }
}

/// A call that may be cancelled before it is known.
private final class TaskCall: Sendable {
    private let state = Mutex<(call: HTTPCall?, isCancelled: Bool)>((nil, false))

    func set(_ call: HTTPCall) {
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
    }

    func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }
}
