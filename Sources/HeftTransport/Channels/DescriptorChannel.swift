import Dispatch
import Glibc

/// A channel over a descriptor of the system: a socket, a serial line, a pseudo-terminal.
///
/// It reads no more than its handler has taken, so that whoever is slow is not flooded, and writes all bytes in order,
/// keeping what the other side does not take yet. A channel that is let go of closes.
///
/// A thread of its own waits in `poll` while it is open. Dispatch sources do not serve here: on Linux they lose their
/// footing where a descriptor with two of them hangs up.
package final class DescriptorChannel: ByteChannel {
    /// The most bytes that wait to be written. A reader takes a few kilobytes; one that takes nothing at all is not
    /// there.
    package static let waitingMax = 1 << 20

    private let opener: any DescriptorOpener
    private let pump = DescriptorPump()

    /// - Parameter opener: opens the descriptor when the channel is opened.
    package init(_ opener: any DescriptorOpener) {
        self.opener = opener
    }

    /// A channel over a descriptor that is open already. The channel closes it.
    package convenience init(_ descriptor: OpenDescriptor) {
        self.init(OpenAlready(descriptor: descriptor))
    }

    package func open(on queue: DispatchQueue, handler: @escaping @Sendable (ChannelEvent) -> Void) {
        let tell: @Sendable (ChannelEvent) -> Void = { event in queue.async { handler(event) } }
        queue.async { [opener, pump] in
            opener.open { result in pump.start(result, on: queue, handler) }
            pump.whenClosed {
                // Not opened yet: whatever comes of that is closed by the pump.
                opener.cancel()
                tell(.closed(.closedHere))
            }
        }
    }

    package func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pump.write(bytes)
    }

    package func close() { pump.close() }

    deinit { pump.close() }
}

/// Opens a descriptor, which may take its time.
package protocol DescriptorOpener: Sendable {
    /// Opens. Called once.
    ///
    /// - Parameter completion: called once at most, on any thread.
    func open(completion: @escaping @Sendable (Result<OpenDescriptor, CloseReason>) -> Void)

    /// The descriptor is not wanted any more. What is opened all the same is closed.
    func cancel()
}

private struct OpenAlready: DescriptorOpener {
    let descriptor: OpenDescriptor

    func open(completion: @escaping @Sendable (Result<OpenDescriptor, CloseReason>) -> Void) {
        completion(.success(descriptor))
    }

    func cancel() {}
}
