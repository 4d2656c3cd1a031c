/// A receipt's text made ready for the parser, which loses text at a NUL and keeps the tail of an escape sequence.
struct HTMLSource {
    /// Valid HTML text without control characters, save tabs and line feeds.
    let text: String

    init(_ bytes: [UInt8]) {
        let plain = Self.withoutControls(Self.resolvingControlReferences(Self.decoded(bytes)))
        let isMarkup = Self.holdsMarkup(plain)
        let scalars = isMarkup ? UnclosedQuotes.closed(in: plain) : plain
        var prepared = ""
        for (index, scalar) in scalars.enumerated() {
            if scalar == "<", !isMarkup || !Self.opensMarkup(scalars, at: index) {
                // A lone `<` is text; the parser is told so rather than left to guess.
                prepared += "&lt;"
            } else {
                prepared.unicodeScalars.append(scalar)
            }
        }
        text = isMarkup ? prepared : "<pre>" + prepared + "</pre>"
    }

    private static func decoded(_ bytes: [UInt8]) -> [Unicode.Scalar] {
        if let text = String(validating: bytes, as: UTF8.self) {
            return Array(text.unicodeScalars)
        }
        // Latin-1 here; the gate for printable text turns 0x80 to 0x9F into Windows-1252's letters.
        return bytes.map { Unicode.Scalar($0) }
    }

    /// Turns `&#27;` and its like into the character, so that an escape sequence is seen whole. The parser would drop the
    /// reference and leave `[31m` standing as text.
    private static func resolvingControlReferences(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        var index = 0
        while index < scalars.count {
            if scalars[index] == "&", let (control, next) = controlReference(scalars, at: index) {
                result.append(control)
                index = next
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return result
    }

    private static func controlReference(_ scalars: [Unicode.Scalar], at start: Int) -> (Unicode.Scalar, next: Int)? {
        var index = start + 1
        guard index < scalars.count, scalars[index] == "#" else { return nil }
        index += 1
        let isHex = index < scalars.count && (scalars[index] == "x" || scalars[index] == "X")
        if isHex { index += 1 }
        let digitsStart = index
        var value = 0
        while index < scalars.count, let digit = Character(scalars[index]).hexDigitValue, isHex || digit < 10 {
            guard scalars[index].isASCII else { break }
            value = min(value * (isHex ? 16 : 10) + digit, 0x11_0000)
            index += 1
        }
        guard index > digitsStart, value < 0x20 || value == 0x7F, ![0x9, 0xA, 0xC, 0xD].contains(value) else {
            return nil
        }
        if index < scalars.count, scalars[index] == ";" { index += 1 }
        return (Unicode.Scalar(UInt8(value)), index)
    }

    /// Drops escape sequences and control characters; all line ends become line feeds.
    private static func withoutControls(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "\u{1B}":
                index = endOfEscapeSequence(scalars, after: index)
            case "\r":
                if index < scalars.count, scalars[index] == "\n" { continue }
                result.append("\n")
            case "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
                result.append("\n")
            case "\n", "\t":
                result.append(scalar)
            default:
                if scalar.value >= 0x20, scalar.value != 0x7F, scalar != "\u{FEFF}" { result.append(scalar) }
            }
        }
        return result
    }

    /// Where the text goes on behind an escape character at `start - 1`. Markup is never swallowed, and of a sequence that
    /// does not end, only the escape character.
    private static func endOfEscapeSequence(_ scalars: [Unicode.Scalar], after start: Int) -> Int {
        guard start < scalars.count else { return start }
        var index = start + 1
        switch scalars[start] {
        case "[":
            while index < scalars.count, (0x20...0x3F).contains(scalars[index].value), scalars[index] != "<" {
                index += 1
            }
            let isEnded = index < scalars.count && (0x40...0x7E).contains(scalars[index].value)
            return isEnded ? index + 1 : start + 1
        case "]", "P", "X", "^", "_":
            let end = min(scalars.count, start + escapeStringMax)
            while index < end, scalars[index] != "<", scalars[index] != "\n" {
                if scalars[index] == "\u{7}" || scalars[index] == "\u{9C}" { return index + 1 }
                if scalars[index] == "\u{1B}", index + 1 < end, scalars[index + 1] == "\\" { return index + 2 }
                index += 1
            }
            return start
        default:
            return start
        }
    }

    /// The longest operating system command that is looked through for its end, in scalars.
    private static let escapeStringMax = 1024

    private static func opensMarkup(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index + 1 < scalars.count else { return false }
        let next = scalars[index + 1]
        return next == "/" || next == "!" || next == "?" || (next.isASCII && next.properties.isAlphabetic)
    }

    /// Whether any tag of HTML, comment or document type is in the text. `<info@example.com>` is none.
    private static func holdsMarkup(_ scalars: [Unicode.Scalar]) -> Bool {
        for (index, scalar) in scalars.enumerated() where scalar == "<" {
            var start = index + 1
            guard start < scalars.count else { continue }
            if scalars[start] == "!" { return true }
            if scalars[start] == "/" { start += 1 }
            let name = scalars[start...].prefix(HTMLElement.nameLengthMax).prefix {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
            }
            if HTMLElement.isKnown(String(String.UnicodeScalarView(name)).lowercased()) { return true }
        }
        return false
    }
}
