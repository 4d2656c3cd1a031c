import Dispatch
import Glibc

/// Takes what other runs of a program hand over, at a socket with mode 0600. Only programs of the same user are heard, so
/// much of each, and not for long.
package final class LocalListener {
    /// The most that are listened to at once.
    private static let connectionsMax = 16

    private let path: String
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - path: one of ``LocalSocket/places(_:environment:folder:)``. What stands there is replaced: the caller knows that whoever
    ///     made it is gone.
    ///   - bytesMax: the most that one may say.
    ///   - milliseconds: how long one may take.
    ///   - take: is called on a queue of its own with what was said, and closes the connection.
    /// - Returns: nil where no socket can be made.
    package init?(
        at path: String, bytesMax: Int, milliseconds: Int = LocalSocket.milliseconds,
        take: @escaping @Sendable ([UInt8], LocalConnection) -> Void
    ) {
        let descriptor = LocalSocket.open()
        guard descriptor >= 0 else { return nil }
        unlink(path)
        // The socket is this user's alone from its first moment.
        let mask = umask(0o177)
        let isBound = LocalSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0
        umask(mask)
        guard isBound, listen(descriptor, Int32(LocalListener.connectionsMax)) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.path = path
        let queue = DispatchQueue(label: "ChargeURL.LocalListener", attributes: .concurrent)
        let room = DispatchSemaphore(value: LocalListener.connectionsMax)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            let accepted = accept(descriptor, nil, nil)
            guard accepted >= 0 else { return }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let connection = LocalConnection(descriptor: accepted)
            // Who talks while so many do is not heard.
            guard LocalSocket.isOwn(accepted), room.wait(timeout: .now()) == .success else { return connection.close() }
            queue.async {
                defer { room.signal() }
                guard let bytes = connection.readAll(bytesMax: bytesMax, milliseconds: milliseconds) else {
                    return connection.close()
                }
                take(bytes, connection)
            }
        }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Listens no more, and takes the socket away.
    package func close() {
        unlink(path)
        source.cancel()
    }
}
