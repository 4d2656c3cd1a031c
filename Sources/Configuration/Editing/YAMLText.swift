/// Writes values as YAML in one line.
enum YAMLText {
    /// - Parameter style: how the value before was written; kept where the new one can be written so.
    static func of(_ value: ConfigurationValue, _ style: YAMLNode.Style) -> String {
        switch value {
        case .list(let items): "[" + items.map { of($0, .plain) }.joined(separator: ", ") + "]"
        case .text(let text): of(text, style)
        }
    }

    private static func of(_ text: String, _ style: YAMLNode.Style) -> String {
        switch style {
        case .plain where isPlain(text): text
        case .singleQuoted where !text.unicodeScalars.contains("\n"):
            "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
        case .plain, .singleQuoted, .doubleQuoted, .block: doubleQuoted(text)
        }
    }

    /// Whether a text needs no quotes wherever it stands. Many more do not; these are certain.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first) || first == 0x2F, text.utf8.last != 0x20 else {
            return false
        }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || " ._/+-@()".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func doubleQuoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
