import CMicrohttpd
import Dispatch
import Glibc
import Synchronization

/// Serves HTTP or HTTPS by GNU libmicrohttpd, a thread for each connection.
final class WebServer: Sendable {
    /// The longest body of a request, in bytes; a longer one gets 413.
    static let bodyMax = 262_144
    private static let connectionsMax: UInt32 = 256
    /// Seconds for a client that says nothing.
    private static let idleSeconds: UInt32 = 120
    /// How long a silent answer lasts: longer than any client waits.
    private static let silence = Duration.seconds(600)

    /// Key and certificate in PEM.
    struct TLS: Sendable {
        var key: String
        var certificate: String
    }

    /// Answers a request; called on the connection's thread.
    private let answer: @Sendable (WebRequest) -> WebAnswer
    /// Whether the connection that begins is answered with bytes that make no sense; on the library's thread.
    private let garbles: @Sendable () -> Bool
    /// What the header `Date` says; nil for what the library writes there.
    private let date: @Sendable () -> String?
    private let pauses = Pauses()
    private let daemon = Mutex<Daemon?>(nil)

    // Unchecked because the library's calls on a running server may come from any thread, and the mutex that holds this
    // lets it be stopped once.
    private struct Daemon: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    init(
        answer: @escaping @Sendable (WebRequest) -> WebAnswer, garbles: @escaping @Sendable () -> Bool = { false },
        date: @escaping @Sendable () -> String? = { nil }
    ) {
        self.answer = answer
        self.garbles = garbles
        self.date = date
    }

    /// Serves until ``stop()``. The caller keeps the server until then.
    ///
    /// - Parameter listener: belongs to the server from now on.
    /// - Throws: ``GatewayFailure`` for a key and a certificate that cannot be used.
    func start(on listener: Listener, tls: TLS?) throws(GatewayFailure) {
        // The library borrows it until it is stopped, which happens before the caller lets go.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let pointer = till_mhd_start(
            listener.descriptor, answerPart, forget, noticeConnection, context, WebServer.connectionsMax,
            WebServer.idleSeconds, tls?.key, tls?.certificate)
        guard let pointer else {
            close(listener.descriptor)
            throw .unavailable(
                tls == nil
                    ? "The server cannot be started."
                    : "Key and certificate cannot be used: give both in PEM, of a pair.")
        }
        daemon.withLock { $0 = Daemon(pointer: pointer) }
    }

    /// Ends every connection, also those that wait, and closes the port.
    func stop() {
        pauses.end()
        let stopped = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        if let stopped { MHD_stop_daemon(stopped.pointer) }
    }

    // MARK: On the library's threads

    fileprivate func mayGarble(_ connection: OpaquePointer) {
        guard garbles() else { return }
        let socket = till_mhd_socket(connection)
        let nonsense = Array("?!\r\n".utf8)
        _ = nonsense.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// - Returns: whether the connection goes on.
    fileprivate func reply(to request: WebRequest, on connection: OpaquePointer) -> Bool {
        let answer = answer(request)
        if answer.delay > .zero { pauses.wait(answer.delay) }
        switch answer.form {
        case .whole(let reply): return send(reply, isWhole: true, on: connection)
        case .truncated(let reply): return send(reply, isWhole: false, on: connection)
        case .dropped: return false
        case .silent:
            pauses.wait(WebServer.silence)
            return false
        }
    }

    fileprivate func send(_ reply: WebReply, isWhole: Bool, on connection: OpaquePointer) -> Bool {
        guard let response = isWhole ? WebServer.whole(reply) : TruncatedBody.response(reply) else { return false }
        defer { MHD_destroy_response(response) }
        MHD_add_response_header(response, "Content-Type", reply.contentType)
        if let date = date() { MHD_add_response_header(response, "Date", date) }
        if let location = reply.location { MHD_add_response_header(response, "Location", location) }
        return MHD_queue_response(connection, UInt32(reply.code), response) == .YES
    }

    private static func whole(_ reply: WebReply) -> OpaquePointer? {
        var body = reply.body
        return body.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }
}

