import CCurl
import Dispatch
import Synchronization

/// Sends HTTP requests by libcurl, each once.
///
/// Every exchange has a connection of its own: on a connection that is used again libcurl sends a request that found it
/// dead a second time, and a payment must not go out twice. Nobody is followed to another address, and the environment
/// names no proxy.
///
/// All exchanges run on one queue, which is busy only while there are some.
final class HTTPClient: Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    private struct Inbox {
        /// Nil until a request is sent for the first time.
        var multi: Multi?
        var added: [HTTPTransfer] = []
        var cancelled: Set<Int> = []
        var isRunning = false
        var lastID = 0
    }

    private let queue = DispatchQueue(label: "heft.http")
    private let inbox = Mutex(Inbox())
    private let authorities: CertificateAuthorities

    /// What the library runs exchanges in.
    // Unchecked because the library allows `ccurl_multi_wakeup` from any thread, and all else is done with it on the
    // client's queue alone, or once nobody has the client any more.
    private struct Multi: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    init(authorities: CertificateAuthorities) {
        self.authorities = authorities
    }

    deinit {
        if let multi = inbox.withLock({ $0.multi }) { ccurl_multi_cleanup(multi.pointer) }
    }

    /// Starts an exchange.
    ///
    /// - Parameter completion: called once, on the client's queue, also after a cancel.
    func send(_ request: HTTPRequest, completion: @escaping Completion) -> HTTPCall {
        let (id, wasRunning, multi) = inbox.withLock { inbox in
            inbox.lastID += 1
            inbox.added.append(HTTPTransfer(id: inbox.lastID, request, authorities, completion))
            defer { inbox.isRunning = true }
            return (inbox.lastID, inbox.isRunning, inbox.multi)
        }
        if wasRunning {
            wake(multi)
        } else {
            queue.async { self.run() }
        }
        return HTTPCall(self, id)
    }

    fileprivate func cancel(_ id: Int) {
        let multi = inbox.withLock { inbox in
            if inbox.isRunning { inbox.cancelled.insert(id) }
            return inbox.multi
        }
        wake(multi)
    }

    /// A run that has only begun looks into the inbox by itself.
    private func wake(_ multi: Multi?) {
        if let multi { ccurl_multi_wakeup(multi.pointer) }
    }

    // MARK: On the queue

    /// Runs until no exchange is left.
    private func run() {
        guard let multi = prepared() else { return failAll() }
        var transfers: [Int: HTTPTransfer] = [:]
        while let (added, cancelled) = takeInbox(isIdle: transfers.isEmpty) {
            for transfer in added {
                if transfer.begin(in: multi) { transfers[transfer.id] = transfer }
            }
            for id in cancelled { transfers.removeValue(forKey: id)?.end(.failure(.cancelled), in: multi) }
            var running: Int32 = 0
            ccurl_multi_perform(multi, &running)
            takeResults(of: multi, &transfers)
            // A wake-up that came since the inbox was emptied ends this at once.
            if !transfers.isEmpty { ccurl_multi_poll(multi, HTTPClient.longestPoll) }
        }
    }

    /// Nil where the library cannot be used.
    private func prepared() -> UnsafeMutableRawPointer? {
        if let multi = inbox.withLock({ $0.multi }) { return multi.pointer }
        guard ccurl_load(), let pointer = ccurl_multi_init() else { return nil }
        inbox.withLock { $0.multi = Multi(pointer: pointer) }
        return pointer
    }

    private func failAll() {
        while let (added, _) = takeInbox(isIdle: true) {
            for transfer in added { transfer.fail(.broken("libcurl cannot be used")) }
        }
    }

    /// In milliseconds. The library cuts it short for whatever happens, its own time-outs too.
    private static let longestPoll: Int32 = 60_000

    /// Nil when there is nothing left to do; the next request begins a new run then.
    private func takeInbox(isIdle: Bool) -> (added: [HTTPTransfer], cancelled: Set<Int>)? {
        inbox.withLock { inbox in
            if isIdle, inbox.added.isEmpty {
                inbox.isRunning = false
                inbox.cancelled = []
                return nil
            }
            defer {
                inbox.added = []
                inbox.cancelled = []
            }
            return (inbox.added, inbox.cancelled)
        }
    }

    private func takeResults(of multi: UnsafeMutableRawPointer, _ transfers: inout [Int: HTTPTransfer]) {
        var left: Int32 = 0
        while let message = ccurl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = message.pointee.data.result
            let handle = message.pointee.easy_handle
            guard let transfer = transfers.values.first(where: { $0.handle == handle }) else { continue }
            transfers[transfer.id] = nil
            transfer.end(transfer.result(code), in: multi)
        }
    }
}

/// An exchange under way.
struct HTTPCall: HostCall {
    private let client: HTTPClient
    private let id: Int

    fileprivate init(_ client: HTTPClient, _ id: Int) {
        self.client = client
        self.id = id
    }

    func cancel() { client.cancel(id) }
}
