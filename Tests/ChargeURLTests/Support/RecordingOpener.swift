import ChargeURL
import Synchronization

/// Remembers what it was asked to open.
final class RecordingOpener: URLOpening {
    private let urls = Mutex<[String]>([])
    private let error: URLOpenerError?
    private let handler: Result<Bool, URLOpenerError>

    init(error: URLOpenerError? = nil, handler: Result<Bool, URLOpenerError> = .success(true)) {
        self.error = error
        self.handler = handler
    }

    var opened: [String] { urls.withLock { $0 } }

    func open(_ url: String) throws(URLOpenerError) {
        if let error { throw error }
        urls.withLock { $0.append(url) }
    }

    func hasHandler(forScheme scheme: String) throws(URLOpenerError) -> Bool {
        guard scheme == ChargeProtocol.scheme else { return false }
        return try handler.get()
    }
}
