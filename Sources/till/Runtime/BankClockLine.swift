import HeftKit
import Synchronization
import TillCore

/// Brings what hosts say of the time to the desk, once there is one.
final class BankClockLine: Sendable {
    private let listener = Mutex<(@Sendable (Int64) -> Void)?>(nil)

    /// - Parameter listener: takes how far a host's clock is ahead of the till's, in milliseconds; from any thread.
    func tell(_ listener: @escaping @Sendable (Int64) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Measures by the till's clock.
    var watch: HostClockWatch {
        HostClockWatch(now: { SystemClock.now().millisecondsSince1970 }) { [self] ahead in
            listener.withLock { $0 }?(ahead)
        }
    }
}
