import HeftWire

/// Why an operation was not started. Nothing was sent, and no money moved.
public enum HeftError: Error, Equatable, Sendable {
    /// The reader is not connected, or not ready yet.
    case notConnected
    /// Another operation runs on the reader.
    case busy
    /// A value that the protocol cannot carry, or an operation that this reader does not have, with what is wrong.
    case invalidArgument(String)

    init(_ refusal: ReaderSession.Refusal) {
        switch refusal {
        case .notConnected: self = .notConnected
        case .busy: self = .busy
        case .invalid(let error): self = .invalidArgument(error.description)
        }
    }
}
