/// Something that is wrong in the books.
package struct CheckFinding: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// SQLite finds the file damaged.
        case damage
        /// A row refers to one that is not there.
        case lostReference
        /// An operation's outcome belongs to another operation.
        case strangerOutcome
        /// An operation is called settled while its outcome is unknown, or the other way round.
        case wrongDoubt
        /// A search does not find an operation as its outcome, or what undid it, says.
        case wrongSearch
        /// A result stands neither with an operation nor among the unclaimed.
        case lostResult
        /// More was given back than was paid.
        case overRefunded
        /// A sale was reversed twice, or reversed and refunded.
        case doubleReversal
        /// A running number was given that the file does not remember.
        case forgottenNumber
        /// Two operations are the same attempt at one ticket.
        case doubleAttempt
        /// A day close begins before the one before it has ended.
        case overlappingCloses
        /// A simulated reader's operation stands in real books, or the other way round.
        case wrongBooks
    }

    package var kind: Kind
    /// The operation it is about; the number of the result or the day close for those kinds; nil for the file.
    package var number: Int64?
    /// SQLite's words, for the log; empty for what the books find themselves.
    package var detail: String
}

extension CheckFinding {
    /// What is wrong, for a person.
    package var sentence: String {
        let place = number.map(String.init) ?? "?"
        return switch kind {
        case .damage: "The file is damaged. Put it aside, keep it, and bring back a copy."
        case .lostReference: "A row refers to one that is not there."
        case .strangerOutcome: "Operation \(place) has the outcome of another operation."
        case .wrongDoubt: "Operation \(place) is not marked as its outcome says."
        case .wrongSearch: "A search does not find operation \(place) as it ended."
        case .lostResult: "Result \(place) belongs to no operation and is not among the unclaimed ones."
        case .overRefunded: "More was given back on operation \(place) than was paid."
        case .doubleReversal: "Operation \(place) was undone twice."
        case .forgottenNumber: "The reference of operation \(place) has a number that was not given yet."
        case .doubleAttempt: "Operation \(place) is the same attempt at its ticket as another one."
        case .overlappingCloses: "Day close \(place) begins before the one before it ended."
        case .wrongBooks: "Operation \(place) belongs in the other books."
        }
    }
}
