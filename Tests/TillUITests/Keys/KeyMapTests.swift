import Terminal
import Testing
import TillCore
import TillUI

@Suite("Keys") struct KeyMapTests {
    @Test("digits are digits, on the keypad too", arguments: 0...9) func digits(digit: Int) {
        let key = Key.character(Unicode.Scalar(UInt8(0x30 + digit)))
        #expect(KeyMap.command(for: KeyPress(key)) == .digit(digit))
        #expect(KeyMap.command(for: KeyPress(key, isKeypad: true)) == .digit(digit))
    }

    @Test(
        "a letter or sign means the same everywhere",
        arguments: [
            (".", .point), (",", .comma), ("-", .erase), ("j", .down), ("k", .up), ("g", .top), ("G", .bottom),
            ("y", .yes), ("n", .no), ("?", .help), ("!", .attention), ("q", .quit), ("r", .repeatAmount),
            ("v", .receipt), ("c", .anotherCard), ("d", .details), ("p", .print), ("e", .email), ("R", .refresh),
            ("/", .find), ("f", .refund), ("u", .void), ("Z", .closeDay), ("b", .barcode),
            ("h", .supportSheet), ("m", .menu), ("o", .otherPayment), ("s", .save), ("t", .tip), ("w", .setAside),
            ("z", .larger), ("J", .proof), ("T", .tokenize), ("W", .width), ("X", .forget), ("Y", .copy),
            ("N", .previousMatch), ("+", .add), ("*", .times), (" ", .times), (":", .palette),
        ] as [(Unicode.Scalar, AppCommand)])
    func letters(letter: Unicode.Scalar, command: AppCommand) {
        #expect(KeyMap.command(for: KeyPress(.character(letter))) == command)
    }

    @Test(
        "keys with a name",
        arguments: [
            (.enter, .confirm), (.escape, .back), (.backspace, .erase), (.tab, .otherPanel), (.backTab, .otherPanel),
            (.up, .up), (.left, .up), (.down, .down), (.right, .down), (.pageUp, .pageUp), (.pageDown, .pageDown),
            (.home, .top), (.end, .bottom), (.function(1), .help), (.function(2), .sale), (.function(4), .receipt),
            (.function(3), .find), (.function(5), .refund), (.function(6), .void), (.function(7), .simulator),
            (.function(9), .chooseReader), (.function(12), .settings),
        ] as [(Key, AppCommand)])
    func named(key: Key, command: AppCommand) {
        #expect(KeyMap.command(for: KeyPress(key)) == command)
    }

    @Test(
        "other printable keys count as typed, so that a barcode is known by its length",
        arguments: ["a", "x", "A", "i", "_", "é", "寿"] as [Unicode.Scalar])
    func others(scalar: Unicode.Scalar) {
        #expect(KeyMap.command(for: KeyPress(.character(scalar))) == .other)
    }

    @Test(
        "in a field characters are themselves, and keys with a name are what they are",
        arguments: ["1", "-", "v", " ", "é"] as [Unicode.Scalar])
    func typing(scalar: Unicode.Scalar) {
        #expect(KeyMap.command(for: KeyPress(.character(scalar)), isTyping: true) == .text(scalar))
        for key in [Key.enter, .escape, .backspace, .down, .function(1)] {
            #expect(KeyMap.command(for: KeyPress(key), isTyping: true) == KeyMap.command(for: KeyPress(key)))
        }
        #expect(KeyMap.command(for: KeyPress(.character("c"), modifiers: .control), isTyping: true) == .back)
    }

    @Test("Ctrl-C is Esc, and Ctrl-P opens the command line") func control() {
        #expect(KeyMap.command(for: KeyPress(.character("c"), modifiers: .control)) == .back)
        #expect(KeyMap.command(for: KeyPress(.character("p"), modifiers: .control)) == .palette)
    }

    @Test(
        "keys of the program, and keys that mean nothing, are no commands",
        arguments: [
            KeyPress(.character("l"), modifiers: .control), KeyPress(.character("z"), modifiers: .control),
            KeyPress(.character("1"), modifiers: .control), KeyPress(.character("y"), modifiers: .alt),
            KeyPress(.enter, modifiers: .alt), KeyPress(.function(10)), KeyPress(.function(11)),
        ])
    func nothing(press: KeyPress) {
        #expect(KeyMap.command(for: press) == nil)
    }
}
