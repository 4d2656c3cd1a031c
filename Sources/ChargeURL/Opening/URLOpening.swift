/// Hands URLs to the programs that take them. Callable from any thread but one that draws: a call waits for another
/// program.
public protocol URLOpening: Sendable {
    /// Hands a URL over.
    ///
    /// - Throws: ``URLOpenerError``.
    func open(_ url: String) throws(URLOpenerError)

    /// Whether a program takes URLs of this scheme.
    ///
    /// - Throws: ``URLOpenerError`` when nobody can tell.
    func hasHandler(forScheme scheme: String) throws(URLOpenerError) -> Bool
}

/// Why a URL was not handed over. Nothing of the URL stands in it.
public enum URLOpenerError: Error, Equatable, Sendable {
    /// It is no URL, or one that is never opened.
    case refused(ReturnAddressError)
    /// No opener is configured.
    case noCommand
    /// The program could not be started; `code` is the system's `errno`.
    case notStarted(program: String, code: Int32)
    /// The program ended with a status that is not 0: for `xdg-open`, mostly that nobody takes the URL.
    case failed(program: String, status: Int32)
    /// The program was ended by a signal.
    case killed(program: String, signal: Int32)
    /// The program did not answer in time and was ended.
    case tookTooLong(program: String)
}

extension URLOpenerError: CustomStringConvertible {
    /// A sentence for a person. It repeats nothing of the URL.
    public var description: String {
        switch self {
        case .refused(let error):
            error.description
        case .noCommand:
            "No program is set that opens addresses."
        case .notStarted(let program, let code):
            "\(program) cannot be started: \(SystemText.reason(code))."
        case .failed(let program, let status):
            "\(program) could not open the address and ended with status \(status)."
        case .killed(let program, let signal):
            "\(program) was ended by signal \(signal) before it had opened the address."
        case .tookTooLong(let program):
            "\(program) did not answer in time."
        }
    }
}
