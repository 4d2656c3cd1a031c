/// A place in a text.
package struct TextPlace: Hashable, Comparable, Sendable {
    /// From 1.
    package var line: Int
    /// In characters of Unicode, from 1.
    package var column: Int
    /// How many characters of Unicode stand before it.
    var offset: Int

    package static func < (left: TextPlace, right: TextPlace) -> Bool { left.offset < right.offset }

    static let start = TextPlace(line: 1, column: 1, offset: 0)
}

/// A value of a YAML document, and where it stands.
struct YAMLNode: Sendable {
    enum Style: Equatable, Sendable {
        case plain
        case singleQuoted
        case doubleQuoted
        /// `|` or `>`: over lines of its own.
        case block
    }

    /// A key and its value.
    struct Entry: Sendable {
        var key: YAMLNode
        var value: YAMLNode
    }

    enum Content: Sendable {
        case text(String, Style)
        /// `isFlow` when it is written in brackets.
        case list([YAMLNode], isFlow: Bool)
        /// `isFlow` when it is written in braces.
        case group([Entry], isFlow: Bool)
    }

    var content: Content
    var start: TextPlace
    /// Behind its last character.
    var end: TextPlace

    /// The text, when it is one.
    var text: String? {
        if case .text(let text, _) = content { text } else { nil }
    }

    var entries: [Entry]? {
        if case .group(let entries, _) = content { entries } else { nil }
    }

    /// Nothing stands where a value could.
    var isAbsent: Bool {
        if case .text("", .plain) = content { true } else { false }
    }
}

extension YAMLNode {
    /// Whether two nodes say the same, wherever and however they are written.
    func says(theSameAs other: YAMLNode) -> Bool {
        switch (content, other.content) {
        case (.text(let left, _), .text(let right, _)):
            left == right
        case (.list(let left, _), .list(let right, _)):
            left.count == right.count && zip(left, right).allSatisfy { $0.says(theSameAs: $1) }
        case (.group(let left, _), .group(let right, _)):
            left.count == right.count
                && zip(left, right).allSatisfy {
                    $0.key.says(theSameAs: $1.key) && $0.value.says(theSameAs: $1.value)
                }
        case (.text, _), (.list, _), (.group, _):
            false
        }
    }
}

/// A whole document.
struct YAMLDocument: Sendable {
    /// Nil when there is nothing but comments.
    var root: YAMLNode?
    /// Whether `...` ends it: nothing can stand behind.
    var hasEndMark: Bool
}
