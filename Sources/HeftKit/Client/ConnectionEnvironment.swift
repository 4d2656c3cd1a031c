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

    /// Real time, the system's random numbers, and no host.
    package static let standard = ConnectionEnvironment(
        timers: DispatchTimers(), gateway: NoHostGateway(), localDate: ConnectionEnvironment.systemLocalDate,
        random: { SystemRandomNumberGenerator() })

    /// The system's clock in the process's time zone, as 14 digits.
    @Sendable package static func systemLocalDate() -> String {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return "20000101000000" }
        let fields = [
            (Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2),
            (Int(parts.tm_hour), 2), (Int(parts.tm_min), 2), (Int(parts.tm_sec), 2),
        ]
        return fields.map { value, width in
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined()
    }
}
