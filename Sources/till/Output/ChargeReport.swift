/// What `till charge --headless --json` prints: the operation, and what its caller is told.
struct ChargeReport: Encodable, Equatable {
    var operation: ResultReport
    /// What is opened to give the answer. Left out as long as there is none, and for a request without an address.
    var answer: String?
    /// Whether it was handed over: opened, or printed in this document. Left out with the answer.
    var isAnswerDelivered: Bool?

    private enum Key: String, CodingKey {
        case answer
        case isAnswerDelivered
    }

    init(_ operation: ResultReport, answer: String?, isAnswerDelivered: Bool?) {
        self.operation = operation
        self.answer = answer
        self.isAnswerDelivered = isAnswerDelivered
    }

    func encode(to encoder: any Encoder) throws {
        try operation.encode(to: encoder)
        var document = encoder.container(keyedBy: Key.self)
        try document.encodeIfPresent(answer, forKey: .answer)
        try document.encodeIfPresent(isAnswerDelivered, forKey: .isAnswerDelivered)
    }
}
