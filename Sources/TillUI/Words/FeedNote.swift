import Terminal
import TillCore

/// What a search of the bank's list found, as the books hold it.
struct FeedNote {
    /// For a person, with what it rests on.
    let words: String

    /// Nil for a note of something else.
    init?(_ kind: OperationEvent.Kind) {
        guard case .other(let name, let count, let text) = kind else { return nil }
        let evidence = shortened(text, columns: FeedNote.evidenceMax)
        switch name {
        case FeedMatch.foundNote: words = "The bank's list has it: \(evidence)"
        case FeedMatch.withoutResultNote: words = "The bank's list has it without a clear result: \(evidence)"
        case FeedMatch.ambiguousNote:
            words =
                count > 1
                ? "The bank's list has \(count) that may be it. Compare by hand: \(evidence)"
                : "The bank's list has one that may be it. Compare by hand: \(evidence)"
        case FeedMatch.absentNote: words = "The bank's list is complete and does not have it" + FeedNote.clock(text)
        case FeedMatch.notYetNote: words = "The bank's list does not have it so far" + FeedNote.clock(text)
        case FeedMatch.noAnswerNote: words = evidence
        default: return nil
        }
    }

    /// What the note says of the clocks, behind what every such note says.
    private static func clock(_ text: String) -> String {
        text.firstIndex(of: ";").map { shortened(String(text[$0...]), columns: evidenceMax) } ?? ""
    }

    /// A few transactions with their numbers.
    private static let evidenceMax = 600
}
