import Files
import Glibc
import TillCore

/// The clock on the wall, and the machine's run.
enum SystemClock {
    /// Now, in the process's time zone.
    static func now() -> Timestamp {
        var spec = timespec()
        clock_gettime(CLOCK_REALTIME, &spec)
        spec.tv_sec += secondsAhead
        var seconds = spec.tv_sec
        var local = tm()
        let offset = localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        let milliseconds = Int64(spec.tv_sec) * 1000 + Int64(spec.tv_nsec) / 1_000_000
        return Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: Int(offset))
    }

    #if DEBUG
        /// How far a test has set this program's clock forward (`TILL_CLOCK_AHEAD`), in seconds.
        private static let secondsAhead = getenv("TILL_CLOCK_AHEAD").flatMap { Int(String(cString: $0)) } ?? 0
    #else
        private static let secondsAhead = 0
    #endif

    /// Names this run of the machine. Where the system does not tell, every run of the program counts as another, so
    /// that a missing note never proves that nothing was sent.
    static func bootID() -> String {
        let text = (try? RegularFile.read("/proc/sys/kernel/random/boot_id", limit: 64)).map {
            String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)
        }
        if let text, !text.isEmpty { return text }
        var random = SystemRandomNumberGenerator()
        return "unknown-\(random.next())"
    }
}
