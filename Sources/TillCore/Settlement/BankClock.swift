/// How the bank's clock stands to the till's. Times in the bank's list are turned into the till's by it.
package struct BankClock: Equatable, Sendable {
    /// In milliseconds; below 0 the bank's clock is behind.
    package var ahead: Int64

    package init(ahead: Int64) {
        self.ahead = ahead
    }

    /// Clocks nearer than so many milliseconds count as the same: hosts tell their time in whole seconds, and answers take
    /// a while.
    static let sameWithin: UInt64 = 5000
    /// A difference of so many milliseconds is worth setting a clock for.
    static let wrongFrom: UInt64 = 120_000

    package var isSame: Bool { ahead.magnitude < BankClock.sameWithin }
    /// Whether one of the two clocks ought to be set.
    package var isWrong: Bool { ahead.magnitude >= BankClock.wrongFrom }

    /// `1 h 2 min ahead` or `45 s behind`; of the till's clock.
    package var difference: String { "\(span) \(ahead < 0 ? "behind" : "ahead")" }

    /// What a search in the bank's list makes of the difference.
    package static let tolerance = "allowed for, and \(FeedMatch.clockSkew / 60_000) min more"

    private var span: String {
        let seconds = ahead.magnitude / 1000
        switch seconds {
        case 0..<120: return "\(seconds) s"
        case 120..<7200: return "\(seconds / 60) min"
        case 7200..<172_800: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
        default: return "\(seconds / 86_400) days"
        }
    }
}
