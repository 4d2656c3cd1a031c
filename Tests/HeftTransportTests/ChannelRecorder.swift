import Dispatch
import HeftTransport
import Synchronization

/// Collects what a channel's handler gets, and lets a test wait for it.
final class ChannelRecorder: Sendable {
    private struct State: Sendable {
        var events: [ChannelEvent] = []
        var bytes: [UInt8] = []
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    @Sendable func take(_ event: ChannelEvent) {
        state.withLock { state in
            state.events.append(event)
            if case .received(let bytes) = event { state.bytes += bytes }
        }
        arrived.signal()
    }

    var all: [ChannelEvent] { state.withLock { $0.events } }
    /// All bytes so far.
    var bytes: [UInt8] { state.withLock { $0.bytes } }

    var closeReason: CloseReason? {
        if case .closed(let reason)? = all.last { reason } else { nil }
    }

    func wait(until condition: (ChannelRecorder) -> Bool) {
        while !condition(self) { arrived.wait() }
    }

    func waitUntilClosed() { wait { $0.closeReason != nil } }
}
