import Terminal
import TillCore

/// What each key means. The same on every page; a page takes what it has a use for.
package enum KeyMap {
    /// The command of a key.
    ///
    /// Nil for keys that mean nothing at all, and for those of the program itself: Ctrl-L, which paints the screen
    /// anew, and Ctrl-Z, which is ``AppEvent/suspendWanted``. Any other printable character is
    /// ``AppCommand/other``, so that a barcode is known by its length whatever stands in it.
    ///
    /// - Parameters:
    ///   - isTyping: a field takes text, so that characters are themselves.
    ///   - pans: the arrows to the sides mean sides.
    package static func command(for press: KeyPress, isTyping: Bool = false, pans: Bool = false) -> AppCommand? {
        guard press.modifiers.isDisjoint(with: [.alt, .meta]) else { return nil }
        if press.modifiers.contains(.control) {
            switch press.key {
            case .character("c"): return .back
            case .character("p"): return .palette
            default: return nil
            }
        }
        switch press.key {
        case .character(let scalar): return isTyping ? .text(scalar) : command(for: scalar)
        case .enter: return .confirm
        case .escape: return .back
        case .backspace: return .erase
        case .tab, .backTab: return .otherPanel
        case .left where isTyping || pans: return .left
        case .right where isTyping || pans: return .right
        case .up, .left: return .up
        case .down, .right: return .down
        case .pageUp: return .pageUp
        case .pageDown: return .pageDown
        case .home: return .top
        case .end: return .bottom
        // On a keypad without Num Lock: a 0, a point and a 5 that were meant.
        case .insert, .delete, .begin: return .other
        case .function(let number): return functions[number]
        }
    }

    private static let functions: [Int: AppCommand] = [
        1: .help, 2: .sale, 3: .find, 4: .receipt, 5: .refund, 6: .void, 7: .simulator, 9: .chooseReader,
        12: .settings,
    ]

    private static func command(for scalar: Unicode.Scalar) -> AppCommand {
        if ("0"..."9").contains(scalar) { return .digit(Int(scalar.value - 0x30)) }
        return letters[scalar] ?? .other
    }

    private static let letters: [Unicode.Scalar: AppCommand] = [
        ".": .point, ",": .comma, "-": .erase, "j": .down, "k": .up, "g": .top, "G": .bottom, "y": .yes, "n": .no,
        "?": .help, "!": .attention, "q": .quit, "r": .repeatAmount, "v": .receipt, "c": .anotherCard, "d": .details,
        "p": .print, "e": .email, "R": .refresh, "/": .find, "f": .refund, "u": .void, "Z": .closeDay, "b": .barcode,
        "h": .supportSheet, "m": .menu, "o": .otherPayment, "s": .save, "t": .tip, "w": .setAside, "z": .larger,
        "J": .proof, "T": .tokenize, "W": .width, "X": .forget, "Y": .copy, "N": .previousMatch, "+": .add,
        "*": .times, " ": .times, ":": .palette, "$": .currency,
    ]
}
