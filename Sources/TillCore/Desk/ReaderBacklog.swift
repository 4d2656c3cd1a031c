import HeftKit

/// What a reader reported and nobody has looked at yet, in order.
///
/// However fast a reader chatters, so many statuses wait and no more: the oldest go, since what is shown and what may be
/// cancelled hangs on the newest. Nothing else is ever dropped but what says nothing of a payment.
package struct ReaderBacklog: Sendable {
    /// The most statuses, and the most complaints of bytes that make no sense, that wait.
    package static let waitingMax = 32

    private var events: [ReaderConnection.Event] = []
    private var statuses = 0
    private var problems = 0

    package init() {}

    package var isEmpty: Bool { events.isEmpty }

    package mutating func add(_ event: ReaderConnection.Event) {
        switch event {
        case .activity(.problem):
            guard problems < ReaderBacklog.waitingMax else { return }
            problems += 1
        case .activity: return
        // A code that was scanned is an item on the counter.
        case .status(let status) where status.scannedCode != nil: break
        case .status:
            if statuses == ReaderBacklog.waitingMax { dropOldestStatus() }
            statuses += 1
        case .connected, .signatureRequest, .signatureWithdrawn, .cancelSent, .cancelAnswered, .finished, .unclaimed,
            .over:
            break
        }
        events.append(event)
    }

    private mutating func dropOldestStatus() {
        let oldest = events.firstIndex { if case .status(let status) = $0 { status.scannedCode == nil } else { false } }
        guard let oldest else { return }
        events.remove(at: oldest)
        statuses -= 1
    }

    /// All that waits; nothing does afterwards.
    package mutating func takeAll() -> [ReaderConnection.Event] {
        defer { self = ReaderBacklog() }
        return events
    }
}
