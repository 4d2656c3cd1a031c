import TillCore

/// What a search of the bank's transaction list gave for one operation, as `till recover` prints it.
struct FeedFinding: Encodable, Equatable {
    var sequence: Int64
    var reference: String
    /// `foundInFeed`, `unclearInFeed`, `ambiguousInFeed`, `notInFeed` or `notYetInFeed`.
    var finding: String
    /// The transactions in question, or why there are none.
    var evidence: String
    /// For a person.
    let sentence: String

    private enum CodingKeys: String, CodingKey {
        case sequence
        case reference
        case finding
        case evidence
    }

    init(_ sequence: Int64, _ match: FeedMatch, _ desk: Desk) {
        self.sequence = sequence
        let intent = desk.inDoubt.first { $0.sequence == sequence }?.intent
        reference = intent?.customerReference ?? ""
        finding = match.noteName
        evidence = match.evidence
        let words =
            switch match {
            case .found: "The bank's transaction list has it: \(evidence)."
            case .withoutResult: "The bank's transaction list has it without a clear result: \(evidence)."
            case .ambiguous: "The bank's transaction list does not decide. Compare by hand: \(evidence)."
            case .absent: "The bank's transaction list is complete and does not have it: no money moved."
            case .notYet: "The bank's transaction list does not have it so far."
            }
        sentence = PlainText.printable("\(reference): \(words)")
    }
}