/// A request whose parts are still coming.
private final class IncomingRequest {
    var body: [UInt8] = []
    var isTooLong = false
}

/// A body that breaks off half-way.
private final class TruncatedBody {
    private let half: [UInt8]

    private init(_ body: [UInt8]) {
        half = Array(body.prefix(body.count / 2))
    }

    static func response(_ reply: WebReply) -> OpaquePointer? {
        let context = Unmanaged.passRetained(TruncatedBody(reply.body)).toOpaque()
        return MHD_create_response_from_callback(
            UInt64(reply.body.count), 4096,
            { context, position, buffer, room in
                guard let context, let buffer else { return till_mhd_reader_failed }
                let half = Unmanaged<TruncatedBody>.fromOpaque(context).takeUnretainedValue().half
                guard let start = Int(exactly: position), start < half.count else { return till_mhd_reader_failed }
                let piece = half[start...].prefix(room)
                piece.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: room).copyMemory(from: $0) }
                return piece.count
            }, context, { context in context.map { Unmanaged<TruncatedBody>.fromOpaque($0).release() } })
    }
}

/// Waits that the end of the server cuts short.
private final class Pauses: Sendable {
    private struct State {
        var waiting: [Int: DispatchSemaphore] = [:]
        var lastID = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    func wait(_ duration: Duration) {
        let over = DispatchSemaphore(value: 0)
        let id = state.withLock { state -> Int? in
            guard !state.hasEnded else { return nil }
            state.lastID += 1
            state.waiting[state.lastID] = over
            return state.lastID
        }
        guard let id else { return }
        let (seconds, attoseconds) = duration.components
        let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        _ = over.wait(timeout: .now() + .milliseconds(milliseconds))
        state.withLock { $0.waiting[id] = nil }
    }

    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            return Array(state.waiting.values)
        }
        waiting.forEach { $0.signal() }
    }
}

// MARK: What the library calls

private func server(_ context: UnsafeMutableRawPointer?) -> WebServer? {
    context.map { Unmanaged<WebServer>.fromOpaque($0).takeUnretainedValue() }
}

private func answerPart(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let server = server(context), let connection, let path, let method, let count, let slot else { return .NO }
    guard let known = slot.pointee else {
        slot.pointee = Unmanaged.passRetained(IncomingRequest()).toOpaque()
        return .YES
    }
    let incoming = Unmanaged<IncomingRequest>.fromOpaque(known).takeUnretainedValue()
    if count.pointee > 0 {
        let part = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        if part.count > WebServer.bodyMax - incoming.body.count {
            incoming.isTooLong = true
        } else {
            incoming.body += part
        }
        count.pointee = 0
        return .YES
    }
    if incoming.isTooLong {
        return server.send(WebReply(413, "The request is too long."), isWhole: true, on: connection) ? .YES : .NO
    }
    let request = WebRequest(
        method: String(cString: method), path: String(cString: path),
        query: values(of: connection, .GET_ARGUMENT_KIND),
        fields: values(of: connection, .HEADER_KIND).reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value },
        body: incoming.body)
    return server.reply(to: request, on: connection) ? .YES : .NO
}

private final class Values {
    var byName: [String: String] = [:]
}

private func values(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> [String: String] {
    let values = Values()
    _ = MHD_get_connection_values(
        connection, kind,
        { context, _, name, value in
            guard let context, let name else { return .YES }
            let values = Unmanaged<Values>.fromOpaque(context).takeUnretainedValue()
            values.byName[String(cString: name)] = value.map { String(cString: $0) } ?? ""
            return .YES
        }, Unmanaged.passUnretained(values).toOpaque())
    return values.byName
}

private func forget(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ end: MHD_RequestTerminationCode
) {
    guard let known = slot?.pointee else { return }
    Unmanaged<IncomingRequest>.fromOpaque(known).release()
    slot?.pointee = nil
}

private func noticeConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ notice: MHD_ConnectionNotificationCode
) {
    guard notice == .CONNECTION_NOTIFY_STARTED, let server = server(context), let connection else { return }
    server.mayGarble(connection)
}
