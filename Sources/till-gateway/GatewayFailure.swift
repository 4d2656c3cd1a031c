/// Why the program does not run. The sentence says what happened, and what to do.
enum GatewayFailure: Error, Equatable {
    /// The command line is wrong.
    case usage(String)
    /// A file, a port or the books cannot be used.
    case unavailable(String)

    /// From sysexits.h.
    var status: Int32 {
        switch self {
        case .usage: 64
        case .unavailable: 69
        }
    }

    var sentence: String {
        switch self {
        case .usage(let sentence), .unavailable(let sentence): sentence
        }
    }
}
