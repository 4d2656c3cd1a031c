/// Tells a barcode scanner from a person: it types six characters or more, each less than 30 ms after the one before, and
/// ends with an Enter that must not charge. Where there are letters among them, the Enter counts as one of the six.
///
/// What such characters did is taken back, so that a letter of a code opens and answers nothing.
package struct KeyBurst: Equatable, Sendable {
    /// How it stood before the first character.
    package struct Start: Equatable, Sendable {
        package var page: Page
        package var pageNumber: Int
        package var ticket: Ticket
    }

    static let charactersMin = 6
    /// A gap of so many milliseconds is a person's.
    static let gapMilliseconds: Int64 = 30

    /// The characters so far.
    package private(set) var count = 0
    package var start: Start?
    /// A character was no part of an amount.
    package private(set) var hasCommand = false
    /// What the characters did was taken back: no further one counts.
    package var isTakenBack = false
    /// The characters went into a field that the first of them opened.
    package var isInField = false
    /// The page on which the last character was typed.
    package private(set) var lastPageNumber: Int?
    private var lastAt: Int64?

    package init() {}

    /// Whether a key at this time follows the one before as fast as a scanner types.
    package func isFast(at milliseconds: Int64) -> Bool {
        guard let lastAt else { return false }
        return milliseconds - lastAt < KeyBurst.gapMilliseconds
    }

    /// Takes one typed character.
    ///
    /// - Parameters:
    ///   - start: how it stands before it; kept where it begins a burst.
    ///   - isCommand: it is no part of an amount.
    package mutating func type(at milliseconds: Int64, start: Start, isCommand: Bool = false) {
        if !isFast(at: milliseconds) {
            self = KeyBurst()
            self.start = start
        }
        count += 1
        hasCommand = hasCommand || isCommand
        lastPageNumber = start.pageNumber
        lastAt = milliseconds
    }

    /// Whether so many characters with letters among them are no person's.
    package var isCode: Bool { hasCommand && count >= KeyBurst.charactersMin }

    /// Whether an Enter at this time ends a barcode. The next key starts anew.
    package mutating func endsBarcode(at milliseconds: Int64) -> Bool {
        let countMin = KeyBurst.charactersMin - (hasCommand ? 1 : 0)
        let isBarcode = isFast(at: milliseconds) && (count >= countMin || isTakenBack)
        let start = start
        self = KeyBurst()
        if isBarcode { self.start = start }
        return isBarcode
    }
}
