/// Whose operations a file holds. Simulated sales never stand among real ones. The raw values are stored in the books
/// and never change.
package enum Books: String, CaseIterable, Sendable {
    case real
    case simulated
}

/// The short name of a till, the first part of its references: `T1`.
package struct TillName: Hashable, Sendable {
    package static let lengthMax = 8

    package let text: String

    /// Nil unless the text has 1 to ``lengthMax`` ASCII letters and digits.
    package init?(_ text: String) {
        let isFit = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard isFit, !text.isEmpty, text.utf8.count <= Self.lengthMax else { return nil }
        self.text = text
    }
}

/// Who writes to the books.
package struct JournalWriter: Equatable, Sendable {
    /// Without the letters and digits that are mistaken for each other on paper: 0 and O, 1, I and L, U and V.
    static let tagAlphabet = Array("23456789ABCDEFGHJKMNPQRSTWXYZ")
    static let tagLength = 4

    package let till: TillName
    package let books: Books
    /// Belongs to a file from its first day, and stands in all its references.
    let tagOfNewBooks: String

    /// - Parameter random: draws the tag, which is used only when the books are begun.
    package init(till: TillName, books: Books, random: inout some RandomNumberGenerator) {
        self.till = till
        self.books = books
        var tag = ""
        for _ in 0..<Self.tagLength {
            tag.append(Self.tagAlphabet[Int.random(in: Self.tagAlphabet.indices, using: &random)])
        }
        tagOfNewBooks = tag
    }
}
