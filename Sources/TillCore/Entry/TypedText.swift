/// A text that is typed into a field, with a cursor.
package struct TypedText: Equatable, Sendable {
    package private(set) var text: String
    /// The longest text, in characters.
    package let charactersMax: Int
    /// The number of characters before the cursor.
    package private(set) var cursor: Int

    package init(_ text: String = "", charactersMax: Int) {
        self.text = String(text.prefix(charactersMax))
        self.charactersMax = charactersMax
        cursor = self.text.count
    }

    /// Takes a character at the cursor.
    ///
    /// - Returns: false for one that is not printable, or that has no room.
    package mutating func type(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isTypable else { return false }
        var changed = text
        changed.unicodeScalars.insert(scalar, at: index(cursor))
        guard changed.count <= charactersMax else { return false }
        // A mark joins the character before it, and then the cursor stays.
        cursor += changed.count - text.count
        text = changed
        return true
    }

    /// Takes the first line of a pasted text, as far as it has room, without what is not printable.
    package mutating func paste(_ pasted: String) {
        let line = pasted.split(whereSeparator: \.isNewline).first ?? ""
        for scalar in line.prefix(charactersMax).unicodeScalars where !type(scalar) && scalar.isTypable { return }
    }

    /// Takes away the character before the cursor.
    package mutating func erase() {
        guard cursor > 0 else { return }
        text.remove(at: index(cursor - 1))
        cursor = min(cursor - 1, text.count)
    }

    package mutating func moveLeft() { cursor = max(0, cursor - 1) }
    package mutating func moveRight() { cursor = min(text.count, cursor + 1) }
    package mutating func moveToStart() { cursor = 0 }
    package mutating func moveToEnd() { cursor = text.count }

    private func index(_ offset: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: min(offset, text.count))
    }
}

extension Unicode.Scalar {
    /// Whether it may stand in a text that a person types: printable, and no white space but a plain space.
    package var isTypable: Bool {
        if self == " " { return true }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.isWhitespace
        }
    }
}
