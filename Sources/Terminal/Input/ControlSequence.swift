/// A complete `ESC [` sequence: parameter and intermediate bytes, then the final one.
///
/// Source: ECMA-48 §5.4; XTerm Control Sequences, "PC-Style Function Keys" and "Mouse Tracking"; console_codes(4).
struct ControlSequence {
    let parameters: [UInt8]
    let final: UInt8

    var startsPaste: Bool { final == UInt8(ascii: "~") && parameters == Array("200".utf8) }

    /// `nil` for a sequence nobody here knows.
    var event: InputEvent? {
        if parameters.first == UInt8(ascii: "<") { return mouse.map(InputEvent.mouse) }
        if parameters.isEmpty, final == UInt8(ascii: "I") { return .focus(true) }
        if parameters.isEmpty, final == UInt8(ascii: "O") { return .focus(false) }
        return press.map(InputEvent.key)
    }

    /// The numbers between semicolons; an empty one is 1. `nil` when there is anything else, or a number above 9999.
    private func numbers(_ bytes: some Collection<UInt8>) -> [Int]? {
        var result: [Int] = []
        for part in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard part.count <= 4, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            result.append(part.isEmpty ? 1 : part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        }
        return result
    }

    // MARK: Keys

    private var press: KeyPress? {
        guard let numbers = numbers(parameters), numbers.count <= 2 else { return nil }
        let modifiers = Modifiers(parameter: numbers.count == 2 ? numbers[1] : 1)
        guard let modifiers, let number = numbers.first else { return nil }
        switch final {
        case UInt8(ascii: "~"):
            return Key(numbered: number).map { KeyPress($0, modifiers: modifiers) }
        case UInt8(ascii: "^"):
            return Key(numbered: number).map { KeyPress($0, modifiers: [.control]) }
        case UInt8(ascii: "@"):
            return Key(numbered: number).map { KeyPress($0, modifiers: [.control, .shift]) }
        case UInt8(ascii: "Z"):
            return KeyPress(.backTab, modifiers: modifiers.subtracting(.shift))
        default:
            guard number == 1 else { return nil }
            return Key(lettered: final).map { KeyPress($0, modifiers: modifiers) }
        }
    }

    // MARK: Mouse

    /// `ESC [ < buttons ; column ; row M`, with `m` for a release.
    private var mouse: MouseEvent? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        guard let numbers = numbers(parameters.dropFirst()), numbers.count == 3 else { return nil }
        let (code, column, row) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
        guard column >= 0, row >= 0, code < 128 else { return nil }
        guard let button = MouseEvent.Button(code: code & ~0b11_1100) else { return nil }
        var modifiers: Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let action: MouseEvent.Action =
            if code & 32 != 0 { .move } else if final == UInt8(ascii: "m") { .release } else { .press }
        return MouseEvent(action, button, at: Position(row: row, column: column), modifiers: modifiers)
    }
}

extension MouseEvent.Button {
    fileprivate init?(code: Int) {
        switch code {
        case 0: self = .left
        case 1: self = .middle
        case 2: self = .right
        case 3: self = .none
        case 64: self = .wheelUp
        case 65: self = .wheelDown
        default: return nil
        }
    }
}

extension Modifiers {
    /// xterm's modifier parameter: one more than the sum of its bits.
    init?(parameter: Int) {
        guard (1...16).contains(parameter) else { return nil }
        self.init(rawValue: UInt8(parameter - 1))
    }
}

extension Key {
    /// The key of `ESC [ number ~`.
    fileprivate init?(numbered number: Int) {
        switch number {
        case 1, 7: self = .home
        case 2: self = .insert
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        case 11...15: self = .function(number - 10)
        case 17...21: self = .function(number - 11)
        case 23, 24: self = .function(number - 12)
        default: return nil
        }
    }

    /// The key of `ESC [ letter` and `ESC O letter`.
    fileprivate init?(lettered letter: UInt8) {
        switch letter {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "C"): self = .right
        case UInt8(ascii: "D"): self = .left
        case UInt8(ascii: "E"): self = .begin
        case UInt8(ascii: "F"): self = .end
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(letter) - 0x4F)
        default: return nil
        }
    }
}

extension KeyPress {
    /// A key of `ESC O letter`: a cursor or function key, or one of the keypad in application mode. Some terminals put
    /// the modifiers' number before the letter.
    init?(singleShift letter: UInt8, modifierDigits: [UInt8]) {
        let number = modifierDigits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard let modifiers = Modifiers(parameter: modifierDigits.isEmpty ? 1 : number) else { return nil }
        if let key = Key(lettered: letter) {
            self.init(key, modifiers: modifiers)
            return
        }
        let key: Key
        switch letter {
        case UInt8(ascii: "p")...UInt8(ascii: "y"):
            key = .character(Unicode.Scalar(letter - UInt8(ascii: "p") + UInt8(ascii: "0")))
        // The letters stand 0x40 above the signs: j is *, k is +, l is a comma, m is -, n is a point, o is /.
        case UInt8(ascii: "j")...UInt8(ascii: "o"), UInt8(ascii: "X"):
            key = .character(Unicode.Scalar(letter == UInt8(ascii: "X") ? UInt8(ascii: "=") : letter - 0x40))
        case UInt8(ascii: "M"):
            key = .enter
        case UInt8(ascii: "I"):
            key = .tab
        case UInt8(ascii: " "):
            key = .character(" ")
        default:
            return nil
        }
        self.init(key, modifiers: modifiers, isKeypad: true)
    }

    /// A key that sends one character; `nil` for one that means nothing here.
    init?(plain scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x08, 0x7F: self.init(.backspace)
        case 0x09: self.init(.tab)
        case 0x0A, 0x0D: self.init(.enter)
        case 0x00: self.init(.character(" "), modifiers: [.control])
        case 0x01...0x1A: self.init(.character(Unicode.Scalar(UInt8(scalar.value + 0x60))), modifiers: [.control])
        case 0x1C...0x1F: self.init(.character(Unicode.Scalar(UInt8(scalar.value + 0x40))), modifiers: [.control])
        case 0x1B, 0x80...0x9F: return nil
        default: self.init(.character(scalar))
        }
    }
}
