/// Measures how a host's clock stands to the till's, by what its answers say of the time.
package struct HostClockWatch: Sendable {
    private let now: @Sendable () -> Int64
    private let tell: @Sendable (Int64) -> Void

    /// - Parameters:
    ///   - now: the till's clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - tell: takes how far the host's clock is ahead of the till's, in milliseconds; from any thread. Hosts tell their
    ///     time in whole seconds, and answers take a while: a few seconds mean nothing.
    package init(now: @escaping @Sendable () -> Int64, tell: @escaping @Sendable (Int64) -> Void) {
        self.now = now
        self.tell = tell
    }

    /// Takes an answer that has just come. One without a time tells nothing.
    func see(_ response: HTTPResponse) {
        guard let clock = HTTPDate.milliseconds(response.value(of: "Date") ?? "") else { return }
        let (ahead, isNonsense) = clock.subtractingReportingOverflow(now())
        if !isNonsense { tell(ahead) }
    }
}
