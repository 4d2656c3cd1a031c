/// Tells a barcode scanner from a person: it types six characters or more, each less than 30 ms after the one before, and
/// ends with an Enter that must not charge.
package struct KeyBurst: Equatable, Sendable {
    static let charactersMin = 6
    /// A gap of so many milliseconds is a person's.
    static let gapMilliseconds: Int64 = 30

    private var count = 0
    private var lastAt: Int64?
    /// The amount that stood before the burst, to be put back.
    package private(set) var before: AmountEntry?

    package init() {}

    /// Takes one typed character.
    ///
    /// - Parameter entry: the amount before it.
    package mutating func type(at milliseconds: Int64, entry: AmountEntry) {
        if let lastAt, milliseconds - lastAt < KeyBurst.gapMilliseconds {
            count += 1
        } else {
            count = 1
            before = entry
        }
        lastAt = milliseconds
    }

    /// Whether an Enter at this time ends a burst. The next key starts anew.
    package mutating func endsBarcode(at milliseconds: Int64) -> Bool {
        defer {
            count = 0
            lastAt = nil
        }
        guard let lastAt, milliseconds - lastAt < KeyBurst.gapMilliseconds else { return false }
        return count >= KeyBurst.charactersMin
    }
}
