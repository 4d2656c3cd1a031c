/// Opens URLs through the desktop: `xdg-open`, or another command, as a program of its own.
///
/// No shell reads the URL: it is the last word of an argument vector. The program leads a session of its own, away from the
/// terminal; its input is empty and its output goes nowhere; it inherits no open file, and no environment but what is handed
/// in.
///
/// A call waits for the program to end and must not be made on a thread that draws. Any number of calls may run at once.
public struct URLOpener: URLOpening {
    /// The program and its arguments; the URL is appended.
    public let command: [String]
    /// What is asked for the handler of a scheme, with `x-scheme-handler/` and the scheme appended. Nil when nobody is to be
    /// asked, and every scheme has a handler then.
    public let handlerQuery: [String]?
    /// The environment of both programs.
    public let environment: [String: String]
    /// How long a command is waited for. Some desktops run the handler itself in its place, so one that still runs then has
    /// opened the URL, and goes on.
    public let openingTimeLimit: Duration
    /// How long the query may take before it is ended.
    public let queryTimeLimit: Duration

    /// `xdg-open`.
    public static let desktopCommand = ["xdg-open"]
    /// `xdg-mime query default`.
    public static let desktopHandlerQuery = ["xdg-mime", "query", "default"]
    private static let handlerBytesMax = 4096

    /// - Parameters:
    ///   - command: the program, found in the `PATH` of this one, and its arguments.
    ///   - handlerQuery: the program that knows the handlers, and its arguments; nil not to ask.
    ///   - environment: of both programs: that of the user, without what is secret.
    ///   - openingTimeLimit: how long `command` is waited for.
    ///   - queryTimeLimit: how long `handlerQuery` may take.
    public init(
        command: [String] = desktopCommand, handlerQuery: [String]? = desktopHandlerQuery,
        environment: [String: String], openingTimeLimit: Duration = .seconds(10), queryTimeLimit: Duration = .seconds(3)
    ) {
        self.command = command
        self.handlerQuery = handlerQuery
        self.environment = environment
        self.openingTimeLimit = openingTimeLimit
        self.queryTimeLimit = queryTimeLimit
    }

    /// Hands a URL over, and returns when it has been taken, or after ``openingTimeLimit``.
    ///
    /// - Throws: ``URLOpenerError``, but for `tookTooLong`.
    public func open(_ url: String) throws(URLOpenerError) {
        let scheme: String
        do throws(URLFault) {
            scheme = try RawURL(url, bytesMax: ChargeProtocol.answerBytesMax).scheme
        } catch {
            throw .refused(.malformed(error))
        }
        guard !ReturnAddress.unsafeSchemes.contains(scheme) else { throw .refused(.refusedScheme(scheme)) }

        let child = try ChildProcess(command, url, environment: environment)
        guard let end = child.waitForEnd(until: .now + openingTimeLimit) else { return }
        try end.check(child.program)
    }

    /// Asks the desktop whether a program takes URLs of this scheme.
    ///
    /// - Parameter scheme: without its colon; anything that is no scheme has no handler.
    /// - Throws: ``URLOpenerError``.
    public func hasHandler(forScheme scheme: String) throws(URLOpenerError) -> Bool {
        guard let handlerQuery else { return true }
        guard let scheme = try? RawURL(scheme + ":", bytesMax: Self.handlerBytesMax).scheme else { return false }
        let deadline = ContinuousClock.now + queryTimeLimit
        let child = try ChildProcess(
            handlerQuery, "x-scheme-handler/" + scheme, environment: environment, readsOutput: true)
        guard let output = child.readOutput(bytesMax: Self.handlerBytesMax, until: deadline),
            let end = child.waitForEnd(until: deadline)
        else {
            child.kill()
            throw .tookTooLong(program: child.program)
        }
        try end.check(child.program)
        // The name of the handler's desktop entry, or nothing.
        return output.contains { ASCII.visible.contains($0) }
    }
}
