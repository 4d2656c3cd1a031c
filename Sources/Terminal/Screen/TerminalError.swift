/// Why there is no screen, or no signals.
package enum TerminalError: Error, Equatable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// A terminal of this type cannot move its cursor.
    case unusableTerminal(term: String)
    /// terminfo has neither this type nor xterm-256color.
    case unknownTerminal(term: String)
    /// A screen, or the signal pipe, is open already.
    case alreadyOpen
    /// A system call failed with this `errno`.
    case system(errno: Int32)

    /// One line for standard error: what is wrong, and what to do.
    package var suggestion: String {
        switch self {
        case .notATerminal:
            "This program needs a terminal. Start it in a terminal window, without a pipe."
        case .unusableTerminal(let term):
            "The terminal type '\(PrintableText(term).cut(to: 32).string)' has no full screen. "
                + "Try TERM=xterm-256color."
        case .unknownTerminal(let term):
            "The terminal type '\(PrintableText(term).cut(to: 32).string)' is not known here. Install ncurses-base."
        case .alreadyOpen:
            "The screen is in use already."
        case .system(let number):
            "The terminal could not be opened (system error \(number)). Start the program in a new terminal window."
        }
    }
}
