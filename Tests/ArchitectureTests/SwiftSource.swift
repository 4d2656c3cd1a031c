/// The text of one Swift file, as far as the rules of the repository need to understand it.
struct SwiftSource {
    /// Where it stands, from the package's root: `Sources/Money/Amount.swift`.
    let path: String
    /// The lines as they were written.
    let lines: [String]
    /// The same lines without comments and without what stands in string literals. Code that a literal interpolates
    /// is kept.
    let code: [String]

    struct Import: Equatable {
        var module: String
        /// Counted from 1.
        var line: Int
    }

    init(path: String, text: String) {
        self.path = path
        lines = Self.split(Array(text.utf8))
        code = Self.split(CodeFilter(text).filtered())
    }

    /// Every module that the file imports, whatever attribute, access level or kind stands before its name.
    var imports: [Import] {
        code.enumerated().flatMap { index, line in
            line.split(separator: ";").compactMap { statement in
                Self.importedModule(statement).map { Import(module: $0, line: index + 1) }
            }
        }
    }

    private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
    ]

    private static func importedModule(_ statement: Substring) -> String? {
        var words = statement.split { $0 == " " || $0 == "\t" }[...]
        while let word = words.first, word.hasPrefix("@") || levels.contains(word) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, kinds.contains(word) {
            words.removeFirst()
        }
        return words.first?.split(separator: ".").first.map { $0.filter { $0 != "`" } }
    }

    private static func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Turns comments and the text of string literals into spaces, and keeps every line where it is.
private struct CodeFilter {
    private enum Place {
        /// In code, inside so many open parentheses.
        case code(parentheses: Int)
        /// In a string literal with so many `#`.
        case literal(hashes: Int, isMultiline: Bool)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var places = [Place.code(parentheses: 0)]
    private var result: [UInt8] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        result.reserveCapacity(bytes.count)
    }

    consuming func filtered() -> [UInt8] {
        while position < bytes.count, let place = places.last {
            switch place {
            case .code(let parentheses):
                stepInCode(parentheses: parentheses)
            case .literal(let hashes, let isMultiline):
                stepInLiteral(hashes: hashes, isMultiline: isMultiline)
            }
        }
        return result
    }

    private func starts(_ text: String, at offset: Int = 0) -> Bool {
        bytes[min(position + offset, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func blank(_ count: Int = 1) {
        let end = min(position + count, bytes.count)
        result += bytes[position..<end].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        position = end
    }

    private mutating func keep() {
        result.append(bytes[position])
        position += 1
    }

    private mutating func setPlace(_ place: Place) {
        places[places.count - 1] = place
    }

    private mutating func stepInCode(parentheses: Int) {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        if starts("//") {
            blank(bytes[position...].prefix { $0 != UInt8(ascii: "\n") }.count)
        } else if starts("/*") {
            skipBlockComment()
        } else if starts("\"", at: hashes) {
            let isMultiline = starts("\"\"\"", at: hashes)
            places.append(.literal(hashes: hashes, isMultiline: isMultiline))
            blank(hashes + (isMultiline ? 3 : 1))
        } else if starts("(") {
            setPlace(.code(parentheses: parentheses + 1))
            keep()
        } else if starts(")"), parentheses == 0, places.count > 1 {
            places.removeLast()
            blank()
        } else if starts(")") {
            setPlace(.code(parentheses: parentheses - 1))
            keep()
        } else {
            keep()
        }
    }

    private mutating func stepInLiteral(hashes: Int, isMultiline: Bool) {
        let marks = String(repeating: "#", count: hashes)
        let end = (isMultiline ? "\"\"\"" : "\"") + marks
        if starts(end) {
            places.removeLast()
            blank(end.utf8.count)
        } else if starts("\\" + marks + "(") {
            places.append(.code(parentheses: 0))
            blank(hashes + 2)
        } else if starts("\\" + marks) {
            blank(hashes + 2)
        } else if !isMultiline, starts("\n") {
            // No such literal goes on after its line: this was a quote in a regular expression.
            places.removeLast()
            keep()
        } else {
            blank()
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < bytes.count
    }
}
