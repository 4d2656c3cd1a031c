import Dispatch
import Glibc

/// Takes the charge requests that other runs of the till hand over. Confined to the main queue, but for reading what is
/// said.
@MainActor final class ChargeListener {
    /// Whoever handed a request in, until the connection is closed.
    struct Sender: Sendable {
        fileprivate let descriptor: Int32

        /// Tells the sender a line.
        func tell(_ line: String) { ChargeSocket.write(line + "\n", to: descriptor) }
        func close() { _ = Glibc.close(descriptor) }
    }

    private let path: String
    private let source: any DispatchSourceRead
    /// The most senders that are listened to at once.
    private nonisolated static let sendersMax = 16
    private nonisolated static let queue = DispatchQueue(label: "till.charges", attributes: .concurrent)
    private nonisolated static let room = DispatchSemaphore(value: sendersMax)

    /// Nil where no socket can be made; then every request is a till of its own.
    ///
    /// - Parameters:
    ///   - path: what stands there is the socket of a till that is gone, for only one at a time holds the books.
    ///   - take: called on the main queue.
    init?(_ path: String, take: @escaping @MainActor (ChargeMessage, Sender) -> Void) {
        let descriptor = ChargeSocket.open()
        guard descriptor >= 0 else { return nil }
        unlink(path)
        // The socket is this user's alone from its first moment.
        let mask = umask(0o177)
        let isBound = ChargeSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0
        umask(mask)
        guard isBound, listen(descriptor, Int32(ChargeListener.sendersMax)) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.path = path
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: ChargeListener.queue)
        source.setEventHandler { ChargeListener.accept(on: descriptor, take) }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.activate()
    }

    func close() {
        unlink(path)
        source.cancel()
    }

    private nonisolated static func accept(
        on listener: Int32, _ take: @escaping @MainActor (ChargeMessage, Sender) -> Void
    ) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // Who talks while so many do is not heard.
        guard ChargeSocket.isOwn(descriptor), room.wait(timeout: .now()) == .success else {
            Glibc.close(descriptor)
            return
        }
        queue.async {
            defer { room.signal() }
            let bytes = ChargeSocket.readAll(
                descriptor, limit: ChargeSocket.bytesMax, milliseconds: ChargeSocket.milliseconds)
            guard let bytes, let message = ChargeMessage(bytes) else {
                Glibc.close(descriptor)
                return
            }
            let sender = Sender(descriptor: descriptor)
            DispatchQueue.main.async { MainActor.assumeIsolated { take(message, sender) } }
        }
    }
}
