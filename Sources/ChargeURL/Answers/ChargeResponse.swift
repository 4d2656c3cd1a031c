/// The answer to a charge request, as the address that is opened to give it.
///
/// The fields go to the end of the query, before a fragment: the place that RFC 3986 has for them. An application that
/// keeps its route behind `#` finds them in the query of its address. All else of the address stays to the byte. Values
/// are percent-encoded, a space as `%20`; the `$` of FileMaker's form stands as it is, before our names only.
///
/// The same outcome and address make the same URL, so an answer that did not arrive can be given again.
///
/// The answer is a notice. Whoever knows the address can open it, so a caller that must be certain asks for the
/// transaction by its number.
///
/// Source: the charge protocol 1.0.0, response.
public struct ChargeResponse: Equatable, Sendable {
    /// How the charge ended.
    public let outcome: ChargeOutcome
    /// Where the answer goes.
    public let address: ReturnAddress

    /// - Parameters:
    ///   - outcome: how the charge ended.
    ///   - address: where the request wants the answer.
    public init(_ outcome: ChargeOutcome, to address: ReturnAddress) {
        self.outcome = outcome
        self.address = address
    }

    /// What is opened to give the answer.
    public var url: String {
        let prefix = address.usesFileMakerForm ? "$" : ""
        return address.url.appending(
            outcome.fields.map { "\(prefix)\($0.name.answerName)=\(PercentEncoding.encoded($0.value))" })
    }
}
