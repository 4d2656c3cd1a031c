import HeftWire
import ReaderSimulator

/// The waits of till, wire and reader on one virtual clock.
struct Timers: Sendable {
    enum Name: Hashable, Sendable {
        case session(ReaderSession.TimerID)
        case hostExchange(Int)
        case reader(SimulatedReader.TimerID)
        case reconnect
        case askAgain
        case askFeedAgain

        var isConnections: Bool {
            switch self {
            case .session, .hostExchange: true
            case .reader, .reconnect, .askAgain, .askFeedAgain: false
            }
        }

        var isReaders: Bool {
            if case .reader = self { true } else { false }
        }
    }

    private struct Entry {
        var due: Int64
        /// Of two that are due at once the one that was started first comes first.
        var number: Int
    }

    private var entries: [Name: Entry] = [:]
    private var started = 0

    /// - Parameter due: milliseconds of the virtual clock.
    mutating func start(_ name: Name, due: Int64) {
        started += 1
        entries[name] = Entry(due: due, number: started)
    }

    mutating func stop(_ name: Name) {
        entries[name] = nil
    }

    mutating func stop(where isStopped: (Name) -> Bool) {
        entries = entries.filter { !isStopped($0.key) }
    }

    /// Takes what is due first, unless that is later than `limit`.
    mutating func next(before limit: Int64) -> (name: Name, due: Int64)? {
        let first = entries.min { ($0.value.due, $0.value.number) < ($1.value.due, $1.value.number) }
        guard let first, first.value.due <= limit else { return nil }
        entries[first.key] = nil
        return (first.key, first.value.due)
    }
}

extension Timers: Equatable {
    /// Whether the same ends in the same order at the same times, whenever it was started.
    static func == (left: Timers, right: Timers) -> Bool {
        left.inOrder.elementsEqual(right.inOrder) { $0.key == $1.key && $0.value.due == $1.value.due }
    }

    private var inOrder: [(key: Name, value: Entry)] {
        entries.sorted { ($0.value.due, $0.value.number) < ($1.value.due, $1.value.number) }
    }
}
