import Synchronization
import TillJournal

/// The time of day as a simulated reader asks for it.
final class WallClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    func set(_ now: Timestamp) {
        milliseconds.withLock { $0 = now.millisecondsSince1970 }
    }

    /// `yyyyMMddHHmmss`
    var digits: String {
        let now = milliseconds.withLock { $0 }
        return WallClock.digits(Timestamp(millisecondsSince1970: now, offsetFromUTC: 0))
    }

    static func digits(_ moment: Timestamp) -> String {
        moment.localTime.filter(\.isNumber)
    }

    /// The moment of 14 digits of UTC; nil for anything else.
    static func moment(_ digits: String) -> Int64? {
        let parts = Array(digits)
        guard parts.count == 14 else { return nil }
        let date = "\(String(parts[0..<4]))-\(String(parts[4..<6]))-\(String(parts[6..<8]))"
        guard let day = Timestamp(firstOf: date, offsetFromUTC: 0), let hours = Int64(String(parts[8..<10])),
            let minutes = Int64(String(parts[10..<12])), let seconds = Int64(String(parts[12..<14]))
        else { return nil }
        return day.millisecondsSince1970 + (hours * 3600 + minutes * 60 + seconds) * 1000
    }
}
