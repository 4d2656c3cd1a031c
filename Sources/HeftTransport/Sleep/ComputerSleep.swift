import Dispatch
import Synchronization

/// The computer's sleep: put off while somebody needs it awake, and told of when it comes.
///
/// It is ruled by the login service of systemd, which is asked when it is first needed. Where that is not there, or does not
/// let us, nothing is put off, nothing is told, and nobody hears of it.
package final class ComputerSleep: Sendable {
    package enum Event: Equatable, Sendable {
        /// The computer is going to sleep as soon as nothing delays it.
        case begins
        /// It is awake again, or did not sleep after all.
        case isOver
    }

    /// How sleep is put off.
    package enum Hold: String, CaseIterable, Sendable {
        /// It does not sleep, unless somebody insists.
        case block
        /// It waits for a moment, 5 s by default, once it was told to sleep.
        case delay
    }

    /// Everything on the bus happens on it.
    private let queue = DispatchQueue(label: "heft.sleep")
    private let service: LoginService

    /// - Parameter address: of the bus; the system's unless a test has its own.
    package init(address: String = SystemBus.systemAddress) {
        service = LoginService(address: address, queue: queue)
    }

    deinit {
        queue.async { [service] in service.shutDown() }
    }

    /// Has sleep told on the queue, from now on; one observer at a time. It is told once something was held.
    package func observe(on queue: DispatchQueue, _ observer: @escaping @Sendable (Event) -> Void) {
        self.queue.async { [service] in
            service.observer = { event in queue.async { observer(event) } }
        }
    }

    /// Holds these and no others, from now on. From any thread; the same again changes nothing.
    package func hold(_ holds: Set<Hold>) {
        queue.async { [service] in service.hold(holds) }
    }

    /// Whether the computer has power from outside.
    ///
    /// - Parameter completion: called on the queue; nil where that is not known.
    package func isOnExternalPower(
        on queue: DispatchQueue, completion: @escaping @Sendable (Bool?) -> Void
    ) {
        self.queue.async { [service] in
            service.isOnExternalPower { answer in queue.async { completion(answer) } }
        }
    }
}
