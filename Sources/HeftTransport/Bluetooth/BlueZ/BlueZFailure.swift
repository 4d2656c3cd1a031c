/// What the errors of the Bluetooth service mean. Its names and words are those of BlueZ 5.50 to 5.80.
enum BlueZFailure {
    /// What a person did while a reader was paired: the service tells a wrong PIN, a refusal here and a refusal by the
    /// reader by one and the same error.
    enum Conduct: Equatable, Sendable {
        case nothing
        case typed
        case rejected
    }

    private static let bus = "org.freedesktop.DBus.Error."
    private static let service = "org.bluez.Error."

    /// What keeps the adapter from being used; nil when the error is about something else.
    ///
    /// - Parameter isBlocked: whether a switch holds the radio down; asked for only where it matters.
    static func adapter(_ error: BusError, isBlocked: () -> Bool) -> SearchProblem? {
        switch error {
        // Nobody listens at the bus's address, or the bus went away.
        case .system, .closed: return .serviceNotRunning
        case .malformed: return nil
        case .answered(let name, let message):
            switch name {
            case bus + "ServiceUnknown", bus + "NameHasNoOwner": return .serviceNotRunning
            case _ where name.hasPrefix(bus + "Spawn."): return .serviceNotRunning
            case bus + "AccessDenied", service + "NotAuthorized": return .notPermitted
            case service + "NoSuchAdapter": return .noAdapter
            case service + "Blocked": return .adapterBlocked
            case service + "NotReady": return isBlocked() ? .adapterBlocked : .adapterOff
            case service + "Failed" where message == "br-connection-adapter-not-powered":
                return isBlocked() ? .adapterBlocked : .adapterOff
            case service + "InProgress", service + "Busy": return .busy
            default: return nil
            }
        }
    }

    /// Why a search does not start or an adapter is not switched on.
    static func search(_ error: BusError, isBlocked: () -> Bool) -> SearchProblem {
        if let problem = adapter(error, isBlocked: isBlocked) { return problem }
        if case .answered(bus + "UnknownObject", _) = error { return .noAdapter }
        // A switch that holds the radio down is told as a plain failure.
        return isBlocked() ? .adapterBlocked : .busy
    }

    /// Why pairing failed.
    static func pairing(_ error: BusError, _ conduct: Conduct, isBlocked: () -> Bool) -> CloseReason {
        guard case .answered(let name, let message) = error else { return general(error, isBlocked: isBlocked) }
        switch name {
        case service + "AuthenticationFailed":
            switch conduct {
            case .nothing: return .notPaired(.refused)
            case .typed: return .notPaired(.wrongPIN)
            case .rejected: return .notPaired(.cancelled)
            }
        case service + "AuthenticationRejected":
            return .notPaired(conduct == .rejected ? .cancelled : .refused)
        // Said of a connection that ended, too.
        case service + "AuthenticationCanceled": return conduct == .rejected ? .notPaired(.cancelled) : .reset
        case service + "AuthenticationTimeout": return .notPaired(.timedOut)
        case bus + "NoReply" where message == timedOutHere: return .notPaired(.timedOut)
        default: return general(error, isBlocked: isBlocked)
        }
    }

    /// Why the serial service of a paired reader could not be reached.
    static func connecting(_ error: BusError, isBlocked: () -> Bool) -> CloseReason {
        guard case .answered(let name, let message) = error else { return general(error, isBlocked: isBlocked) }
        switch name {
        case service + "AuthenticationFailed", service + "AuthenticationRejected":
            return .notPaired(.lostByReader)
        case service + "NotAvailable", service + "NotSupported", service + "BREDR.ProfileUnavailable":
            return .noSerialService
        case service + "Failed":
            return connection(message) ?? general(error, isBlocked: isBlocked)
        default: return general(error, isBlocked: isBlocked)
        }
    }

    /// The words of BlueZ for what can go wrong on the way to a device.
    private static func connection(_ message: String) -> CloseReason? {
        switch message {
        case "br-connection-page-timeout", "br-connection-timeout": .timedOut
        case "br-connection-refused": .turnedAway
        case "br-connection-key-missing": .notPaired(.lostByReader)
        case "br-connection-profile-unavailable", "br-connection-not-supported", "br-connection-sdp-search":
            .noSerialService
        case "br-connection-busy", "br-connection-already-connected", "br-connection-concurrent-connection-limit":
            .adapter(.busy)
        // The last is not about us: the connection that it was to run over has just gone.
        case "br-connection-aborted-by-remote", "br-connection-aborted-by-local", "br-connection-lmp-protocol-error",
            "br-connection-unknown", "br-connection-canceled":
            .reset
        default: nil
        }
    }

    private static func general(_ error: BusError, isBlocked: () -> Bool) -> CloseReason {
        guard case .answered(let name, let message) = error else { return .serviceLost }
        switch name {
        case bus + "NoReply": return message == timedOutHere ? .timedOut : .serviceLost
        case bus + "UnknownObject", bus + "UnknownMethod", service + "DoesNotExist": return .unknownReader
        case service + "ConnectionAttemptFailed": return .timedOut
        default:
            if let problem = adapter(error, isBlocked: isBlocked) { return .adapter(problem) }
            return .failed(printable(message.isEmpty ? name : message))
        }
    }

    /// What sd-bus says when nobody answered in time; the daemon says otherwise when somebody left.
    private static let timedOutHere = "Method call timed out"

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(200).filter { (0x20..<0x7F).contains($0.value) }))
    }
}
