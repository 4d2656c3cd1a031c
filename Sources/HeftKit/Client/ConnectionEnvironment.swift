import HeftTransport
import HeftWire

#if canImport(Glibc)
    import Glibc
#endif

/// What a connection needs of the world outside.
package struct ConnectionEnvironment: Sendable {
    package var timers: any TimerScheduler
    package var gateway: any HostGateway
    /// The till's local time as 14 digits, `yyyyMMddHHmmss`.
    package var localDate: @Sendable () -> String
    /// The source of the challenge's random bytes.
    package var random: @Sendable () -> any RandomNumberGenerator & Sendable

    package init(
        timers: any TimerScheduler, gateway: any HostGateway, localDate: @escaping @Sendable () -> String,
        random: @escaping @Sendable () -> any RandomNumberGenerator & Sendable
    ) {
        self.timers = timers
        self.gateway = gateway
        self.localDate = localDate
        self.random = random
    }

    /// Real time, the system's random numbers, and the vendor's hosts.
    package static let standard = ConnectionEnvironment(
        timers: DispatchTimers(), gateway: HTTPHostGateway(), localDate: ConnectionEnvironment.systemLocalDate,
        random: { SystemRandomNumberGenerator() })

    /// The system's clock in the process's time zone, as 14 digits.
    @Sendable package static func systemLocalDate() -> String {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return "20000101000000" }
        return digits(of: parts).joined()
    }

    /// The system's clock in UTC as ISO 8601 with milliseconds, `2016-11-01T15:50:16.000Z`.
    static func systemTimestamp() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        guard gmtime_r(&now.tv_sec, &parts) != nil else { return "2000-01-01T00:00:00.000Z" }
        let fields = digits(of: parts)
        let milliseconds = padded(Int(now.tv_nsec) / 1_000_000, to: 3)
        return fields[0...2].joined(separator: "-") + "T" + fields[3...5].joined(separator: ":") + ".\(milliseconds)Z"
    }

    /// Year, month, day, hour, minute and second.
    private static func digits(of parts: tm) -> [String] {
        [
            padded(Int(parts.tm_year) + 1900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
            padded(Int(parts.tm_mday), to: 2), padded(Int(parts.tm_hour), to: 2), padded(Int(parts.tm_min), to: 2),
            padded(Int(parts.tm_sec), to: 2),
        ]
    }

    private static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
