import Testing

@testable import HeftTransport

@Suite("Errors of the Bluetooth service") struct BlueZFailureTests {
    private static func bluez(_ name: String, _ message: String = "") -> BusError {
        .answered(name: "org.bluez.Error." + name, message: message)
    }

    private static func bus(_ name: String, _ message: String = "") -> BusError {
        .answered(name: "org.freedesktop.DBus.Error." + name, message: message)
    }

    @Test(
        "every word of BlueZ for a connection that fails has its reason",
        arguments: [
            ("page-timeout", CloseReason.timedOut), ("timeout", .timedOut), ("refused", .turnedAway),
            ("key-missing", .notPaired(.lostByReader)), ("profile-unavailable", .noSerialService),
            ("not-supported", .noSerialService), ("sdp-search", .noSerialService), ("busy", .adapter(.busy)),
            ("already-connected", .adapter(.busy)), ("concurrent-connection-limit", .adapter(.busy)),
            ("aborted-by-remote", .reset), ("aborted-by-local", .reset), ("lmp-protocol-error", .reset),
            ("unknown", .reset), ("canceled", .reset), ("adapter-not-powered", .adapter(.adapterOff)),
            ("bad-socket", .failed("br-connection-bad-socket")),
        ])
    func connecting(word: String, reason: CloseReason) {
        #expect(BlueZFailure.connecting(Self.bluez("Failed", "br-connection-" + word)) { false } == reason)
    }

    @Test(
        "the other errors of a connection have theirs",
        arguments: [
            (bluez("NotAvailable", "br-connection-profile-unavailable"), CloseReason.noSerialService),
            (bluez("BREDR.ProfileUnavailable"), .noSerialService), (bluez("NotSupported"), .noSerialService),
            (bluez("AuthenticationFailed"), .notPaired(.lostByReader)), (bluez("InProgress"), .adapter(.busy)),
            (bluez("NotReady", "br-connection-adapter-not-powered"), .adapter(.adapterOff)),
            (bluez("NoSuchAdapter"), .adapter(.noAdapter)), (bluez("NotAuthorized"), .adapter(.notPermitted)),
            (bluez("DoesNotExist"), .unknownReader), (bus("UnknownObject"), .unknownReader),
            (bus("NoReply", "Method call timed out"), .timedOut),
            (bus("NoReply", "Message recipient disconnected from message bus without replying"), .serviceLost),
            (bus("ServiceUnknown"), .adapter(.serviceNotRunning)), (bus("AccessDenied"), .adapter(.notPermitted)),
            (bus("Spawn.ChildExited"), .adapter(.serviceNotRunning)), (.closed, .serviceLost),
            (.system(104), .serviceLost), (.malformed, .serviceLost),
            (bluez("Failed", "some\u{1B}[2Jthing\n"), .failed("some[2Jthing")),
            (bluez("New"), .failed("org.bluez.Error.New")),
        ] as [(BusError, CloseReason)])
    func general(error: BusError, reason: CloseReason) {
        #expect(BlueZFailure.connecting(error) { false } == reason)
    }

    @Test(
        "what a person did tells the ends of a pairing apart",
        arguments: [
            (bluez("AuthenticationFailed"), BlueZFailure.Conduct.nothing, CloseReason.notPaired(.refused)),
            (bluez("AuthenticationFailed"), .typed, .notPaired(.wrongPIN)),
            (bluez("AuthenticationFailed"), .rejected, .notPaired(.cancelled)),
            (bluez("AuthenticationRejected"), .nothing, .notPaired(.refused)),
            (bluez("AuthenticationRejected"), .rejected, .notPaired(.cancelled)),
            (bluez("AuthenticationCanceled"), .nothing, .reset), (bluez("AuthenticationCanceled"), .typed, .reset),
            (bluez("AuthenticationCanceled"), .rejected, .notPaired(.cancelled)),
            (bluez("AuthenticationTimeout"), .typed, .notPaired(.timedOut)),
            (bus("NoReply", "Method call timed out"), .nothing, .notPaired(.timedOut)),
            (bluez("ConnectionAttemptFailed", "Page Timeout"), .nothing, .timedOut),
            (bus("UnknownObject"), .nothing, .unknownReader), (.closed, .typed, .serviceLost),
        ] as [(BusError, BlueZFailure.Conduct, CloseReason)])
    func pairing(error: BusError, conduct: BlueZFailure.Conduct, reason: CloseReason) {
        #expect(BlueZFailure.pairing(error, conduct) { false } == reason)
    }

    @Test(
        "an adapter that a switch holds down is blocked, however the service puts it",
        arguments: [bluez("Failed", "Failed"), bluez("NotReady"), bluez("Blocked")])
    func blocked(error: BusError) {
        #expect(BlueZFailure.search(error) { true } == .adapterBlocked)
    }
}
