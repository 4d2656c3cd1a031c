import Money

/// Why a text is no search of the history.
package enum HistoryQueryError: Error, Equatable, Sendable {
    /// More than ``HistoryQuery/lengthMax`` characters.
    case tooLong
    /// More than ``HistoryQuery/wordsMax`` words.
    case tooManyWords
    /// A quotation mark has no second one.
    case openQuote
    /// What stands before a colon is not one of the known words.
    case unknownWord(String)
    /// Nothing stands behind a word's colon.
    case nothingBehind(word: String)
    case noAmount(text: String, AmountError)
    /// A card is searched by its last four digits.
    case noLastFour(text: String)
    /// Not `yyyy-MM-dd`, or no day of the calendar.
    case noDay(word: String, text: String)
    /// `is:` stands before a result or a kind.
    case noState(text: String)
}

extension HistoryQueryError {
    /// What is wrong and what to type, for a person. It repeats no control character of the text.
    package var sentence: String {
        switch self {
        case .tooLong: "The search is too long. Type at most \(HistoryQuery.lengthMax) characters."
        case .tooManyWords: "There are too many words. Type at most \(HistoryQuery.wordsMax)."
        case .openQuote: "A quotation mark is not closed. Type a second one."
        case .unknownWord(let word):
            "“\(Self.shown(word)):” is not a word of the search. Use amount, card, ref, auth, id, after, before, on or is."
        case .nothingBehind(let word): "Nothing stands behind “\(word):”. Type what to look for."
        case .noAmount(let text, let error): "“\(Self.shown(text))” is no amount. \(error.description)"
        case .noLastFour(let text): "“\(Self.shown(text))” is no card. Type the last four digits: card:1111."
        case .noDay(let word, let text):
            "“\(Self.shown(text))” is no day. Type it as year, month and day: \(word):2026-11-01."
        case .noState(let text):
            "“\(Self.shown(text))” is no result and no kind. Use one of \(HistoryQuery.stateWords.joined(separator: ", "))."
        }
    }

    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    }
}
