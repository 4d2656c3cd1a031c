import Dispatch
import HeftKit
import TillCore
import TillJournal

/// What a desk stands on: the readers, the books, and what brings its wishes to them. Confined to the main queue.
@MainActor final class DeskParts {
    let readers: ReaderWorld
    let journal: Journal
    let bootID: String
    let runner: DeskRunner
    let sleep = SleepGuard()
    private let bridge: ReaderBridge

    init(readers: ReaderWorld, journal: Journal) {
        self.readers = readers
        self.journal = journal
        bootID = SystemClock.bootID()
        let gateway = JournallingGateway(readers.gateway, journal: journal)
        readers.manager.environment = ConnectionEnvironment(
            timers: readers.timers, gateway: gateway, localDate: ConnectionEnvironment.systemLocalDate,
            random: { [numbers = readers.numbers] in numbers })
        bridge = ReaderBridge(manager: readers.manager, secret: readers.secret, books: readers.books)
        runner = DeskRunner(
            bridge: bridge, journal: journal, gateway: gateway, feed: readers.feed, timers: readers.timers,
            bootID: bootID)
    }

    /// Sends what comes of effects to whoever holds the desk.
    func send(to post: @escaping @MainActor (DeskEvent) -> Void) {
        bridge.post = post
        runner.post = post
        readers.bankClock.tell { ahead in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { post(.bankClock(ahead: ahead)) }
            }
        }
        sleep.post = post
    }

    /// Notes that a person has seen the result, so that the next start need not show it first.
    func acknowledge(sequence: Int64) {
        let event = OperationEvent(
            at: SystemClock.now(), kind: .other(name: DeskParts.resultSeen, code: 0, text: ""))
        journal.async { (store) throws(JournalError) in
            try store.note(event, of: sequence)
            CrashPoint.resultSeen.reach()
        } then: { _ in
        }
    }

    /// The name of the note that a result was seen. It is stored, and never changes.
    nonisolated static let resultSeen = "resultSeen"

    /// Leaves the reader and closes the books.
    func close() {
        bridge.disconnect()
        readers.close()
        journal.close()
    }
}

/// Takes events one after the other: what one brings about is carried out before the next is taken.
@MainActor final class EventQueue<Event> {
    private var waiting: [Event] = []
    private var isHandling = false

    /// Takes an event; `handle` may be called back for those that waited.
    func take(_ event: Event, _ handle: (Event) -> Void) {
        waiting.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty { handle(waiting.removeFirst()) }
    }
}
