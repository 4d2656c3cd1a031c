import HeftWire

/// Performs the host traffic of a reader, which goes through the till.
///
/// A gateway decides which hosts it reaches; one that it does not is ``HostAnswer/failed``, as is a refused connection or
/// bad TLS. An HTTP error status is a ``HostAnswer/response(_:)``. The exchange's timeout is kept by the connection, which
/// makes ``HostAnswer/timedOut`` of it; a gateway ends early when it is cancelled. Source: `ReaderProtocol.md` §6.
package protocol HostGateway: Sendable {
    /// Starts one exchange. The completion is called once, from any thread, also after a cancel.
    func perform(
        _ exchange: ReaderSession.HostExchange, completion: @escaping @Sendable (ReaderSession.HostAnswer) -> Void
    ) -> any HostCall
}

/// An exchange under way.
package protocol HostCall: Sendable {
    func cancel()
}

/// Reaches no host: every exchange fails at once.
package struct NoHostGateway: HostGateway {
    private struct Call: HostCall {
        func cancel() {}
    }

    package init() {}

    package func perform(
        _ exchange: ReaderSession.HostExchange, completion: @escaping @Sendable (ReaderSession.HostAnswer) -> Void
    ) -> any HostCall {
        completion(.failed)
        return Call()
    }
}
