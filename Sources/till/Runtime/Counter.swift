import TillCore
import TillJournal

/// A desk without a screen: what the commands that move money are built on. Confined to the main queue.
@MainActor final class Counter {
    private(set) var desk: Desk
    let parts: DeskParts
    private let events = EventQueue<DeskEvent>()

    init(readers: ReaderWorld, journal: Journal) {
        parts = DeskParts(readers: readers, journal: journal)
        desk = Desk(bootID: parts.bootID)
        parts.send { [weak self] event in self?.handle(event) }
    }

    /// Takes what whoever stands at the desk should know.
    func onNotice(_ notify: @escaping @MainActor (DeskNotice) -> Void) {
        parts.runner.notify = notify
    }

    /// Connects to the reader that was named.
    func connect() {
        guard let device = parts.readers.device else {
            preconditionFailure("a command has a reader: the one that was named, or the one that is built in")
        }
        handle(.connect(device))
    }

    func handle(_ event: DeskEvent) {
        events.take(event) { event in
            for effect in desk.handle(event, at: SystemClock.now()) { parts.runner.run(effect) }
        }
        parts.sleep.see(desk)
    }
}
