import Dispatch
import Synchronization

/// One end of a channel in memory. What is written into one end comes out of the other.
package final class MemoryChannel: ByteChannel {
    /// The two ends of a new channel.
    package static func pair() -> (MemoryChannel, MemoryChannel) {
        let wire = Wire()
        return (MemoryChannel(wire, side: 0), MemoryChannel(wire, side: 1))
    }

    private let wire: Wire
    private let side: Int

    private init(_ wire: Wire, side: Int) {
        self.wire = wire
        self.side = side
    }

    package func open(on queue: DispatchQueue, handler: @escaping @Sendable (ChannelEvent) -> Void) {
        wire.open(side, Wire.Receiver(queue: queue, handler: handler))
    }

    package func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        wire.send(.received(bytes), to: 1 - side)
    }

    package func close() {
        wire.close(by: side)
    }
}

/// What both ends share.
private final class Wire: Sendable {
    struct Receiver: Sendable {
        let queue: DispatchQueue
        let handler: @Sendable (ChannelEvent) -> Void

        func deliver(_ event: ChannelEvent) {
            queue.async { [handler] in handler(event) }
        }
    }

    private struct State {
        var receivers: [Receiver?] = [nil, nil]
        /// Events for an end that is not open yet.
        var waiting: [[ChannelEvent]] = [[], []]
        var isClosed = false
    }

    private let state = Mutex(State())

    // Events are put onto the receiver's queue while the lock is held, so that they keep their order. No code of the
    // receiver runs under the lock.

    func open(_ side: Int, _ receiver: Receiver) {
        state.withLock { state in
            guard state.receivers[side] == nil else { return }
            state.receivers[side] = receiver
            receiver.deliver(.opened)
            for event in state.waiting[side] { receiver.deliver(event) }
            state.waiting[side] = []
        }
    }

    func send(_ event: ChannelEvent, to side: Int) {
        state.withLock { state in
            guard !state.isClosed else { return }
            Wire.deliver(event, to: side, &state)
        }
    }

    func close(by side: Int) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            Wire.deliver(.closed(.closedHere), to: side, &state)
            Wire.deliver(.closed(.peerClosed), to: 1 - side, &state)
        }
    }

    private static func deliver(_ event: ChannelEvent, to side: Int, _ state: inout State) {
        if let receiver = state.receivers[side] {
            receiver.deliver(event)
        } else {
            state.waiting[side].append(event)
        }
    }
}
