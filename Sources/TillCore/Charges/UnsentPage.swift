import Money
import TillJournal

/// An answer to another program that was not handed over, as a list of such shows it.
package struct UnsentAnswer: Equatable, Sendable {
    package var answer: ChargeAnswer
    package var askedAt: Timestamp
    /// What was to be charged; nil where nothing was asked of a reader.
    package var asked: Amount?

    package init(answer: ChargeAnswer, askedAt: Timestamp, asked: Amount?) {
        self.answer = answer
        self.askedAt = askedAt
        self.asked = asked
    }
}

/// The answers that were not handed over, those that were let be among them: one can be sent again at any time.
package struct UnsentPage: Equatable, Sendable {
    /// What it lies over.
    package var under: Page
    /// Newest first; nil until the books have answered.
    package var answers: [UnsentAnswer]?
    package var marked = 0
    /// One is being sent.
    package var isBusy = false
    /// Why the last one was not taken, as a sentence.
    package var failure: String?

    /// The most that are listed.
    package static let answersMax = 200
    /// Rows that a key for a page moves the mark by.
    static let pageLength = 10

    init(under: Page) {
        self.under = under
    }

    package var markedAnswer: UnsentAnswer? {
        guard let answers, answers.indices.contains(marked) else { return nil }
        return answers[marked]
    }

    mutating func mark(_ index: Int) {
        marked = max(0, min(index, (answers?.count ?? 0) - 1))
    }
}
