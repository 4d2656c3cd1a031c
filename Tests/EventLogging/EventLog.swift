import Dispatch
import Synchronization

/// What happened, in order, and a way to wait for more of it. One thread waits at a time.
package final class EventLog<Entry: Sendable>: Sendable {
    /// A wait never takes longer than this; only a test that fails comes near it.
    private static var patience: DispatchTimeInterval { .seconds(60) }

    private let stored = Mutex<[Entry]>([])
    private let grown = DispatchSemaphore(value: 0)

    package init() {}

    package var entries: [Entry] { stored.withLock { $0 } }

    package func append(_ entry: Entry) {
        stored.withLock { $0.append(entry) }
        grown.signal()
    }

    /// Waits until `find` gives something for the entries so far; nil when it did not in time.
    package func wait<Found>(_ find: ([Entry]) -> Found?) -> Found? {
        let deadline = DispatchTime.now() + EventLog.patience
        while true {
            if let found = find(entries) { return found }
            guard grown.wait(timeout: deadline) == .success else { return nil }
        }
    }

    /// Waits until so many entries are such, and gives back whether they came.
    package func wait(for count: Int = 1, where isSuch: (Entry) -> Bool) -> Bool {
        wait { entries in entries.count(where: isSuch) >= count ? true : nil } ?? false
    }
}
