import Dispatch
import Glibc
import HeftKit

/// What the till must bear without a key being late, for tests and measurements: a simulated reader that chatters, and a
/// disk that is slow. The environment asks for it; otherwise there is none.
enum Strain {
    /// `TILL_STRAIN_STATUSES`: after its first status the simulated reader reports so many more a second.
    private static let statusesPerSecond = number("TILL_STRAIN_STATUSES", max: 1_000_000)
    /// `TILL_STRAIN_DISK`: so many milliseconds longer each piece of work on the books takes.
    private static let diskMilliseconds = number("TILL_STRAIN_DISK", max: 10_000)

    private static func number(_ name: String, max: Int) -> Int {
        let text = getenv(name).map { String(cString: $0) } ?? ""
        return Swift.min(Int(text).map { Swift.max(0, $0) } ?? 0, max)
    }

    /// On the journal's queue, before its work.
    static func slowDisk() {
        if diskMilliseconds > 0 { usleep(UInt32(diskMilliseconds) * 1000) }
    }

    /// Repeats the reader's statuses, never the same one twice in a row. Nil where no such strain was asked for.
    static func chatter(_ add: @escaping @Sendable (ReaderConnection.Event) -> Void) -> Chatter? {
        statusesPerSecond > 0 ? Chatter(perSecond: statusesPerSecond, add) : nil
    }

    // Unchecked because its fields are touched on `queue` only.
    final class Chatter: @unchecked Sendable {
        private static let turnsPerSecond = 1000

        private let perSecond: Int
        private let add: @Sendable (ReaderConnection.Event) -> Void
        private let queue = DispatchQueue(label: "till.strain")
        private var timer: (any DispatchSourceTimer)?
        private var status: StatusEvent?
        private var count = 0

        init(perSecond: Int, _ add: @escaping @Sendable (ReaderConnection.Event) -> Void) {
            self.perSecond = perSecond
            self.add = add
        }

        /// What the reader reports. The chatter begins with a status and ends with the operation.
        func hear(_ event: ReaderConnection.Event) {
            queue.async {
                switch event {
                case .status(let status): self.begin(status)
                case .finished, .over: self.end()
                default: break
                }
            }
        }

        private func begin(_ status: StatusEvent) {
            self.status = status
            guard timer == nil else { return }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now(), repeating: 1.0 / Double(Chatter.turnsPerSecond))
            timer.setEventHandler { [weak self] in self?.speak() }
            timer.activate()
            self.timer = timer
        }

        private func end() {
            timer?.cancel()
            timer = nil
        }

        private func speak() {
            guard var status else { return }
            for _ in 0..<Swift.max(1, perSecond / Chatter.turnsPerSecond) {
                count += 1
                status.message = "Chatter \(count)"
                add(.status(status))
            }
        }
    }
}
