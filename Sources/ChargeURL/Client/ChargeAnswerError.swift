/// Why a URL is not taken for the answer to a charge.
public enum ChargeAnswerError: Error, Equatable, Sendable {
    /// It is no URL, or longer than ``ChargeProtocol/answerBytesMax``.
    case malformed(URLFault)
    /// In the name or value of this parameter a `%` is not followed by two hexadecimal digits, or it is not UTF-8.
    case badEncoding(parameter: String)
    /// The field, or the nonce, stands there twice.
    case repeated(String)
    /// There is no response type, so it is no answer.
    case noResponseType
    /// The response type is none of the four words.
    case unknownResponseType
    /// An approved answer lacks this field.
    case missing(ChargeField.Name)
    /// The value of this field has not the field's form.
    case invalid(ChargeField.Name)
    /// This field has no place in an answer of its type.
    case unexpected(ChargeField.Name)
    /// It does not bring back a nonce.
    case nonceMissing
    /// It brings back a nonce that no waiting request has: it is forged, or was received before.
    case nonceUnknown
    /// No request waits for an answer.
    case noneOutstanding
    /// Nobody can tell whether the nonce is right.
    case nonceStore(ChargeNonceStoreError)
}

extension ChargeAnswerError: CustomStringConvertible {
    /// A sentence for a person. It repeats no value of the URL.
    public var description: String {
        switch self {
        case .malformed(let fault): "The answer cannot be read. \(fault.description)"
        case .badEncoding(let parameter): "“\(parameter)” in the answer is not encoded as it should be."
        case .repeated(let name): "“\(name)” stands in the answer twice."
        case .noResponseType: "The address is not the answer to a charge."
        case .unknownResponseType: "The answer is neither approved, cancelled, declined nor error."
        case .missing(let name): "“\(name.answerName)” is missing in the answer."
        case .invalid(let name): "“\(name.answerName)” in the answer is not valid."
        case .unexpected(let name): "“\(name.answerName)” has no place in this answer."
        case .nonceMissing: "The answer does not say which request it belongs to."
        case .nonceUnknown: "The answer belongs to no request that waits for one."
        case .noneOutstanding: "No charge request waits for an answer."
        case .nonceStore(let error): error.description
        }
    }
}
