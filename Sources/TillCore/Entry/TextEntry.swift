/// A line of text that is being typed: printable characters, the cursor at the end.
package struct TextEntry: Equatable, Sendable {
    package private(set) var text = ""
    /// The most characters it holds.
    package let lengthMax: Int

    /// - Parameter text: filled in as if it had been typed; what does not fit is left out.
    package init(_ text: String = "", lengthMax: Int) {
        self.lengthMax = lengthMax
        _ = paste(text)
    }

    package var isEmpty: Bool { text.isEmpty }
    /// Whether there is nothing to read in it.
    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Takes a character.
    ///
    /// - Returns: false for one that cannot be printed or has no room; the text stays as it was.
    package mutating func type(_ scalar: Unicode.Scalar) -> Bool {
        var longer = text
        longer.unicodeScalars.append(scalar)
        guard TextEntry.isPrintable(scalar), longer.count <= lengthMax,
            longer.unicodeScalars.count <= TextEntry.scalarsMax(lengthMax)
        else { return false }
        text = longer
        return true
    }

    /// Takes the last character back.
    package mutating func erase() {
        if !text.isEmpty { text.removeLast() }
    }

    package mutating func clear() {
        text = ""
    }

    /// Takes the characters of a pasted text up to its first line end.
    ///
    /// - Returns: false where a part was left out.
    package mutating func paste(_ pasted: String) -> Bool {
        for scalar in pasted.unicodeScalars {
            if scalar.properties.isWhitespace, scalar != " " { return false }
            guard type(scalar) else { return false }
        }
        return true
    }

    /// A character may carry marks, and not without end.
    private static func scalarsMax(_ characters: Int) -> Int { characters * 4 }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
