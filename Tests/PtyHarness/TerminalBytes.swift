/// What a program sent to its terminal, judged byte by byte: text that prints, and those sequences that a full screen of
/// ours is made of. Anything else came from outside, and got through.
package struct TerminalBytes {
    /// What does not belong there, each once, as readable text.
    package private(set) var foreign: Set<String> = []

    private let bytes: [UInt8]
    private var index = 0
    /// The character just before, where it is beyond ASCII.
    private var last: Unicode.Scalar?

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while index < bytes.count { step() }
    }

    private mutating func step() {
        let byte = bytes[index]
        if byte < 0x80 { last = nil }
        switch byte {
        // Bell, backspace, line feed and carriage return move the cursor or call the cashier.
        case 0x07, 0x08, 0x0A, 0x0D: index += 1
        case 0x1B: escape()
        case 0x00..<0x20, 0x7F:
            foreign.insert("control \(hex(byte))")
            index += 1
        case 0x20..<0x7F: index += 1
        default: scalar()
        }
    }

    // MARK: Text

    /// A scalar in UTF-8.
    private mutating func scalar() {
        let length = bytes[index] >= 0xF0 ? 4 : bytes[index] >= 0xE0 ? 3 : 2
        let part = bytes[index..<min(index + length, bytes.count)]
        guard let text = String(validating: part, as: UTF8.self), let scalar = text.unicodeScalars.first,
            text.unicodeScalars.count == 1
        else {
            // A character may be cut where reading stopped, and only there.
            if index + length <= bytes.count { foreign.insert("no UTF-8: \(hex(bytes[index]))") }
            index += 1
            return
        }
        index += length
        switch scalar.properties.generalCategory {
        case .format where scalar == "\u{200E}" && last.map(isRightToLeft) == true:
            // Ours, where right-to-left script ends.
            break
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            foreign.insert("U+\(String(scalar.value, radix: 16, uppercase: true))")
        default: break
        }
        last = scalar
    }

    /// A letter or sign of such a script, or a mark on one.
    private func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    // MARK: Sequences

    private mutating func escape() {
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        switch bytes[index + 1] {
        case UInt8(ascii: "["): controlSequence()
        case UInt8(ascii: "]"): copyText()
        // Keypad modes, the cursor kept over the alternate screen, and scrolling by a row.
        case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "M"): index += 2
        case UInt8(ascii: "(") where index + 2 < bytes.count && bytes[index + 2] == UInt8(ascii: "B"): index += 3
        default:
            foreign.insert("ESC \(hex(bytes[index + 1]))")
            index += 2
        }
    }

    private mutating func controlSequence() {
        let start = index + 2
        var end = start
        while end < bytes.count, (0x20..<0x40).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else {
            index = bytes.count
            return
        }
        let parameters = String(decoding: bytes[start..<end], as: UTF8.self)
        let final = Character(Unicode.Scalar(bytes[end]))
        if !isOurs(parameters, final) { foreign.insert("CSI \(parameters)\(final)") }
        index = end + 1
    }

    private func isOurs(_ parameters: String, _ final: Character) -> Bool {
        let numbers = parameters.split(separator: ";").map { Int($0) }
        switch final {
        case "m": return isLook(numbers)
        case "h", "l": return TerminalBytes.modes.contains(parameters)
        case "A", "B", "C", "D", "G", "H", "d", "J", "K", "X", "P", "@", "L", "M", "S", "T", "b", "r":
            return numbers.allSatisfy { $0.map { (0...1000).contains($0) } ?? false }
        case "t": return parameters == "22;0;0" || parameters == "23;0;0"
        default: return false
        }
    }

    private static let modes: Set = ["?1", "?5", "?7", "?12", "?25", "?12;25", "?1000", "?1006", "?1049", "?2004", "4"]

    /// Colours of the palette, bold, underlined and reversed. Nothing blinks or hides.
    private func isLook(_ numbers: [Int?]) -> Bool {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 38, 48:
                guard rest.popFirst() == 5, let index = rest.popFirst() ?? nil, (0...255).contains(index) else {
                    return false
                }
            case 0, 1, 4, 7, 22, 24, 27, 39, 49: break
            case .some(30...37), .some(40...47), .some(90...97), .some(100...107): break
            default: return false
            }
        }
        return true
    }

    /// `ESC ] 52 ; c ; base64 BEL`, and no other operating system command.
    private mutating func copyText() {
        let prefix = Array("]52;c;".utf8)
        var end = index + 1 + prefix.count
        let isCopy = bytes[(index + 1)...].starts(with: prefix)
        while isCopy, end < bytes.count, TerminalBytes.isBase64(bytes[end]) { end += 1 }
        guard isCopy, end < bytes.count, bytes[end] == 0x07 else {
            foreign.insert("OSC")
            index += 2
            return
        }
        index = end + 1
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    private func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
}
