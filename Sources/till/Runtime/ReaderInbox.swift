import Dispatch
import HeftKit
import Synchronization
import TillCore

/// Brings what a connection reports from its queue to the main queue, in order. One block waits on the main queue
/// however much there is, so that keys have their turn between.
final class ReaderInbox: Sendable {
    private struct State {
        var backlog = ReaderBacklog()
        var isDue = false
        var connection: ReaderConnection?
    }

    private let state = Mutex(State())
    private let deliver: @MainActor @Sendable (ReaderConnection.Event, ReaderConnection) -> Void

    /// - Parameter deliver: called on the main queue.
    init(_ deliver: @escaping @MainActor @Sendable (ReaderConnection.Event, ReaderConnection) -> Void) {
        self.deliver = deliver
    }

    /// Any thread.
    ///
    /// - Parameter connection: nil for the one that the events before came from.
    func add(_ event: ReaderConnection.Event, from connection: ReaderConnection? = nil) {
        let isFirst = state.withLock { state in
            state.connection = connection ?? state.connection
            state.backlog.add(event)
            guard !state.backlog.isEmpty, !state.isDue else { return false }
            state.isDue = true
            return true
        }
        guard isFirst else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { self.deliverAll() } }
    }

    @MainActor private func deliverAll() {
        let (events, connection) = state.withLock { state in
            state.isDue = false
            return (state.backlog.takeAll(), state.connection)
        }
        guard let connection else { return }
        for event in events { deliver(event, connection) }
    }
}
