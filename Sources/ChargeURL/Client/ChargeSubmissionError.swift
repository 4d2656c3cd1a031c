/// Why a client's request is not sent.
public enum ChargeSubmissionError: Error, Equatable, Sendable {
    /// A property has a value that a request may not have.
    case refused(ChargeRequestError)
    /// A property has a value that the other side would change.
    case adjusted(ChargeAdjustment)
    /// An extra parameter has a name that begins with ``ChargeProtocol/fieldPrefix``, or the return address has a nonce
    /// already: these names are the protocol's.
    case reservedName(String)
    /// No program is installed that takes requests.
    case notInstalled
    /// The nonce could not be kept, so the answer could not be told from a forged one.
    case nonceStore(ChargeNonceStoreError)
    /// The request could not be handed over.
    case notOpened(URLOpenerError)
}

extension ChargeSubmissionError: CustomStringConvertible {
    /// A sentence for a person. It repeats no value of a property.
    public var description: String {
        switch self {
        case .refused(let error): error.description
        case .adjusted(.shortened(let parameter, let scalarsMax)):
            "“\(parameter.rawValue)” is too long; it may have \(scalarsMax) characters."
        case .adjusted(.cleaned(let parameter)):
            "“\(parameter.rawValue)” has characters that do not print; leave them out."
        case .adjusted(.flagNotSet(let parameter)):
            "“\(parameter.rawValue)” is neither 1 nor 0; give one of them."
        case .reservedName(let name): "“\(name)” is a name of the protocol; use another."
        case .notInstalled: "No program is installed that takes charge requests; install one."
        case .nonceStore(let error): error.description
        case .notOpened(let error): error.description
        }
    }
}

extension ChargeNonceStoreError: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        switch self {
        case .notOpened(let path, let code):
            "The file \(path) cannot be opened: \(SystemText.reason(code))."
        case .notPrivate(let path):
            "The file \(path) may be read by others; remove it."
        case .notWritten(let path, let code):
            "The file \(path) cannot be written: \(SystemText.reason(code))."
        }
    }
}
